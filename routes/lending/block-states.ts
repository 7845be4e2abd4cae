import type { TSchema } from '@sinclair/typebox'
import { second } from '../../src/market/time.ts'
import { merged } from '../../src/operations/paging/merged.ts'
import { type Page, type PageQuery, type Slice, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import { type ReadFeed, restFrom, withinHeld } from '../../src/operations/paging/within-held.ts'
import { fieldsWriter, type WireName } from '../../src/operations/render.ts'
import type { Row, Statement, Store } from '../../src/store/store.ts'
import { BlockClock, type BlockTime } from '../readers/block-clock.ts'
import { BlockSearch, lendingBlocks } from '../readers/block-search.ts'
import { type BlockRange, blockRange, type Chain, type MarkParameters, marks } from './block-marks.ts'

/** Something whose state changes with the blocks of its chain. */
export interface BlockEntity {
  id: number
  chain: Chain
  /** JSON of the constant fields. */
  fixed: string
}

interface BlockStateOptions<C extends BlockEntity> {
  /** Table of changes, with `timestamp` and `block_number`. */
  from: string
  /** Column of the entity's id, and the index on timestamp, block_number and id. */
  entity: string
  index: string
  columns: readonly string[]
  /** Changing fields and their values from a row. */
  fields: readonly string[]
  values: (columns: Row, entity: C) => readonly unknown[]
}

/**
 * Pages of states: every change, or at given blocks, where each entity's last change is carried forward. Ordered by
 * time, block, entity. Records are written in JavaScript, because 1,000 blocks of twenty entities have few distinct
 * states.
 */
export function blockStates<C extends BlockEntity>(options: BlockStateOptions<C>): Page<C[], MarkParameters> {
  return { prepare: (store, row, wireName) => new BlockStates(store, row, wireName, options) }
}

/** A pending record: entity, block, and the change if known. */
interface PendingRecord<C extends BlockEntity = BlockEntity> {
  entity: C
  block: BlockTime
  columns?: Row
}

type BlockKey = [time: number, number: number, id: number]

const firstKey: BlockKey = [0, 0, 0]
const lastKey: BlockKey = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

type BlockChangeRow = [time: number, number: number, id: number, ...columns: Row]
type BlockStateRow = [number: number, ...columns: Row]
type StateQuery<C> = PageQuery<C[], MarkParameters>

class BlockStates<C extends BlockEntity> implements Source<C[], MarkParameters> {
  readonly isPosition = integers(firstKey.length)
  readonly #feed: ReadFeed
  readonly #clock: BlockClock
  readonly #search: BlockSearch
  readonly #changes: Record<'asc' | 'desc', Statement<BlockChangeRow>>
  readonly #state: Statement<BlockStateRow>
  readonly #begin: Statement<[number: number]>
  readonly #write: (values: readonly unknown[]) => string
  readonly #values: BlockStateOptions<C>['values']

  constructor(store: Store, row: TSchema, wireName: WireName, options: BlockStateOptions<C>) {
    const { from, entity, index, columns, fields, values } = options
    this.#feed = { coverage: store.coverage, kind: 'lending', subjects: [0] }
    this.#clock = new BlockClock(store)
    this.#search = new BlockSearch(store, 'lending', lendingBlocks)
    this.#write = fieldsWriter(row, fields, wireName)
    this.#values = values
    const key = ['timestamp', 'block_number', entity]
    const changes = (beyond: string, sort: string) =>
      store.prepare<BlockChangeRow>(
        `SELECT ${[...key, ...columns]} FROM ${from} INDEXED BY ${index}
         WHERE timestamp >= :from AND timestamp <= :to AND (${key}) ${beyond} (:time, :number, :id)
         AND block_number BETWEEN :first AND :last AND ${entity} IN (SELECT value FROM json_each(:entities))
         ORDER BY ${key.map(column => `${column} ${sort}`)} LIMIT :count`,
      )
    this.#changes = { asc: changes('>=', 'ASC'), desc: changes('<=', 'DESC') }
    this.#state = store.prepare(
      `SELECT block_number, ${columns} FROM ${from}
       WHERE ${entity} = :id AND (timestamp, block_number) <= (:time, :number)
       ORDER BY timestamp DESC, block_number DESC LIMIT 1`,
    )
    this.#begin = store.prepare(
      `SELECT block_number FROM ${from} WHERE ${entity} = :id ORDER BY timestamp, block_number LIMIT 1`,
    )
  }

  slice(query: StateQuery<C>, position: WalkPosition | null, size: number): Slice {
    const rest = restFrom(query, position)
    const chains = query.entity.map(({ chain }) => chain.code)
    const blocks = this.#search.within(chains, rest, query.parameters, query.sort)
    return withinHeld(this.#feed, { ...rest, ...blocks }, held => this.#slice(held, position, size))
  }

  #slice(query: StateQuery<C>, position: WalkPosition | null, size: number): Slice {
    const from = position ? keyAt(position) : query.sort === 'asc' ? firstKey : lastKey
    const order = orderOf(query.sort)
    const lines = [...Map.groupBy(query.entity, ({ chain }) => chain)].map(([chain, entities]) =>
      this.#line(chain, entities, query, from, size + 1),
    )
    const due: PendingRecord<C>[] = []
    for (const record of merged(lines, (a, b) => order(keyOf(a), keyOf(b)))) {
      due.push(record)
      if (due.length > size) break
    }
    const next = due.length > size ? keyOf(due.pop()!) : null
    return sliceOf(this.#records(due, query.sort), next)
  }

  /** Records of one chain from a key on. */
  *#line(
    chain: Chain,
    entities: C[],
    query: StateQuery<C>,
    from: BlockKey,
    count: number,
  ): Generator<PendingRecord<C>> {
    const range = blockRange(this.#clock, chain, query)
    if (!range) return
    if (query.parameters.interval.text === 'change')
      return yield* this.#changed(entities, range, query.sort, from, count)
    const order = orderOf(query.sort)
    for (const record of this.#atMarks(chain, entities, range, query)) if (order(keyOf(record), from) >= 0) yield record
  }

  *#changed(
    entities: C[],
    range: BlockRange,
    sort: 'asc' | 'desc',
    from: BlockKey,
    count: number,
  ): Generator<PendingRecord<C>> {
    const [time, number, id] = from
    const byId = new Map(entities.map(entity => [entity.id, entity]))
    const bindings = { time, number, id, count, entities: JSON.stringify([...byId.keys()]) }
    const times = { from: range.first.time, to: range.last.time }
    const numbers = { first: range.first.number, last: range.last.number }
    for (const [time, number, id, ...columns] of this.#changes[sort].all({ ...bindings, ...times, ...numbers })) {
      yield { entity: byId.get(id)!, block: { time, number }, columns }
    }
  }

  *#atMarks(chain: Chain, entities: C[], range: BlockRange, query: StateQuery<C>): Generator<PendingRecord<C>> {
    const begun = entities.flatMap(entity => {
      const row = this.#begin.get({ id: entity.id })
      return row ? [{ entity, since: row[0] }] : []
    })
    if (query.sort === 'desc') begun.reverse()
    for (const block of marks(this.#clock, chain.code, range, query))
      for (const { entity, since } of begun) if (since <= block.number) yield { entity, block }
  }

  /** Descending: a state stays valid until a block before its change. */
  #records(due: PendingRecord<C>[], sort: 'asc' | 'desc'): string[] {
    const states = new Map<C, { since: number; json: string }>()
    const records = (sort === 'asc' ? due.toReversed() : due).map(({ entity, block, columns }) => {
      const { number, time } = block
      let state = states.get(entity)
      if (columns || !state || state.since > number) {
        const [since, ...read]: BlockStateRow = columns
          ? [number, ...columns]
          : this.#state.get({ id: entity.id, ...block })!
        state = { since, json: this.#write(this.#values(read, entity)) }
        states.set(entity, state)
      }
      const { code } = entity.chain
      return `{"blockchain":"${code}","block_number":${number},"datetime":${time / second},${entity.fixed},${state.json}}`
    })
    return sort === 'asc' ? records.reverse() : records
  }
}

/** BlockKey of a record and position of a walk: time, block, entity. */
function keyOf({ block, entity }: PendingRecord): BlockKey {
  return [block.time, block.number, entity.id]
}

function keyAt([time, number, id]: WalkPosition): BlockKey {
  return [Number(time), Number(number), Number(id)]
}

/** Comparison for sorting. */
function orderOf(sort: 'asc' | 'desc') {
  const sign = sort === 'asc' ? 1 : -1
  return (a: BlockKey, b: BlockKey) => {
    const at = a.findIndex((part, n) => part !== b[n])
    return at < 0 ? 0 : sign * (a[at]! - b[at]!)
  }
}
