import { DepthSum, farWeights, nearWeights, ticksAway } from '../seed/book-shape.ts'
import { formatDecimal } from '../seed/decimal.ts'
import type { Instrument } from './instrument.ts'
import type { Row } from './store.ts'

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

/** A market order: its size in the quote, and what its average price is compared with. */
export interface Order {
  size: number
  reference: 'mid_price' | 'best'
}

/** @param row whose columns from `first` on are `bookColumns`. */
export function bookOf(row: Row, first: number): Book {
  const [bid, ask, bidNear, bidFar, askNear, askFar] = row.slice(first, first + bookColumns.length) as number[]
  return {
    bids: { best: bid!, near: bidNear!, far: bidFar!, worse: -1 },
    asks: { best: ask!, near: askNear!, far: askFar!, worse: 1 },
  }
}

function priceOf({ best, worse }: Side, level: number, tick: number): number {
  return best + worse * ticksAway(best / tick, level) * tick
}

function amountOf({ near, far }: Side, level: number): number {
  return near * nearWeights[level]! + far * farWeights[level]!
}

/** The best price levels of a side, `limit` at most. Where prices are coarse, several levels share one and are one. */
export function levelsOf(side: Side, { tick, bookLevels, precision }: Instrument, limit: number) {
  const levels: { price: number; amount: number }[] = []
  for (let level = 0; level < bookLevels; level++) {
    const price = priceOf(side, level, tick)
    const amount = amountOf(side, level)
    const last = levels.at(-1)
    if (last?.price === price) last.amount += amount
    else if (levels.length === limit) break
    else levels.push({ price, amount })
  }
  return levels.map(({ price, amount }) => ({
    price: formatDecimal(price, precision.price),
    amount: formatDecimal(amount, precision.amount),
  }))
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
  const { tick, bookLevels, precision } = instrument
  const { [side]: taken, bids, asks } = book
  const reference = order.reference === 'best' ? taken.best : (bids.best + asks.best) / 2
  let left = order.size * 10 ** (precision.price + precision.amount)
  if (left === 0) return null
  let [paid, filled] = [0, 0]
  for (let level = 0; level < bookLevels; level++) {
    const price = priceOf(taken, level, tick)
    const amount = Math.min(amountOf(taken, level), left / price)
    paid += taken.worse * (price - reference) * amount
    filled += amount
    left -= price * amount
    if (amount < amountOf(taken, level)) return paid / (reference * filled)
  }
  return left <= 0 ? paid / (reference * filled) : null
}
