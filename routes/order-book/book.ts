import { DepthSum, farWeights, heldIn, nearWeights, ticksAway } from '../../src/market/book-shape.ts'
import { formatDecimal } from '../../src/market/decimal.ts'
import type { Row } from '../../src/store/store.ts'
import type { Instrument } from '../readers/instrument.ts'

/** The columns of a stored order book, beside its time, in the order of `bookOf`. */
export const bookColumns = ['bid', 'ask', 'bid_near', 'bid_far', 'ask_near', 'ask_far'] as const

/** One side of a book: its best price and the scales of its levels, in the instrument's units. */
interface Side {
  best: number
  near: number
  far: number
  /** Which way prices get worse: 1 for asks, -1 for bids. */
  worse: 1 | -1
}

export interface Book {
  bids: Side
  asks: Side
}

/** A market order, and what its average price is compared with. */
export interface Order {
  /** Worth of it in the quote, counted in the product of the instrument's price and amount units. */
  size: number
  reference: 'mid_price' | 'best'
}

/** @param row whose columns from `first` on are `bookColumns`. */
export function bookOf(row: Row, first: number): Book {
  const at = (column: number) => row[first + column] as number
  return {
    bids: { best: at(0), near: at(2), far: at(3), worse: -1 },
    asks: { best: at(1), near: at(4), far: at(5), worse: 1 },
  }
}

/** The best price levels of a side, `limit` at most. Where prices are coarse, several levels share one and are one. */
export function levelsOf({ best, near, far, worse }: Side, instrument: Instrument, limit: number) {
  const { tick, bookLevels, precision } = instrument
  const levels: { price: string; amount: string }[] = []
  let amount = 0
  let away = 0
  for (let level = 0; level <= bookLevels && levels.length < limit; level++) {
    const next = level < bookLevels ? ticksAway(best / tick, level) : Number.NaN
    if (next !== away) {
      const price = formatDecimal(best + worse * away * tick, precision.price)
      levels.push({ price, amount: formatDecimal(amount, precision.amount) })
      amount = 0
    }
    away = next
    amount += near * nearWeights[level]! + far * farWeights[level]!
  }
  return levels
}

/** What a side holds within each band of its best price, by band. */
export function depthOf({ best, near, far }: Side, { tick, bookLevels }: Instrument): readonly number[] {
  const sum = new DepthSum(bookLevels)
  sum.add(best / tick, near, far)
  return sum.sums
}

/**
 * By how much the average price of a market order is worse than the reference, as a fraction of the reference:
 * Σ (pᵢ − ref) aᵢ ÷ (ref × Σ aᵢ) over the levels that it takes, the last of them in part, until Σ pᵢ aᵢ is its size.
 * Null where the book holds less than that, or nothing is ordered.
 */
export function slippageOf(book: Book, side: 'bids' | 'asks', order: Order, instrument: Instrument): number | null {
  const { tick, bookLevels } = instrument
  const { best, near, far, worse } = book[side]
  const reference = order.reference === 'best' ? best : (book.bids.best + book.asks.best) / 2
  const ticks = best / tick
  if (order.size === 0 || order.size > mostWorth(book[side], instrument)) return null
  let [left, further, filled] = [order.size, 0, 0]
  for (let level = 0; level < bookLevels; level++) {
    const price = best + worse * ticksAway(ticks, level) * tick
    const offered = near * nearWeights[level]! + far * farWeights[level]!
    const amount = price * offered < left ? offered : left / price
    further += (price - best) * amount
    filled += amount
    // Taken against the best price first, so that all orders which it fills come out alike to the last digit.
    if (price * offered >= left) return (worse * (best - reference + further / filled)) / reference
    left -= price * offered
  }
  return null
}

/** What a side is worth in the quote, at most: no level of it need be looked at to know that it cannot fill a larger order. */
function mostWorth({ best, near, far, worse }: Side, { tick, bookLevels }: Instrument): number {
  const dearest = worse === 1 ? best + ticksAway(best / tick, bookLevels - 1) * tick : best
  return dearest * heldIn(bookLevels, near, far) * (1 + 1e-9)
}
