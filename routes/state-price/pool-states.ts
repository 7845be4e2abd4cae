import { Track } from '../../src/market/track.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'

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

export type PoolTrack = Track<StoredPoolState>

interface TrackedPool {
  id: number
  inverted: boolean
}

type TrackOf = (pool: TrackedPool, from: number, until: number, opened: number) => PoolTrack

type StateRow = [
  timestamp: number,
  price: number,
  depthBelow: number,
  depthAbove: number,
  volumeBase: number,
  volumeQuote: number,
]

/** Reads states from the one current at `from`, however old; those before `opened` are not visible. */
export function poolTracksOf(store: Store): TrackOf {
  const { coverage } = store
  const isKnown = store.prepare<[1]>(
    'SELECT 1 FROM pool_state WHERE pool = :pool AND timestamp >= :from AND timestamp <= :until LIMIT 1',
  )
  const earlier = `SELECT max(timestamp) FROM pool_state
    WHERE pool = :pool AND timestamp <= :from AND timestamp >= :opened`
  const states = store.prepare<StateRow>(
    `SELECT timestamp, CAST(price AS REAL), depth_m1_quote, depth_p1_base, volume_base, volume_quote FROM pool_state
     WHERE pool = :pool AND timestamp < :until AND timestamp >= ifnull((${earlier}), :from)
     ORDER BY timestamp, block_number`,
  )
  return ({ id: pool, inverted }, from, until, opened) => {
    coverage.need('pools', pool, from, until)
    const held = coverage.backTo('pools', pool, chainsBegin, from)
    if (held !== chainsBegin && !isKnown.get({ pool, from: held, until: from }))
      coverage.needBefore('pools', pool, { from: held, until: from }, chainsBegin)
    return new Track(states.all({ pool, from, until, opened }).map(inverted ? asInvertedState : asState))
  }
}

function asState([timestamp, price, depthBelow, depthAbove, volume]: StateRow): StoredPoolState {
  return { timestamp, price, depthBelow, depthAbove, volume }
}

function asInvertedState([timestamp, price, below, above, , volume]: StateRow): StoredPoolState {
  return { timestamp, price: 1 / price, depthBelow: above, depthAbove: below, volume }
}
