import { type Book, type Side, twiceMid } from './book.ts'

export interface Order {
  /** Size in the quote, as price units × amount units. */
  size: number
  reference: 'mid_price' | 'best'
}

/** Σ (pᵢ − ref) aᵢ ÷ (ref × Σ aᵢ) over the filled levels; null if the book is too thin or has no mid price. */
export function slippageOf(book: Book, name: 'bids' | 'asks', order: Order): number | null {
  const { tick } = book
  const side = name === 'bids' ? book.bids : book.asks
  const { ladder, best, near, far, worse } = side
  const reference = (order.reference === 'best' ? best : twiceMid(book) / 2) * tick
  if (order.size === 0 || Number.isNaN(reference)) return null
  const { count, nearSums, farSums } = ladder
  let [left, further, filled] = [order.size, 0, 0]
  for (let level = 0; level < count; level++) {
    if (level === 1 && order.size > upperBound(side, tick)) return null
    const away = worse * ladder.away(best, level) * tick
    const price = best * tick + away
    const offered = near * (nearSums[level + 1]! - nearSums[level]!) + far * (farSums[level + 1]! - farSums[level]!)
    const amount = price * offered < left ? offered : left / price
    further += away * amount
    filled += amount
    // Measured from the best price first, so orders within the best level agree to the last digit.
    if (price * offered >= left) return (worse * (best * tick - reference + further / filled)) / reference
    left -= price * offered
  }
  return null
}

/** Upper bound of a side's value in the quote; a larger order cannot be filled, whatever its levels. */
function upperBound({ ladder, best, near, far, worse }: Side, tick: number): number {
  const { count, nearSums, farSums } = ladder
  if (count === 0) return 0
  const dearest = worse === 1 ? best + ladder.away(best, count - 1) : best
  return dearest * tick * (near * nearSums[count]! + far * farSums[count]!) * (1 + 1e-9)
}
