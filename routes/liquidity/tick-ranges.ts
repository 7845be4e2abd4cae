import type { TSchema } from '@sinclair/typebox'
import { day, floorTo, second } from '../../src/market/time.ts'
import { asValues } from '../../src/operations/paging/keyset.ts'
import { type Page, type PageQuery, type Slice, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { statementVariants } from '../../src/operations/paging/statement-variants.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import { restFrom, withinHeld } from '../../src/operations/paging/within-held.ts'
import { escaped, recordWriter, type WireName, type WriteRecord } from '../../src/operations/render.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { withinPoolBlocks } from '../readers/block-search.ts'
import type { StoredPool } from './pool.ts'
import { type LiquidityChange, rangesAbout, TickLiquidity } from './tick-liquidity.ts'

/** State of a pool after a block. */
interface State {
  timestamp: number
  block: number
  price: number
  tick: number
}

/**
 * Pages over the states of a concentrated pool with its tick ranges. Liquidity is the sum of earlier mints and burns;
 * those before the page are summed once per page.
 */
export function tickRanges<N extends string>(filters: Record<N, string>): Page<StoredPool, RangeParameters<N>> {
  return { prepare: (store, row, wireName) => new TickRanges(store, row, wireName, filters) }
}

type RangeParameters<N extends string> = Record<N, unknown> & { price_range: number }
type RangeQuery<N extends string> = PageQuery<StoredPool, RangeParameters<N>>

class TickRanges<N extends string> implements Source<StoredPool, RangeParameters<N>> {
  readonly isPosition = integers(2)
  readonly #store: Store
  readonly #within: ReturnType<typeof withinPoolBlocks>
  readonly #filters: Record<N, string>
  readonly #names: readonly N[]
  readonly #sums: Statement<SumRow>
  /** Undefined in a store that begins with the events behind all open positions. */
  readonly #openings: Statement<SumRow> | undefined
  readonly #changes: Statement<ChangeRow>
  readonly #write: WriteRecord
  readonly #statements: (name: string, sql: () => string) => Statement<TickStateRow>

  constructor(store: Store, row: TSchema, wireName: WireName, filters: Record<N, string>) {
    this.#store = store
    this.#within = withinPoolBlocks(store)
    this.#statements = statementVariants(store)
    this.#filters = filters
    this.#names = Object.keys(filters) as N[]
    this.#sums = store.prepare(
      `SELECT lower_tick, upper_tick, sum(liquidity) FROM pool_event
       WHERE pool = :pool AND timestamp >= :from AND timestamp < :timestamp GROUP BY lower_tick, upper_tick`,
    )
    if (store.coverage.fillable)
      this.#openings = store.prepare(
        'SELECT lower_tick, upper_tick, liquidity FROM pool_opening WHERE pool = :pool AND timestamp = :midnight',
      )
    this.#changes = store.prepare(
      `SELECT lower_tick, upper_tick, liquidity, timestamp, block_number FROM pool_event
       WHERE pool = :pool AND timestamp >= :from AND timestamp <= :until ORDER BY timestamp, block_number`,
    )
    this.#write = recordWriter(row, wireName)
    for (const sort of ['asc', 'desc'] as const) this.#statement(sort, this.#names, true)
  }

  slice(query: RangeQuery<N>, position: WalkPosition | null, size: number): Slice {
    const subject = { coverage: this.#store.coverage, kind: 'pools' as const, subjects: [query.entity.id] }
    const rest = restFrom(query, position)
    const blocks = this.#within(query, rest)
    return withinHeld(subject, { ...rest, ...blocks }, held => this.#slice(held, position, size))
  }

  #slice(query: RangeQuery<N>, position: WalkPosition | null, size: number): Slice {
    const states = this.#read(query, position, size + 1)
    const [rest] = states.splice(size)
    const ordered = query.sort === 'asc' ? states : states.toReversed()
    const records = this.#records(query, ordered)
    if (query.sort === 'desc') records.reverse()
    return sliceOf(records, rest ? [rest.timestamp, rest.block] : null)
  }

  #read({ parameters, bindings, ...query }: RangeQuery<N>, position: WalkPosition | null, count: number): State[] {
    const names = this.#names
    const given = names.filter(name => parameters[name] !== undefined)
    const { from, until, now, horizon } = query
    const filters = asValues(Object.fromEntries(names.map(name => [name, parameters[name]])))
    const [timestamp = 0, block = 0] = position ?? []
    const all = { ...bindings, ...filters, from, until, now, horizon, timestamp, block, count }
    return this.#statement(query.sort, given, position !== null)
      .all(all)
      .map(stateOf)
  }

  #statement(sort: 'asc' | 'desc', given: readonly N[], resumed: boolean): Statement<TickStateRow> {
    const variant = `${sort} ${given} ${resumed}`
    // SQLite seeks with the first of several bounds; the walk's position is the tightest.
    const bounds = given.map(name => this.#filters[name]!)
    if (resumed) bounds.unshift(`(timestamp, block_number) ${sort === 'asc' ? '>=' : '<='} (:timestamp, :block)`)
    return this.#statements(
      variant,
      () => `SELECT timestamp, block_number, price, tick FROM pool_state
       WHERE ${['pool = :pool', ...bounds, 'timestamp >= :from', 'timestamp < :until'].join(' AND ')}
       ORDER BY timestamp ${sort}, block_number ${sort} LIMIT :count`,
    )
  }

  /** @param states ordered by time. */
  #records({ entity, bindings, parameters }: RangeQuery<N>, states: readonly State[]): string[] {
    const [first, last] = [states[0], states.at(-1)]
    if (!first || !last) return []
    const pool = bindings.pool!
    const liquidity = new TickLiquidity(this.#before(first.timestamp, entity.id))
    const changes = this.#changes.all({ pool, from: first.timestamp, until: last.timestamp })
    let next = 0
    return states.map(state => {
      for (; next < changes.length && isUntil(changes[next]!, state); next++) liquidity.add(changeOf(changes[next]!))
      const snapshots = rangesAbout(state.price, parameters.price_range, liquidity, entity)
      return this.#write({ ...recordOf(state), ...bindings, pool_name: escaped(bindings.pool_name), snapshots })
    })
  }

  /** The sums of what was minted and burned before a time: a history has them as of each midnight. */
  #before(timestamp: number, pool: number): LiquidityChange[] {
    if (!this.#openings) return this.#sums.all({ pool, timestamp, from: Number.MIN_SAFE_INTEGER }).map(changeOf)
    const midnight = floorTo(timestamp, day)
    this.#store.coverage.need('pool-openings', pool, midnight, midnight + 1)
    this.#store.coverage.need('pools', pool, midnight, timestamp)
    const opened = this.#openings.all({ pool, midnight })
    return [...opened, ...this.#sums.all({ pool, timestamp, from: midnight })].map(changeOf)
  }
}

function recordOf({ block, price, tick, timestamp }: State) {
  return { block_number: block, current_tick: tick, current_price: price, datetime: Math.floor(timestamp / second) }
}

type TickStateRow = [timestamp: number, block: number, price: number | string, tick: number]

function stateOf([timestamp, block, price, tick]: TickStateRow): State {
  return { timestamp, block, price: Number(price), tick }
}

type SumRow = [lower: number, upper: number, liquidity: number]
type ChangeRow = [...SumRow, timestamp: number, block: number]

function changeOf([lower, upper, liquidity]: SumRow | ChangeRow): LiquidityChange {
  return { lower, upper, liquidity }
}

function isUntil([, , , timestamp, block]: ChangeRow, state: State): boolean {
  return timestamp < state.timestamp || (timestamp === state.timestamp && block <= state.block)
}
