import { type Book, type Side, twiceMid } from './book.ts'

/** A market order, and what its average price is compared with. */
export interface Order {
  /** Worth of it in the quote, counted in the product of the instrument's price and amount units. */
  size: number
  reference: 'mid_price' | 'best'
}

/**
 * By how much the average price of a market order is worse than the reference, as a fraction of the reference:
 * Σ (pᵢ − ref) aᵢ ÷ (ref × Σ aᵢ) over the levels that it takes, the last of them in part, until Σ pᵢ aᵢ is its size.
 * Null where the book holds less than that, where nothing is ordered, and where there is no mid price to compare with.
 */
export function slippageOf(book: Book, side: 'bids' | 'asks', order: Order): number | null {
  const { tick } = book
  const { ladder, best, near, far, worse } = book[side]
  const reference = (order.reference === 'best' ? best : twiceMid(book) / 2) * tick
  if (order.size === 0 || Number.isNaN(reference) || order.size > mostWorth(book[side], tick)) return null
  const { nearSums, farSums } = ladder
  let [left, further, filled] = [order.size, 0, 0]
  for (let level = 0; level < ladder.count; level++) {
    const away = worse * ladder.away(best, level) * tick
    const price = best * tick + away
    const offered = near * (nearSums[level + 1]! - nearSums[level]!) + far * (farSums[level + 1]! - farSums[level]!)
    const amount = price * offered < left ? offered : left / price
    further += away * amount
    filled += amount
    // Taken against the best price first, so that all orders which it fills come out alike to the last digit.
    if (price * offered >= left) return (worse * (best * tick - reference + further / filled)) / reference
    left -= price * offered
  }
  return null
}

/** What a side is worth in the quote, at most: no level of it need be looked at to know that it cannot fill a larger order. */
function mostWorth({ ladder, best, near, far, worse }: Side, tick: number): number {
  const { count, nearSums, farSums } = ladder
  if (count === 0) return 0
  const dearest = worse === 1 ? best + ladder.away(best, count - 1) : best
  return dearest * tick * (near * nearSums[count]! + far * farSums[count]!) * (1 + 1e-9)
}
