import type { BookShape } from '../../src/market/books/book-shape.ts'
import { usualPresence } from '../../src/market/books/tiers.ts'
import { exp, power, powerOfTen, powerOfTwo } from '../../src/market/numbers/portable-math.ts'
import { activity } from '../catalogue/activity.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { isCoin } from '../catalogue/assets/asset-list.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import { type Instrument, isFilledAhead } from '../catalogue/instruments/instrument.ts'
import { keyOf, Stream } from '../hashed-draws.ts'
import { bookVenue } from './book-venues.ts'

const coins = new Set(['btc', 'eth', 'sol', 'xrp', 'link'])
const stablecoins = new Set(['usdt', 'usdc', 'dai', 'tusd', 'pyusd', 'fdusd', 'gusd', 'usdp', 'eurc'])
/** Quotes with books for all major coins; `otherQuotes` have books for bitcoin and ether only. */
const mainQuotes = new Set(['usd', 'usdt', 'eur', 'krw'])
const otherQuotes = new Set(['usdc', 'jpy', 'btc'])

/** Decentralised exchanges have no order books. */
export function hasBooks({ pools }: Instrument): boolean {
  return pools.length === 0
}

/** Whether profiles fill the books ahead; those of other instruments are filled when asked. */
export function hasBooksAhead({ id, class: kind, exchange, base, quote, pools, expiry, option }: Instrument): boolean {
  if (pools.length > 0 || !isFilledAhead(id)) return false
  // Of options, those in the middle of their chain.
  if (option && option.away !== 0) return false
  if (expiry !== null) return base === 'btc' || exchange === 'drbt'
  if (kind === 'perpetual-future') return coins.has(base)
  if (base === 'btc' || base === 'eth') return mainQuotes.has(quote) || otherQuotes.has(quote)
  return quote !== 'eur' && mainQuotes.has(quote) && (coins.has(base) || stablecoins.has(base))
}

/** Daily turnover of the busiest spot book, Coinbase's bitcoin, in USD. */
const busiest = worth(activity(exchangeOf('cbse'), 'spot', 'btc', 0))
/** USD on each side of that book within 1 % of the price. */
const deepest = 14e6
/** Coins from this popularity on have the depth of their turnover. */
const thickest = 25
/** Usual spread of that book, as a fraction of the price. */
const tightest = 0.000004
/** Share of the depth within 1 % that is quoted near the price. */
const nearShare = 0.3
/** Powers of turnover to which spreads and distances of levels are proportional: where little is traded, books are wide but not thin. */
const [spreadPower, apartPower] = [-0.85, -0.4]
/** Width of the nearest cells in distances of levels, and least as a fraction of the price. */
const [nearestCells, leastCell] = [3, 0.000025]

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
  const tightness = venue.spread * tightest * exp(0.25 * stream.normal())
  const spread = tightness * power(share, spreadPower)
  const apart = tightness * power(share, apartPower)
  const depth = venue.depth * deepest * power(share, 0.45) * exp(0.3 * stream.normal()) * thinness(instrument)
  const lots = depth / lotWorth(instrument)
  const levels = Math.max(12, Math.round(venue.levels * power(share, 0.08) * (0.85 + 0.3 * stream.unit())))
  return {
    ...common(instrument, key),
    ...grid(levels, venue.reach, Math.max(leastCell, nearestCells * apart)),
    reach: venue.reach,
    spread,
    tight: Math.min(0.8, 0.6 * power(share, 0.4)),
    ...depths(lots * nearShare, lots * (1 - nearShare), ticksOf(instrument)),
    nearWithin: 0.0003 + 3 * apart,
    unevenness: Math.round(venue.unevenness * (0.8 + 0.4 * stream.unit()) * 20) / 20,
  }
}

/** Fewer market makers quote coins of little interest than their turnover suggests. */
function thinness({ id, base, quote }: Instrument): number {
  const coin = assetOf(base)
  if (isFilledAhead(id) || !isCoin(coin) || isCoin(assetOf(quote))) return 1
  return Math.min(1, power(coin.popularity / thickest, 0.8))
}

/** A few market makers quote options far apart; distances are fractions of the premium. */
function optionShape(instrument: Instrument, key: number): BookShape {
  const lots = powerOfTen(instrument.amountDecimals) / instrument.lot
  const quotes = { reach: 0.3, spread: 0.02, tight: 0, nearWithin: 0.02, unevenness: 0.8 }
  // A premium is about a twentieth of the underlying's price.
  const depth = depths(8 * lots, 3 * lots, ticksOf(instrument) / 20)
  return { ...common(instrument, key), ...grid(14, quotes.reach, 0.006), ...quotes, ...depth }
}

function common({ exchange, tick, lot }: Instrument, key: number) {
  return { key, tick, lot, timed: bookVenue(exchange).timed ? 1 : 0 }
}

/** Cells per tier, so that tiers that double in width hold the levels and end at the reach. */
function grid(levels: number, reach: number, nearest: number): Pick<BookShape, 'cells' | 'width'> {
  for (let doublings = 0; ; doublings++) {
    const cells = Math.max(3, Math.round(levels / usualPresence / (doublings + 2)))
    const widest = 2 * cells * powerOfTwo(doublings)
    if (widest * nearest >= reach || cells === 3) return { cells, width: (1.4 * reach) / widest }
  }
}

/** Lots × ticks, so that depth keeps its worth as the price moves. */
function depths(near: number, far: number, ticks: number): Pick<BookShape, 'price' | 'near' | 'far'> {
  return { price: ticks, near: near * ticks, far: far * ticks }
}

/** Usual price. */
function ticksOf({ base, quote, priceDecimals, tick }: Instrument): number {
  return ((assetOf(base).level / assetOf(quote).level) * powerOfTen(priceDecimals)) / tick
}

/** In USD. */
export function lotWorth({ base, lot, amountDecimals }: Instrument): number {
  return (assetOf(base).level * lot) / powerOfTen(amountDecimals)
}
