import type { BookShape } from '../../src/market/book-shape.ts'
import { exp, log, powerOfTen } from '../../src/market/portable-math.ts'
import { day } from '../../src/market/time.ts'
import { activity } from '../catalogue/activity.ts'
import { assetOf } from '../catalogue/asset-catalogue.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { keyOf, Stream } from '../hash.ts'
import { bookVenue } from './book-venues.ts'

const coins = new Set(['btc', 'eth', 'sol', 'xrp', 'link'])
const stablecoins = new Set(['usdt', 'usdc', 'dai', 'tusd', 'pyusd', 'fdusd', 'gusd', 'usdp', 'eurc'])
/** Quotes with books for all major coins; `otherQuotes` have books for bitcoin and ether only. */
const mainQuotes = new Set(['usd', 'usdt', 'eur', 'krw'])
const otherQuotes = new Set(['usdc', 'jpy', 'btc'])
/** A future has books while its expiry is the next quarterly one. */
const nearest = 92 * day
/** An option has books if its strike was near the price when listed. */
const [lowestStrike, highestStrike] = [0.9, 1]

/** Null if the instrument has no order books. */
export function booksSince(instrument: Instrument): number | null {
  const { class: kind, base, quote, pools, expiry, option } = instrument
  if (pools.length > 0) return null
  if (option && (option.multiple < lowestStrike || option.multiple > highestStrike)) return null
  if (expiry !== null) return base === 'btc' || instrument.exchange === 'drbt' ? expiry - nearest : null
  if (kind === 'perpetual-future') return coins.has(base) ? 0 : null
  if (base === 'btc' || base === 'eth') return mainQuotes.has(quote) || otherQuotes.has(quote) ? 0 : null
  return quote !== 'eur' && mainQuotes.has(quote) && (coins.has(base) || stablecoins.has(base)) ? 0 : null
}

/** Daily turnover of the busiest spot book, Coinbase's bitcoin, in USD. */
const busiest = worth(activity(exchangeOf('cbse'), 'spot', 'btc', 0))
/** USD on each side of that book within 1 % of the price. */
const deepest = 14e6
/** Usual spread of that book, as a fraction of the price. */
const tightest = 0.000004
/** Share of the depth within 1 % that is quoted near the price. */
const nearShare = 0.3
/** Least lots per unit of weight, so that the scale can move, and greatest weight of a side. */
const [fewestLots, mostWeight] = [20, 3_000]

function worth({ rate, orderSize }: { rate: number; orderSize: number }): number {
  return rate * orderSize
}

/** Deeper and tighter with turnover, with the traits of the exchange. */
export function bookShape(seed: string, instrument: Instrument): BookShape {
  const key = keyOf(seed, 'book', instrument.exchange, instrument.class, instrument.code)
  const stream = new Stream(key)
  return instrument.option ? optionShape(instrument, key) : usualShape(instrument, key, stream)
}

function usualShape(instrument: Instrument, key: number, stream: Stream): BookShape {
  const venue = bookVenue(instrument.exchange)
  const share = worth(instrument) / busiest
  const spread = venue.spread * tightest * power(share, -0.4) * exp(0.25 * stream.normal())
  const depth = venue.depth * deepest * power(share, 0.45) * exp(0.3 * stream.normal())
  const lots = depth / lotWorth(instrument)
  const levels = Math.max(12, Math.round(venue.levels * power(share, 0.08) * (0.85 + 0.3 * stream.unit())))
  return {
    ...common(instrument, key),
    levels,
    reach: venue.reach,
    step: Math.max(0.5 * spread, 0.000003),
    spread,
    tight: Math.min(0.8, 0.6 * power(share, 0.25)),
    ...scales(lots * nearShare, lots * (1 - nearShare)),
    nearWithin: 0.0003 + 3 * spread,
    unevenness: venue.unevenness * (0.8 + 0.4 * stream.unit()),
  }
}

/** A few market makers quote options far apart; distances are fractions of the premium. */
function optionShape(instrument: Instrument, key: number): BookShape {
  const lots = powerOfTen(instrument.amountDecimals) / instrument.lot
  const levels = { levels: 14, reach: 0.3, step: 0.006, spread: 0.02, tight: 0 }
  return { ...common(instrument, key), ...levels, ...scales(8 * lots, 3 * lots), nearWithin: 0.02, unevenness: 0.8 }
}

function common({ exchange, tick, lot }: Instrument, key: number) {
  return { key, tick, lot, timed: bookVenue(exchange).timed ? 1 : 0 }
}

/** @param near lots per side near the price @param far lots per side further out, within 1 % */
function scales(near: number, far: number) {
  const [nearWeight, farWeight] = [near, far].map(lots => Math.min(mostWeight, Math.max(20, lots / fewestLots)))
  return { near: near / nearWeight!, nearWeight: nearWeight!, far: far / farWeight!, farWeight: farWeight! }
}

function lotWorth({ base, lot, amountDecimals }: Instrument): number {
  return (assetOf(base).level * lot) / powerOfTen(amountDecimals)
}

function power(base: number, exponent: number): number {
  return exp(exponent * log(base))
}
