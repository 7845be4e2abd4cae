import type { TSchema } from '@sinclair/typebox'
import { second } from '../../src/market/time.ts'
import { merged } from '../../src/operations/paging/merged.ts'
import { type Page, type PageQuery, type Slice, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import { fieldsWriter, type WireName } from '../../src/operations/render.ts'
import type { Store } from '../../src/store/store.ts'
import { type BlockTime, blockClock } from '../readers/block-clock.ts'
import { type BlockRange, blockRange, type Chain, type MarkParameters, marks } from './block-marks.ts'
import { heldBlocks, type StoredLendingMarket } from './lending-markets.ts'

const columns =
  'total_liquidity, total_borrowed, stable_borrowed, supply_rate, stable_borrow_rate, variable_borrow_rate'
type SnapshotColumns = [
  total: number,
  borrowed: number,
  stable: number | null,
  supplyRate: number,
  stableRate: number | null,
  variableRate: number,
]

/** The fields of a record that change. */
const fields = [
  'total_liquidity',
  'available_liquidity',
  'total_borrowed',
  'supply_rate',
  'stable_borrow_rate',
  'variable_borrow_rate',
  'metadata',
]

/** Balances are stored in millionths, so a quotient is the nearest double. */
function valuesOf([total, borrowed, stable, ...rates]: SnapshotColumns, { balances }: StoredLendingMarket): unknown[] {
  const available = (total - borrowed) / 1e6
  const metadata = {
    debts: { total_borrowed_stable: (stable ?? 0) / 1e6, total_borrowed_variable: (borrowed - (stable ?? 0)) / 1e6 },
    reserves: { total_reserves: available },
    none: {},
  }
  return [total / 1e6, available, borrowed / 1e6, ...rates, metadata[balances]]
}

/**
 * Pages of the states of markets: every change, or at given blocks, where each market's last change is carried forward.
 * Ordered by time, block, market. Records are written in JavaScript, because 1,000 blocks of twenty markets have few
 * distinct states.
 */
export const blockStates: Page<StoredLendingMarket[], MarkParameters> = { prepare: statesIn }

/** A pending record: market, block, and the change if known. */
interface PendingRecord {
  market: StoredLendingMarket
  block: BlockTime
  columns?: SnapshotColumns
}

type BlockKey = [time: number, number: number, id: number]

const firstKey: BlockKey = [0, 0, 0]
const lastKey: BlockKey = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

type BlockChangeRow = [time: number, number: number, id: number, ...columns: SnapshotColumns]
type BlockStateRow = [number: number, ...columns: SnapshotColumns]
type StateQuery = PageQuery<StoredLendingMarket[], MarkParameters>

function statesIn(store: Store, row: TSchema, wireName: WireName): Source<StoredLendingMarket[], MarkParameters> {
  const clock = blockClock(store)
  const heldOf = heldBlocks(store)
  const write = fieldsWriter(row, fields, wireName)
  const key = ['timestamp', 'block_number', 'market']
  const changesBeyond = (beyond: string, sort: string) =>
    store.prepare<BlockChangeRow>(
      `SELECT ${key}, ${columns} FROM lending_snapshot INDEXED BY lending_snapshot_time
       WHERE timestamp >= :from AND timestamp <= :to AND (${key}) ${beyond} (:time, :number, :id)
       AND block_number BETWEEN :first AND :last AND market IN (SELECT value FROM json_each(:markets))
       ORDER BY ${key.map(column => `${column} ${sort}`)} LIMIT :count`,
    )
  const changes = { asc: changesBeyond('>=', 'ASC'), desc: changesBeyond('<=', 'DESC') }
  const lastState = store.prepare<BlockStateRow>(
    `SELECT block_number, ${columns} FROM lending_snapshot
     WHERE market = :id AND (timestamp, block_number) <= (:time, :number)
     ORDER BY timestamp DESC, block_number DESC LIMIT 1`,
  )
  const begin = store.prepare<[number: number]>(
    `SELECT block_number FROM lending_snapshot WHERE market = :id ORDER BY timestamp, block_number LIMIT 1`,
  )

  function slice(query: StateQuery, position: WalkPosition | null, size: number): Slice {
    return heldOf(query, position, held => statesOf(held, position, size))
  }

  function statesOf(query: StateQuery, position: WalkPosition | null, size: number): Slice {
    const from = position ? (position.map(Number) as BlockKey) : query.sort === 'asc' ? firstKey : lastKey
    const order = orderOf(query.sort)
    const lines = [...Map.groupBy(query.entity, ({ chain }) => chain)].map(([chain, markets]) =>
      line(chain, markets, query, from, size + 1),
    )
    const due: PendingRecord[] = []
    for (const record of merged(lines, (a, b) => order(keyOf(a), keyOf(b)))) {
      due.push(record)
      if (due.length > size) break
    }
    const next = due.length > size ? keyOf(due.pop()!) : null
    return sliceOf(records(due, query.sort), next)
  }

  /** Records of one chain from a key on. */
  function* line(
    chain: Chain,
    markets: StoredLendingMarket[],
    query: StateQuery,
    from: BlockKey,
    count: number,
  ): Generator<PendingRecord> {
    const range = blockRange(clock, chain, query)
    if (!range) return
    if (query.parameters.interval.text === 'change') return yield* changed(markets, range, query.sort, from, count)
    const order = orderOf(query.sort)
    for (const record of atMarks(chain, markets, range, query)) if (order(keyOf(record), from) >= 0) yield record
  }

  function* changed(
    markets: StoredLendingMarket[],
    range: BlockRange,
    sort: 'asc' | 'desc',
    from: BlockKey,
    count: number,
  ): Generator<PendingRecord> {
    const [time, number, id] = from
    const byId = new Map(markets.map(market => [market.id, market]))
    const bindings = { time, number, id, count, markets: JSON.stringify([...byId.keys()]) }
    const times = { from: range.first.time, to: range.last.time }
    const numbers = { first: range.first.number, last: range.last.number }
    for (const [time, number, id, ...columns] of changes[sort].all({ ...bindings, ...times, ...numbers })) {
      yield { market: byId.get(id)!, block: { time, number }, columns }
    }
  }

  function* atMarks(
    chain: Chain,
    markets: StoredLendingMarket[],
    range: BlockRange,
    query: StateQuery,
  ): Generator<PendingRecord> {
    const begun = markets.flatMap(market => {
      const row = begin.get({ id: market.id })
      return row ? [{ market, since: row[0] }] : []
    })
    if (query.sort === 'desc') begun.reverse()
    for (const block of marks(clock, chain.code, range, query))
      for (const { market, since } of begun) if (since <= block.number) yield { market, block }
  }

  /** Descending: a state stays valid until a block before its change. */
  function records(due: PendingRecord[], sort: 'asc' | 'desc'): string[] {
    const states = new Map<StoredLendingMarket, { since: number; json: string }>()
    const records = (sort === 'asc' ? due.toReversed() : due).map(({ market, block, columns }) => {
      const { number, time } = block
      let state = states.get(market)
      if (columns || !state || state.since > number) {
        const [since, ...read]: BlockStateRow = columns
          ? [number, ...columns]
          : lastState.get({ id: market.id, ...block })!
        state = { since, json: write(valuesOf(read, market)) }
        states.set(market, state)
      }
      const { code } = market.chain
      return `{"blockchain":"${code}","block_number":${number},"datetime":${time / second},${market.fixed},${state.json}}`
    })
    return sort === 'asc' ? records.reverse() : records
  }

  return { slice, isPosition: integers(firstKey.length) }
}

/** Key of a record and position of a walk: time, block, market. */
function keyOf({ block, market }: PendingRecord): BlockKey {
  return [block.time, block.number, market.id]
}

/** Comparison for sorting. */
function orderOf(sort: 'asc' | 'desc') {
  const sign = sort === 'asc' ? 1 : -1
  return (a: BlockKey, b: BlockKey) => {
    const at = a.findIndex((part, n) => part !== b[n])
    return at < 0 ? 0 : sign * (a[at]! - b[at]!)
  }
}
