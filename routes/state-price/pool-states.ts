import { type Coverage, chainsBegin } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** State of a pool after a block, in whole tokens of base and quote. */
export interface StoredPoolState {
  timestamp: number
  /** Price of the base in the quote. */
  price: number
  /** Depths: quote taken out until the price falls by 1 %, base taken out until it rises by 1 %. */
  depthBelow: number
  depthAbove: number
  /** Base volume of the block's swaps. */
  volume: number
}

export class PoolStateReader {
  readonly #states: Statement<StateRow>
  readonly #isKnown: Statement<[1]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#isKnown = store.prepare(
      'SELECT 1 FROM pool_state WHERE pool = :pool AND timestamp >= :from AND timestamp <= :until LIMIT 1',
    )
    const earlier = `SELECT max(timestamp) FROM pool_state
      WHERE pool = :pool AND timestamp <= :from AND timestamp >= :opened`
    this.#states = store.prepare(
      `SELECT timestamp, CAST(price AS REAL), depth_m1_quote, depth_p1_base, volume_base, volume_quote FROM pool_state
       WHERE pool = :pool AND timestamp < :until AND timestamp >= ifnull((${earlier}), :from)
       ORDER BY timestamp, block_number`,
    )
  }

  /** From the state current at `from`. @param opened earlier states are not visible. */
  track({ id, inverted }: TrackedPool, from: number, until: number, opened: number): PoolTrack {
    this.#needStates(id, from, until)
    return new PoolTrack(this.#states.all({ pool: id, from, until, opened }).map(inverted ? asInvertedState : asState))
  }

  /** Also the state before the range, however old. */
  #needStates(pool: number, from: number, until: number): void {
    this.#coverage.need('pools', pool, from, until)
    const held = this.#coverage.backTo('pools', pool, chainsBegin, from)
    if (held === chainsBegin || this.#isKnown.get({ pool, from: held, until: from })) return
    this.#coverage.needBefore('pools', pool, { from: held, until: from }, chainsBegin)
  }
}

interface TrackedPool {
  id: number
  inverted: boolean
}

type StateRow = [
  timestamp: number,
  price: number,
  depthBelow: number,
  depthAbove: number,
  volumeBase: number,
  volumeQuote: number,
]

function asState([timestamp, price, depthBelow, depthAbove, volume]: StateRow): StoredPoolState {
  return { timestamp, price, depthBelow, depthAbove, volume }
}

function asInvertedState([timestamp, price, below, above, , volume]: StateRow): StoredPoolState {
  return { timestamp, price: 1 / price, depthBelow: above, depthAbove: below, volume }
}

/** States of one pool over a range, read in order of time. */
export class PoolTrack {
  readonly #states: readonly StoredPoolState[]
  #next = 0

  constructor(states: readonly StoredPoolState[]) {
    this.#states = states
  }

  /** State after the last block at or before a time; undefined if unknown. */
  at(time: number): StoredPoolState | undefined {
    while (this.#next < this.#states.length && this.#states[this.#next]!.timestamp <= time) this.#next++
    return this.#states[this.#next - 1]
  }
}
