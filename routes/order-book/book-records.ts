import { type Book, type Side, twiceMid } from '../../src/market/books/book.ts'
import { bands } from '../../src/market/books/book-bands.ts'
import { addDepth } from '../../src/market/books/depth.ts'
import { slippageOf } from '../../src/market/books/slippage.ts'
import { formatDecimal, plainNumber } from '../../src/market/numbers/decimal.ts'
import { Json } from '../../src/operations/render.ts'
import type { BookFold } from '../readers/book-fold.ts'
import type { BookCall } from './book-pages.ts'
import { LevelLines } from './level-lines.ts'

// Parts of records: each function returns the values of its fields in order.

/** `bid_volume…` and `ask_volume…` by band. */
export const depthFields: readonly string[] = ['bid', 'ask'].flatMap(side => bands.map(band => `${side}_volume${band}`))

export function depth({ bids, asks }: Book, { instrument }: BookCall): string[] {
  const text = (volume: number) => formatDecimal(volume, instrument.precision.amount)
  return [...depthOf(bids), ...depthOf(asks)].map(text)
}

function depthOf(side: Side): Float64Array {
  const sums = new Float64Array(bands.length)
  addDepth(side, sums)
  return sums
}

export function meanDepth({ depth, count }: BookFold, { instrument }: BookCall): string[] {
  const whole = count * 10 ** instrument.precision.amount
  return [...depth.bid, ...depth.ask].map(sum => plainNumber(sum / whole))
}

const lines = new LevelLines()

/** `asks`, `bids`: price levels, best first. */
export function levels({ asks, bids, tick }: Book, { instrument, limit }: BookCall): Json[] {
  return [asks, bids].map(side => new Json(lines.json(side, tick, instrument.precision, limit)))
}

/** `spread`, `mid_price`. */
export function prices(book: Book, { instrument }: BookCall): (string | null)[] {
  const twice = twiceMid(book)
  if (Number.isNaN(twice)) return [null, null]
  const { price } = instrument.precision
  const spread = formatDecimal((book.asks.best - book.bids.best) * book.tick, price)
  return [spread, formatDecimal(twice * book.tick * 5, price + 1)]
}

export function meanPrices({ prices }: BookFold, { instrument }: BookCall): (string | null)[] {
  if (prices.count === 0) return [null, null]
  const whole = prices.count * 10 ** instrument.precision.price
  return [plainNumber(prices.spread / whole), plainNumber(prices.twiceMid / (2 * whole))]
}

/** `ask_slippage` of a market buy, `bid_slippage` of a market sell. */
export function slippage(book: Book, { order }: BookCall): (string | null)[] {
  return [text(slippageOf(book, 'asks', order)), text(slippageOf(book, 'bids', order))]
}

export function meanSlippage({ slippage }: BookFold): (string | null)[] {
  return [slippage.ask, slippage.bid].map(({ value }) => text(Number.isNaN(value) ? null : value))
}

function text(value: number | null): string | null {
  return value === null ? null : plainNumber(value)
}
