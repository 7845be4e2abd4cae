import type { Ladder } from './ladder.ts'

/** Prices are in ticks. A side without orders has no levels. */
export interface Side {
  best: number
  ladder: Ladder
  /** Scales of the ladder, in units of the instrument's amounts. */
  near: number
  far: number
  readonly worse: 1 | -1
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
  return bids.ladder.count > 0 && asks.ladder.count > 0 ? bids.best + asks.best : Number.NaN
}
