import { type Book, reaches, twiceMid } from './book.ts'

export interface Order {
  /** Size in the quote, as price units × amount units. */
  size: number
  reference: 'mid_price' | 'best'
}

/** Σ (pᵢ − ref) aᵢ ÷ (ref × Σ aᵢ) over the filled levels; null if the book is too thin or has no mid price. */
export function slippageOf(book: Book, name: 'bids' | 'asks', order: Order): number | null {
  const { tick } = book
  const side = name === 'bids' ? book.bids : book.asks
  const { best, worse } = side
  const reference = (order.reference === 'best' ? best : twiceMid(book) / 2) * tick
  if (order.size === 0 || Number.isNaN(reference)) return null
  let [left, further, filled] = [order.size, 0, 0]
  for (let level = 0; reaches(side, level); level++) {
    const away = (side.prices[level]! - best) * tick
    const price = best * tick + away
    const offered = side.sums[level + 1]! - side.sums[level]!
    const amount = price * offered < left ? offered : left / price
    further += away * amount
    filled += amount
    // Measured from the best price first, so orders within the best level agree to the last digit.
    if (price * offered >= left) return (worse * (best * tick - reference + further / filled)) / reference
    left -= price * offered
  }
  return null
}
