import { type Static, Type } from '@sinclair/typebox'
import { day, floorTo, second } from '../../src/market/time.ts'
import { keyset } from '../../src/operations/paging/keyset.ts'
import { type Page, sliceOf } from '../../src/operations/paging/page.ts'
import { escaped, recordWriter } from '../../src/operations/render.ts'
import { ExactNumber } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { withinPoolBlocks } from '../readers/block-search.ts'
import type { StoredPool } from './pool.ts'
import { type LiquidityChange, rangesAbout, TickLiquidity } from './tick-liquidity.ts'

/** State of a pool after a block. */
const PoolState = Type.Object({
  timestamp: Type.Integer(),
  block_number: Type.Integer(),
  price: ExactNumber(),
  tick: Type.Integer(),
})
type State = Static<typeof PoolState>

type RangeParameters<N extends string> = Record<N, unknown> & { price_range: number }

/**
 * Pages over the states of a concentrated pool with its tick ranges. Liquidity is the sum of earlier mints and burns;
 * those before the page are summed once per page.
 */
export function tickRanges<N extends string>(filters: Record<N, string>): Page<StoredPool, RangeParameters<N>> {
  const states = keyset<N>({
    from: 'pool_state',
    where: 'pool = :pool',
    by: ['timestamp', 'block_number'],
    time: 'timestamp',
    filters,
    feed: 'pools',
    within: withinPoolBlocks,
    feedOf: 'pool',
  })
  return {
    prepare(store, row, wireName) {
      const source = states.prepare(store, PoolState, wireName)
      const liquidityAfter = liquidityReader(store)
      const write = recordWriter(row, wireName)
      return {
        isPosition: (...asked) => source.isPosition(...asked),
        slice(query, position, size) {
          const { entity: pool, bindings, parameters, sort } = query
          const slice = source.slice(query, position, size)
          if (slice.count === 0) return slice
          const found: State[] = JSON.parse(`[${slice.json}]`)
          if (sort === 'desc') found.reverse()
          const liquidity = liquidityAfter(pool.id, found)
          const records = found.map(state => {
            const snapshots = rangesAbout(state.price, parameters.price_range, liquidity(state), pool)
            return write({ ...recordOf(state), ...bindings, pool_name: escaped(bindings.pool_name), snapshots })
          })
          return sliceOf(sort === 'desc' ? records.reverse() : records, slice.next)
        },
      }
    },
  }
}

function recordOf({ block_number, price, tick, timestamp }: State) {
  return { block_number, current_tick: tick, current_price: price, datetime: Math.floor(timestamp / second) }
}

type SumRow = [lower: number, upper: number, liquidity: number]
type ChangeRow = [...SumRow, timestamp: number, block: number]

function liquidityReader(store: Store) {
  const { coverage } = store
  const sums = store.prepare<SumRow>(
    `SELECT lower_tick, upper_tick, sum(liquidity) FROM pool_event
     WHERE pool = :pool AND timestamp >= :from AND timestamp < :timestamp GROUP BY lower_tick, upper_tick`,
  )
  /** None in a store that begins with the events behind all open positions. */
  const openings = coverage.fillable
    ? store.prepare<SumRow>(
        'SELECT lower_tick, upper_tick, liquidity FROM pool_opening WHERE pool = :pool AND timestamp = :midnight',
      )
    : undefined
  const changesIn = store.prepare<ChangeRow>(
    `SELECT lower_tick, upper_tick, liquidity, timestamp, block_number FROM pool_event
     WHERE pool = :pool AND timestamp >= :from AND timestamp <= :until ORDER BY timestamp, block_number`,
  )

  /** The liquidity after states, which are asked for in order. The object is reused. @param states ordered by time */
  function after(pool: number, states: readonly State[]): (state: State) => TickLiquidity {
    const from = states[0]!.timestamp
    const liquidity = new TickLiquidity(before(from, pool))
    const changes = changesIn.all({ pool, from, until: states.at(-1)!.timestamp })
    let next = 0
    return state => {
      for (; next < changes.length && isUntil(changes[next]!, state); next++) liquidity.add(changeOf(changes[next]!))
      return liquidity
    }
  }

  /** The sums of what was minted and burned before a time: a history has them as of each midnight. */
  function before(timestamp: number, pool: number): LiquidityChange[] {
    if (!openings) return sums.all({ pool, timestamp, from: Number.MIN_SAFE_INTEGER }).map(changeOf)
    const midnight = floorTo(timestamp, day)
    coverage.need('pool-openings', pool, midnight, midnight + 1)
    coverage.need('pools', pool, midnight, timestamp)
    const opened = openings.all({ pool, midnight })
    return [...opened, ...sums.all({ pool, timestamp, from: midnight })].map(changeOf)
  }

  return after
}

function changeOf([lower, upper, liquidity]: SumRow | ChangeRow): LiquidityChange {
  return { lower, upper, liquidity }
}

function isUntil([, , , timestamp, block]: ChangeRow, state: State): boolean {
  return timestamp < state.timestamp || (timestamp === state.timestamp && block <= state.block_number)
}
