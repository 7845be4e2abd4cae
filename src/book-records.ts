import { bands } from '../seed/book-shape.ts'
import { formatDecimal, plainNumber } from '../seed/decimal.ts'
import type { BookCall } from './book-pages.ts'
import type { BookFold } from './books.ts'
import { type Book, depthOf, levelsOf, slippageOf } from './order-book.ts'

/** The names of a depth's fields, with the side and the place of their bands, in the order of the wire. */
const depthFields = (['bid', 'ask'] as const).flatMap(side =>
  bands.map((name, band) => ({ name: `${side}_volume${name}`, side, band })),
)
export const depthNames: readonly string[] = depthFields.map(({ name }) => name)

type Volumes = { bid: readonly number[]; ask: readonly number[] }

function depthRecord(volumes: Volumes, text: (volume: number) => string): Record<string, string> {
  const record: Record<string, string> = {}
  for (const { name, side, band } of depthFields) record[name] = text(volumes[side][band]!)
  return record
}

/** What a book holds within each band of its best prices. */
export function depth(book: Book, { instrument }: BookCall) {
  const volumes = { bid: depthOf(book.bids, instrument), ask: depthOf(book.asks, instrument) }
  return depthRecord(volumes, volume => formatDecimal(volume, instrument.precision.amount))
}

export function meanDepth({ depth, count }: BookFold, { instrument }: BookCall) {
  const whole = count * 10 ** instrument.precision.amount
  return depthRecord({ bid: depth.bid.sums, ask: depth.ask.sums }, sum => plainNumber(sum / whole))
}

/** The best price levels of both sides. */
export function levels({ asks, bids }: Book, { instrument, parameters }: BookCall) {
  const limit = parameters.limit_orders as number
  return { asks: levelsOf(asks, instrument, limit), bids: levelsOf(bids, instrument, limit) }
}

/** The spread is the difference of the best prices, the mid price their mean. */
export function prices({ asks, bids }: Book, { instrument }: BookCall) {
  const { price } = instrument.precision
  return {
    spread: formatDecimal(asks.best - bids.best, price),
    mid_price: formatDecimal((asks.best + bids.best) * 5, price + 1),
  }
}

export function meanPrices({ bid, ask, count }: BookFold, { instrument }: BookCall) {
  const whole = count * 10 ** instrument.precision.price
  return { spread: plainNumber((ask - bid) / whole), mid_price: plainNumber((ask + bid) / (2 * whole)) }
}

/** Of a market buy and of a market sale. */
export function slippage(book: Book, { order, instrument }: BookCall) {
  return {
    ask_slippage: text(slippageOf(book, 'asks', order, instrument)),
    bid_slippage: text(slippageOf(book, 'bids', order, instrument)),
  }
}

export function meanSlippage({ slippage }: BookFold) {
  return { ask_slippage: text(slippage.ask.value), bid_slippage: text(slippage.bid.value) }
}

function text(value: number | null): string | null {
  return value === null ? null : plainNumber(value)
}
