import { Kind, type TSchema } from '@sinclair/typebox'
import { Recent } from '../../market/made-once.ts'
import type { Period } from '../../market/time.ts'
import type { Value } from '../../store/database/database.ts'
import type { FeedKind, FeedSubject } from '../../store/history/coverage.ts'
import type { Bindings, Statement, Store } from '../../store/store.ts'
import type { Parameters } from '../parameters.ts'
import { jsonExpression, type WireName } from '../render.ts'
import { type AnyQuery, around, type Page, recordSeparator, type Slice, type Source } from './page.ts'
import type { WalkPosition } from './token.ts'
import { withinHeld } from './within-held.ts'

/** @template N names of the parameters that it reads */
export interface KeysetOptions<N extends string = string> {
  from: string
  where?: string
  columns?: Record<string, string>
  /** Unique sort key, most significant field first; a function if a parameter chooses it. */
  by: readonly string[] | ((parameters: Record<N, unknown>) => readonly string[])
  /** Field that `from` and `until` bound. */
  time?: string | TimeField
  /** Conditions of given parameters; lists are bound as JSON arrays, booleans as 1 or 0. */
  filters?: Partial<Record<N, string>>
  /** Parameters of `where` and `columns`; null if absent. */
  reads?: readonly N[]
  /** Joins that only add fields. `from` is then one rowid table, read by index until the rows are known. */
  showing?: string
  /** The feed with these rows, of the instrument if there is one. */
  feed?: FeedKind
  /** The part of a range of the feed outside which there is no record of a query. */
  within?: (store: Store) => (query: AnyQuery, range: Period) => Period
  /** Binding that names the feed's subject, null without one; by default the instrument, if there is one. */
  feedOf?: string
  /** In place of it: binding that has all subjects as a JSON array; null: of no feed. */
  feedOfAll?: string
}

/** `unit` of the record's time in whole milliseconds; as text it is a day. */
interface TimeField {
  field: string
  column: string
  unit: number
}

/** A slice reads one row more, whose key is the next position: rows added meanwhile neither repeat nor vanish. */
export function keyset<N extends string = never>(options: KeysetOptions<N>): Page<unknown, Record<N, unknown>> {
  return { prepare: (store, row, wireName) => keysetSource(store, row, wireName, options) }
}

/** SQL condition: the column holds one of the values of a list. */
export function isAmong(column: string, parameter = column): string {
  return `${column} IN (SELECT value FROM json_each(:${parameter}))`
}

/** Ignores `sort`: for lists of codes, which have no time. */
export function ascending<E, P>(page: Page<E, P>): Page<E, P> {
  return around(page, slice => (query, position, size) => slice({ ...query, sort: 'asc' }, position, size))
}

/** Nulls come after all other values, and before them in reverse. */
const afterAll = "x'ff'"
const afterAllValue = new Uint8Array([255])

/** Statements that are kept: bounds memory if a client tries every combination of filters. */
const mostVariants = 64

function keysetSource(
  store: Store,
  row: TSchema,
  wireName: WireName,
  options: KeysetOptions,
): Source<unknown, Parameters> {
  const time = typeof options.time === 'string' ? { field: options.time, column: options.time, unit: 1 } : options.time
  const filters = Object.keys(options.filters ?? {})
  const reads = [...filters, ...(options.reads ?? [])]
  const partWithin = options.within?.(store)
  // At once, so that a mistake in the SQL shows regardless of the query.
  for (const sort of ['asc', 'desc'] as const) store.prepare(sqlOf(sort, keyFields({}), filters, true))
  const statements = new Recent<Statement>(mostVariants)

  function slice(query: AnyQuery, position: WalkPosition | null, size: number): Slice {
    const bindings = bindingsOf(query, position, size + 1)
    const read = (bindings: Bindings) => readBy(query, bindings, position !== null, size)
    const { feed, feedOfAll, feedOf = feedOfAll ?? 'instrument' } = options
    const named = bindings[feedOf] ?? 0
    if (feed === undefined || bindings[feedOf] === null) return read(bindings)
    const subjects: FeedSubject[] = feedOfAll ? JSON.parse(String(named)) : [named as FeedSubject]
    const asked = { from: Number(bindings.from), until: Number(bindings.until) }
    const range = { ...(partWithin?.(query, asked) ?? asked), sort: query.sort }
    return withinHeld({ coverage: store.coverage, kind: feed, subjects }, range, held =>
      read({ ...bindings, from: held.from, until: held.until }),
    )
  }

  function readBy(query: AnyQuery, bindings: Bindings, resumed: boolean, size: number): Slice {
    const by = keyFields(query.parameters)
    const [json, found] = statementFor(query, by, resumed).get(bindings) as [string | null, number]
    if (found <= size) return { json: json ?? '', count: found, next: null }
    const end = json!.lastIndexOf(recordSeparator)
    const next = keyOf(json!.slice(end + recordSeparator.length), by)
    return { json: json!.slice(0, end), count: size, next }
  }

  function isPosition(position: WalkPosition, { parameters }: AnyQuery): boolean {
    const by = keyFields(parameters)
    return position.length === by.length && (by[0] !== time?.field || Number.isSafeInteger(position[0]))
  }

  function keyFields(parameters: Record<string, unknown>): readonly string[] {
    const { by } = options
    return typeof by === 'function' ? by(parameters) : by
  }

  function keyOf(json: string, by: readonly string[]): WalkPosition {
    const record = JSON.parse(json)
    if (row[Kind] !== 'Object') return [record]
    return by.map(field => (field === time?.field ? timeOf(record[field], time.unit) : record[wireName(field)]))
  }

  function statementFor(query: AnyQuery, by: readonly string[], resumed: boolean): Statement {
    const given = filters.filter(name => query.parameters[name] !== undefined)
    const variant = `${query.sort} ${resumed} ${by.join()} ${given.join()}`
    return statements.of(variant, () => store.prepare(sqlOf(query.sort, by, given, resumed)))
  }

  function sqlOf(sort: 'asc' | 'desc', by: readonly string[], given: readonly string[], resumed: boolean): string {
    const { from, where, showing } = options
    const conditions = given.map(name => options.filters![name]!)
    if (where) conditions.unshift(where)
    if (time) conditions.push(`${time.column} >= :from`, `${time.column} < :until`)
    const keys = by.map(field => keyExpression(field))
    // SQLite seeks with the first of several bounds; the walk's position is the tightest.
    if (resumed) conditions.unshift(`(${keys}) ${sort === 'asc' ? '>=' : '<='} (${by.map((_, n) => `:position${n}`)})`)
    const record = `${jsonExpression(row, columnsOf(), wireName, store.generated)} AS record`
    const found = `FROM ${from} WHERE ${conditions.join(' AND ') || 'true'}
      ORDER BY ${keys.map(key => `${key} ${sort}`)} LIMIT :count`
    const records = showing
      ? `SELECT ${record} FROM (SELECT rowid AS found ${found}) CROSS JOIN ${from} ON ${from}.rowid = found ${showing}`
      : `SELECT ${record} ${found}`
    // SQLite guarantees this order only for ORDER BY inside group_concat, which would sort again; the paging tests
    // check it.
    return `SELECT group_concat(record, '${recordSeparator}'), count(*) FROM (${records})`
  }

  function columnsOf(): Record<string, string> {
    const { columns = {} } = options
    if (!time || time.unit === 1) return columns
    return { [time.field]: `${time.column} / ${time.unit}`, ...columns }
  }

  function keyExpression(field: string): string {
    if (field === time?.field) return time.column
    const expression = options.columns?.[field] ?? field
    const nullable = row.properties?.[field]?.anyOf?.some((schema: TSchema) => schema[Kind] === 'Null')
    return nullable ? `ifnull(${expression}, ${afterAll})` : expression
  }

  function bindingsOf(query: AnyQuery, position: WalkPosition | null, count: number): Bindings {
    const { bindings, parameters, from, until, horizon, now, sort, plan } = query
    const all: Bindings = { ...bindings, from, until, horizon, now, count, plan: asValue(plan) }
    for (const name of reads) all[name] = asValue(parameters[name])
    position?.forEach((value, n) => {
      all[`position${n}`] = value ?? afterAllValue
    })
    // With the tie-break alone SQLite would seek to the edge of the range and filter; narrow the range too.
    if (position && time && keyFields(parameters)[0] === time.field) {
      if (sort === 'asc') all.from = Math.max(from, Number(position[0]))
      else all.until = Math.min(until, Number(position[0]) + 1)
    }
    return all
  }

  return { slice, isPosition }
}

function timeOf(written: string | number, unit: number): number {
  return typeof written === 'string' ? Date.parse(written) : written * unit
}

/** Parameters as statements bind them. */
export function asValues(parameters: Parameters): Bindings {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, asValue(value)]))
}

export function asValue(parameter: unknown): Value {
  if (Array.isArray(parameter)) return JSON.stringify(parameter)
  return typeof parameter === 'boolean' ? Number(parameter) : ((parameter ?? null) as Value)
}
