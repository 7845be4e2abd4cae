import type { Cadence } from './expiry-calendar.ts'

/** Perpetual futures: exchange, then quote, then bases. */
export const perpetualListings: Record<string, Record<string, string>> = {
  bbit: {
    usdt: 'btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch pol uni aave near atom arb op apt',
    usd: 'btc eth',
  },
  binc: {
    usdt: 'btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch uni aave near atom arb op apt etc fil crv ldo',
    usdc: 'btc eth',
    usd: 'btc eth',
  },
  okex: { usdt: 'btc eth sol xrp doge ada ltc link avax sui', usd: 'btc eth' },
  drbt: { usd: 'btc eth', usdc: 'sol xrp', usdt: 'btc eth' },
  btmx: { usd: 'btc eth', usdt: 'btc eth sol xrp' },
}

export interface Series {
  exchange: string
  class: 'future' | 'option'
  base: string
  quote: string
  cadence: Cadence
  /** Expiries listed at a time. */
  ahead: number
  /** Options: each strike has a call and a put. */
  chain: StrikeRange | null
}

/** Strikes around the price at listing. */
interface StrikeRange {
  below: number
  above: number
  /** The round step between them is about this part of the price, or less. */
  part: number
}

/** Strikes reach further for longer lives. */
const chains: Record<Cadence, StrikeRange> = {
  daily: { below: 10, above: 10, part: 1 / 90 },
  weekly: { below: 11, above: 12, part: 1 / 30 },
  monthly: { below: 10, above: 13, part: 1 / 22 },
  quarterly: { below: 8, above: 14, part: 1 / 18 },
}
/** Where few options trade. */
const narrow: StrikeRange = { below: 9, above: 10, part: 1 / 18 }

export function strikeCount({ chain }: Series): number {
  return chain === null ? 0 : chain.below + 1 + chain.above
}

/** A contract's id depends on its series' position, so append new series at the end only. */
export const series: readonly Series[] = [
  future('drbt', 'btc', 'usd', 'quarterly', 2),
  future('drbt', 'eth', 'usd', 'quarterly', 2),
  option('drbt', 'btc', 'quarterly', 4),
  option('drbt', 'eth', 'quarterly', 3),
  option('drbt', 'btc', 'daily', 2),
  future('okex', 'btc', 'usd', 'quarterly', 2),
  future('okex', 'eth', 'usd', 'quarterly', 2),
  option('okex', 'btc', 'quarterly', 2, narrow),
  option('okex', 'eth', 'quarterly', 2, narrow),
  future('binc', 'btc', 'usd', 'quarterly', 2),
  future('binc', 'eth', 'usd', 'quarterly', 2),
  future('bbit', 'btc', 'usd', 'quarterly', 2),
  future('bbit', 'eth', 'usd', 'quarterly', 2),
  future('btmx', 'btc', 'usd', 'quarterly', 2),
  future('okex', 'btc', 'usdt', 'weekly', 2),
  future('drbt', 'btc', 'usd', 'weekly', 2),
  option('drbt', 'btc', 'weekly', 3),
  option('drbt', 'btc', 'monthly', 3),
  option('drbt', 'eth', 'weekly', 2),
  option('drbt', 'eth', 'monthly', 2),
  option('okex', 'btc', 'weekly', 2, narrow),
  future('cmef', 'btc', 'usd', 'monthly', 5),
  future('cmef', 'eth', 'usd', 'monthly', 5),
  ...inTether('bbit', 'btc', ['quarterly', 'monthly']),
  ...inTether('bbit', 'eth', ['quarterly']),
  ...inTether('binc', 'btc', ['quarterly']),
  ...inTether('binc', 'eth', ['quarterly']),
  ...inTether('binc', 'sol', ['quarterly']),
]

function future(exchange: string, base: string, quote: string, cadence: Cadence, ahead: number): Series {
  return { exchange, class: 'future', base, quote, cadence, ahead, chain: null }
}

function option(exchange: string, base: string, cadence: Cadence, ahead: number, chain = chains[cadence]): Series {
  return { exchange, class: 'option', base, quote: 'usd', cadence, ahead, chain }
}

/** Options that are paid in tether. */
function inTether(exchange: string, base: string, cadences: readonly Cadence[]): Series[] {
  return cadences.map(cadence => ({ ...option(exchange, base, cadence, 2, narrow), quote: 'usdt' }))
}
