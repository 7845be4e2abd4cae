import type { Ladder } from './ladder.ts'

/** One side of an order book. A side without orders has no levels. */
export interface Side {
  /** The best price, in ticks. */
  best: number
  ladder: Ladder
  /** The scales of the ladder, in units of the instrument's amounts. */
  near: number
  far: number
  /** Which way prices get worse: 1 for asks, -1 for bids. */
  readonly worse: 1 | -1
}

/** An order book at the time it was polled. */
export interface Book {
  /** Milliseconds since 1970 UTC, like the exchange's own time, which some exchanges do not give. */
  polled: number
  timestamp: number | null
  /** In units of the instrument's prices. */
  readonly tick: number
  readonly bids: Side
  readonly asks: Side
}

/** Twice the mid price, in ticks; NaN where a side has no orders. */
export function twiceMid({ bids, asks }: Book): number {
  return bids.ladder.count > 0 && asks.ladder.count > 0 ? bids.best + asks.best : Number.NaN
}
