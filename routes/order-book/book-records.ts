import { bands } from '../../src/market/book-shape.ts'
import { formatDecimal, plainNumber } from '../../src/market/decimal.ts'
import { type Book, depthOf, levelsOf, slippageOf } from './book.ts'
import type { BookCall } from './book-pages.ts'
import type { BookFold } from './books.ts'

// Parts of records: each gives the values of the fields that it names, in their order.

/** `bid_volume…` and `ask_volume…` by band. */
export const depthFields: readonly string[] = ['bid', 'ask'].flatMap(side => bands.map(band => `${side}_volume${band}`))

/** What a book holds within each band of its best prices. */
export function depth({ bids, asks }: Book, { instrument }: BookCall): string[] {
  const text = (volume: number) => formatDecimal(volume, instrument.precision.amount)
  return [...depthOf(bids, instrument), ...depthOf(asks, instrument)].map(text)
}

export function meanDepth({ depth, count }: BookFold, { instrument }: BookCall): string[] {
  const whole = count * 10 ** instrument.precision.amount
  return [...depth.bid.sums, ...depth.ask.sums].map(sum => plainNumber(sum / whole))
}

/** `asks`, `bids`: the best price levels of both sides. */
export function levels({ asks, bids }: Book, { instrument, parameters }: BookCall) {
  const limit = parameters.limit_orders as number
  return [levelsOf(asks, instrument, limit), levelsOf(bids, instrument, limit)]
}

/** `spread`, `mid_price`: the difference of the best prices, and their mean. */
export function prices({ asks, bids }: Book, { instrument }: BookCall): string[] {
  const { price } = instrument.precision
  return [formatDecimal(asks.best - bids.best, price), formatDecimal((asks.best + bids.best) * 5, price + 1)]
}

export function meanPrices({ bid, ask, count }: BookFold, { instrument }: BookCall): string[] {
  const whole = count * 10 ** instrument.precision.price
  return [plainNumber((ask - bid) / whole), plainNumber((ask + bid) / (2 * whole))]
}

/** `ask_slippage`, `bid_slippage`: of a market buy and of a market sale. */
export function slippage(book: Book, { order, instrument }: BookCall): (string | null)[] {
  return [text(slippageOf(book, 'asks', order, instrument)), text(slippageOf(book, 'bids', order, instrument))]
}

export function meanSlippage({ slippage }: BookFold): (string | null)[] {
  return [slippage.ask, slippage.bid].map(({ value }) => text(Number.isNaN(value) ? null : value))
}

function text(value: number | null): string | null {
  return value === null ? null : plainNumber(value)
}
