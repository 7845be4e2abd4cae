import { type Pool, poolsAhead, swappedSince } from '../../pools/pool-list.ts'
import { activity, swapRate } from '../activity.ts'
import { assetOf, assetPosition } from '../assets/asset-catalogue.ts'
import { type Exchange, exchangeOf } from '../exchange-list.ts'
import { refinePastSteps } from '../venues/past-steps.ts'
import { stepsOf } from '../venues/price-steps.ts'
import { beginningOf } from './beginnings.ts'
import { perpetualListings } from './derivative-listings.ts'
import type { Instrument } from './instrument.ts'
import { pairCode } from './pair-code.ts'
import { grid, type PriceGrid } from './precision.ts'
import { publishedGrid } from './published-grids.ts'
import { spotListings } from './spot-listings.ts'

const idsPerBase = 1_000

/** Ids of one base asset are adjacent. */
export function standingInstruments(seed: string): Instrument[] {
  const all = [...spotInstruments(), ...dexInstruments(poolsAhead), ...perpetuals()]
  const seen = new Map<string, number>()
  for (const instrument of all) {
    if (instrument.pools.length === 0) {
      instrument.listed = beginningOf(seed, instrument)
      refinePastSteps(instrument)
    }
    const place = seen.get(instrument.base) ?? 0
    seen.set(instrument.base, place + 1)
    instrument.id = (assetPosition(instrument.base) + 1) * idsPerBase + place
  }
  numberLines(all)
  return all.sort((a, b) => a.id - b.id)
}

function numberLines(instruments: readonly Instrument[]): void {
  const counts = new Map<string, number>()
  for (const instrument of instruments) {
    instrument.line = counts.get(instrument.exchange) ?? 0
    counts.set(instrument.exchange, instrument.line + 1)
  }
}

/**
 * Written out, because spreading parts takes four times as long for thousands. @param place index of the quote on the exchange
 * @param ahead whether a profile fills it ahead
 */
export function spot(exchange: Exchange, base: string, quote: string, place: number, ahead = true): Instrument {
  const code = `${base}-${quote}`
  const { rate, orderSize, halfSpread } = activity(exchange, 'spot', base, place, ahead)
  const { priceDecimals, tick, amountDecimals, lot } =
    publishedGrid(exchange.code, 'spot', code) ?? usualGrid(exchange, base, quote, ahead)
  return {
    id: 0,
    line: 0,
    exchange: exchange.code,
    class: 'spot',
    code,
    base,
    quote,
    pairCode: pairCode(exchange.pairStyle, base, quote),
    legacySymbol: base + quote,
    blockchain: null,
    priceDecimals,
    amountDecimals,
    tick,
    pastDigits: [],
    lot,
    // Until its beginning is known; never delisted.
    listed: 0,
    ended: Number.POSITIVE_INFINITY,
    expiry: null,
    option: null,
    rate,
    orderSize,
    halfSpread,
    pools: [],
  }
}

function usualGrid(exchange: Exchange, base: string, quote: string, ahead: boolean): PriceGrid {
  const [one, other] = [assetOf(base), assetOf(quote)]
  const own = stepsOf(exchange, one, other, ahead)
  return own ?? grid(one.level / other.level, one.level, exchange.digits, exchange.fives)
}

function spotInstruments(): Instrument[] {
  return pairs(spotListings).map(({ exchange, base, quote, place }) => spot(exchange, base, quote, place))
}

function perpetuals(): Instrument[] {
  return pairs(perpetualListings).map(one => perpetual(one))
}

export function perpetual({ exchange, base, quote, place }: ListedPair, ahead = true): Instrument {
  const plain = spot(exchange, base, quote, place, ahead)
  return {
    ...plain,
    class: 'perpetual-future',
    ...activity(exchange, 'perpetual-future', base, place, ahead),
    ...publishedGrid(exchange.code, 'perpetual-future', plain.code),
    pairCode: perpetualCode(exchange, base, quote),
    legacySymbol: `${base}${quote}_perp`,
  }
}

function perpetualCode(exchange: Exchange, base: string, quote: string): string {
  const pair = pairCode(exchange.pairStyle, base, quote)
  if (exchange.code === 'drbt')
    return quote === 'usd' ? `${base}-perpetual`.toUpperCase() : `${base}_${quote}-perpetual`.toUpperCase()
  if (exchange.code === 'okex') return `${pair}-SWAP`
  if (exchange.code === 'phmx') return pair.slice(1)
  return exchange.code === 'btmx' ? pair : `${pair}_perp`
}

/** One instrument per protocol and pair; in larger pools the last two tokens are traded. */
export function dexInstruments(pools: readonly Pool[], ahead = true): Instrument[] {
  const byPair = new Map<string, Pool[]>()
  for (const pool of pools) {
    if (pool.type === 'vault') continue
    const pair = `${pool.protocol} ${pool.tokens.slice(-2).join('-')}`
    byPair.set(pair, [...(byPair.get(pair) ?? []), pool])
  }
  return [...byPair.values()].map(held => dexInstrument(held, ahead))
}

function dexInstrument(held: Pool[], ahead: boolean): Instrument {
  const [base = '', quote = ''] = held[0]!.tokens.slice(-2)
  const exchange = exchangeOf(held[0]!.protocol)
  const usd = assetOf(base).level
  const plain = spot(exchange, base, quote, 0, ahead)
  return {
    ...plain,
    ...grid(usd / assetOf(quote).level, usd * 10_000, exchange.digits, exchange.fives),
    blockchain: held[0]!.blockchain,
    rate: swapRate(held, plain.rate),
    pools: held.map(pool => pool.id),
    listed: Math.min(...held.map(swappedSince)),
  }
}

/** `place` is the index of the quote on the exchange. */
export interface ListedPair {
  exchange: Exchange
  base: string
  quote: string
  place: number
}

function pairs(listings: Record<string, Record<string, string>>): ListedPair[] {
  return Object.entries(listings).flatMap(([exchange, quotes]) =>
    Object.entries(quotes).flatMap(([quote, bases], place) =>
      bases.split(' ').map(base => ({ exchange: exchangeOf(exchange), base, quote, place })),
    ),
  )
}
