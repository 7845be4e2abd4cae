import type { Units } from '../numbers/decimal.ts'

/** Prices are in ticks, amounts in units of the instrument. A side without orders has no levels. */
export interface Side {
  best: number
  readonly worse: 1 | -1
  /** Levels known so far, best first: their prices, and the amount up to each, which begins with 0. */
  count: number
  prices: Float64Array
  sums: Float64Array
  /** Adds levels further out. @returns false if there are none */
  more(): boolean
}

export interface Book {
  polled: number
  timestamp: number | null
  readonly tick: number
  readonly bids: Side
  readonly asks: Side
}

/** Twice the mid price in ticks; NaN if a side has no orders. */
export function twiceMid({ bids, asks }: Book): number {
  return bids.best + asks.best
}

/** Whether the side has a level at a place, counted from 0. */
export function reaches(side: Side, place: number): boolean {
  while (side.count <= place) if (!side.more()) return false
  return true
}

/** The amount of a level, so that those of the first levels add up to their sum, also beyond 2^53. */
export function amountAt({ sums }: Side, place: number): Units {
  const [before, after] = [sums[place]!, sums[place + 1]!]
  return after <= Number.MAX_SAFE_INTEGER ? after - before : BigInt(after) - BigInt(before)
}
