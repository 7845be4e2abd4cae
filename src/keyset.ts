import type { TSchema } from '@sinclair/typebox'
import type { Page, PageQuery, Slice, Source } from './page.ts'
import { columnsOf, jsonExpression, type WireName } from './render.ts'
import type { Bindings, Statement, Store, Value } from './store.ts'
import type { Position } from './token.ts'

export interface KeysetOptions {
  from: string
  where?: string
  /** SQL of the fields that are not simply the column of their name. */
  columns?: Record<string, string>
  /** What orders the rows, most significant first; together unique. A function where a parameter chooses. */
  by: readonly string[] | ((parameters: Record<string, unknown>) => readonly string[])
  /** The column that `from` and `until` bound, where rows have a time; it leads the key. */
  time?: string
  /** Conditions that apply only when their parameter is given; a list arrives as a JSON array, a boolean as 1 or 0. */
  filters?: Record<string, string>
}

/**
 * Pages over rows that exist. A page ends where the next begins: at the key of the first row that did not fit, found by
 * skipping within the index. Rows that are added meanwhile neither repeat nor vanish, since a key is no offset.
 */
export function keyset(options: KeysetOptions): Page {
  return { prepare: (store, row, wireName) => new KeysetSource(store, row, wireName, options) }
}

interface Statements {
  rows: Statement
  boundary: Statement
}

class KeysetSource implements Source {
  readonly #store: Store
  readonly #options: KeysetOptions
  readonly #select: string
  readonly #json: string
  readonly #statements = new Map<string, Statements>()

  constructor(store: Store, row: TSchema, wireName: WireName, options: KeysetOptions) {
    this.#store = store
    this.#options = options
    this.#select = columnsOf(row)
      .map(name => `${options.columns?.[name] ?? `"${name}"`} AS "${name}"`)
      .join(', ')
    this.#json = jsonExpression(row, wireName)
    this.#prepareAll()
  }

  slice(query: PageQuery, position: Position | null, count: number): Slice {
    const by = this.#keyColumns(query.parameters)
    const { rows, boundary } = this.#statementsFor(query, by, position !== null)
    const bindings = this.#bindings(query, position, count)
    const [json, found] = rows.get(bindings)!
    if (Number(found) < count) return { json: String(json ?? ''), count: Number(found), next: null }
    return { json: String(json), count, next: (boundary.get(bindings) as Position | undefined) ?? null }
  }

  /** A mistake in an operation's SQL stops the start, not a request. */
  #prepareAll(): void {
    const filters = Object.keys(this.#options.filters ?? {})
    for (const sort of ['asc', 'desc'] as const) this.#prepare(sort, this.#keyColumns({}), filters, true)
  }

  #keyColumns(parameters: Record<string, unknown>): readonly string[] {
    const { by } = this.#options
    return typeof by === 'function' ? by(parameters) : by
  }

  #statementsFor(query: PageQuery, by: readonly string[], resumed: boolean): Statements {
    const given = Object.keys(this.#options.filters ?? {}).filter(name => query.parameters[name] !== undefined)
    const variant = `${query.sort} ${resumed} ${by} ${given}`
    const known = this.#statements.get(variant)
    if (known) return known
    const statements = this.#prepare(query.sort, by, given, resumed)
    this.#statements.set(variant, statements)
    return statements
  }

  #prepare(sort: 'asc' | 'desc', by: readonly string[], given: string[], resumed: boolean): Statements {
    const { from, where, time, filters } = this.#options
    const conditions = given.map(name => filters![name]!)
    if (where) conditions.unshift(where)
    if (time) conditions.push(`${time} >= :from`, `${time} < :until`)
    if (resumed) conditions.push(`(${by}) ${sort === 'asc' ? '>=' : '<='} (${by.map((_, n) => `:position${n}`)})`)
    const rows = `FROM ${from} WHERE ${conditions.join(' AND ') || 'true'} ORDER BY ${by.map(key => `${key} ${sort}`)}`
    return {
      rows: this.#store.prepare(
        `SELECT group_concat(${this.#json}), count(*) FROM (SELECT ${this.#select} ${rows} LIMIT :count)`,
      ),
      boundary: this.#store.prepare(`SELECT ${by} ${rows} LIMIT 1 OFFSET :count`),
    }
  }

  #bindings(query: PageQuery, position: Position | null, count: number): Bindings {
    const { bindings, parameters, from, until, sort } = query
    const all: Bindings = { ...bindings, from, until, count }
    for (const name in this.#options.filters) all[name] = asValue(parameters[name])
    position?.forEach((value, n) => {
      all[`position${n}`] = value
    })
    // With the tie-break alone SQLite would seek to the range's edge and filter up to the position: narrow the range too.
    if (position && this.#options.time) {
      if (sort === 'asc') all.from = Math.max(from, Number(position[0]))
      else all.until = Math.min(until, Number(position[0]) + 1)
    }
    return all
  }
}

function asValue(parameter: unknown): Value {
  if (Array.isArray(parameter)) return JSON.stringify(parameter)
  return typeof parameter === 'boolean' ? Number(parameter) : ((parameter ?? null) as Value)
}
