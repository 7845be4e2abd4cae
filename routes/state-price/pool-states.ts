import type { Row, Statement, Store } from '../../src/store/store.ts'

/** What a pool was after a block: in whole tokens of the base and of the quote. */
export interface PoolState {
  timestamp: number
  /** Of the base in the quote. */
  price: number
  /** Quote that sales take out until the price is 1 % lower, and base that purchases take out until it is 1 % higher. */
  depthBelow: number
  depthAbove: number
  /** Base that the block's swaps traded. */
  volume: number
}

/** Reads what pools were, block by block. */
export class PoolStateReader {
  readonly #states: Statement

  constructor(store: Store) {
    const earlier = `SELECT max(timestamp) FROM pool_state
      WHERE pool = :pool AND timestamp <= :from AND timestamp >= :opened`
    this.#states = store.prepare(
      `SELECT timestamp, CAST(price AS REAL), depth_m1_quote, depth_p1_base, volume_base FROM pool_state
       WHERE pool = :pool AND timestamp < :until AND timestamp >= ifnull((${earlier}), :from)
       ORDER BY timestamp, block_number`,
    )
  }

  /** From the state that stands at `from` on. @param opened before which nothing may be told. */
  track(pool: number, from: number, until: number, opened: number): PoolTrack {
    return new PoolTrack(this.#states.all({ pool, from, until, opened }).map(asState))
  }
}

function asState(row: Row): PoolState {
  const [timestamp, price, depthBelow, depthAbove, volume] = row as number[]
  return { timestamp, price, depthBelow, depthAbove, volume } as PoolState
}

/** What one pool was over a stretch of time; asked for in order of time. */
export class PoolTrack {
  readonly #states: readonly PoolState[]
  #next = 0

  constructor(states: readonly PoolState[]) {
    this.#states = states
  }

  /** After its last block at or before a time; undefined where none is known. */
  at(time: number): PoolState | undefined {
    while (this.#next < this.#states.length && this.#states[this.#next]!.timestamp <= time) this.#next++
    return this.#states[this.#next - 1]
  }
}
