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
  /** Options: strikes as multiples of the price at listing, each with a call and a put. */
  strikes: number[]
}

const wide = [0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.6]
const narrow = [0.8, 1, 1.25]

/** A contract's id depends on its series' position, so append new series at the end only. */
export const series: readonly Series[] = [
  future('drbt', 'btc', 'usd', 'quarterly', 2),
  future('drbt', 'eth', 'usd', 'quarterly', 2),
  option('drbt', 'btc', 'quarterly', 2, wide),
  option('drbt', 'eth', 'quarterly', 2, wide),
  option('drbt', 'btc', 'daily', 1, [1]),
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
]

function future(exchange: string, base: string, quote: string, cadence: Cadence, ahead: number): Series {
  return { exchange, class: 'future', base, quote, cadence, ahead, strikes: [] }
}

function option(exchange: string, base: string, cadence: Cadence, ahead: number, strikes: number[]): Series {
  return { exchange, class: 'option', base, quote: 'usd', cadence, ahead, strikes }
}
