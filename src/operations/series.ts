import type { Row, Statement, Store } from '../store/store.ts'
import { type Page, type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import { valuesWriter } from './render.ts'
import type { Position } from './token.ts'

export interface SeriesOptions {
  from: string
  where: string
  columns: readonly string[]
  /** The column that orders the rows, each of which has a time of its own; it comes first in a row. */
  time: string
}

/** Makes the records of one query from its rows: values in the order of the fields. */
export type SeriesShape = (query: PageQuery) => (row: Row) => readonly unknown[]

/**
 * Pages over rows that stand at times of their own and whose records are made in JavaScript: 100 order books with their
 * 32 bands cost 1 ms as SQL expressions, 0.3 ms so. Otherwise as keyset: a page ends where the next begins.
 */
export function series(options: SeriesOptions, shape: SeriesShape): Page {
  return {
    prepare: (store, row, wireName) => new SeriesSource(store, options, shape, valuesWriter(row, wireName)),
  }
}

class SeriesSource implements Source {
  readonly #statements: Record<'asc' | 'desc', Statement>
  readonly #shape: SeriesShape
  readonly #write: (values: readonly unknown[]) => string

  constructor(store: Store, options: SeriesOptions, shape: SeriesShape, write: (values: readonly unknown[]) => string) {
    const { from, where, columns, time } = options
    const statement = (sort: string) =>
      store.prepare(
        `SELECT ${[time, ...columns]} FROM ${from} WHERE ${where} AND ${time} >= :from AND ${time} < :until
         ORDER BY ${time} ${sort} LIMIT :count`,
      )
    this.#statements = { asc: statement('asc'), desc: statement('desc') }
    this.#shape = shape
    this.#write = write
  }

  slice(query: PageQuery, position: Position | null, count: number): Slice {
    const rows = this.#statements[query.sort].all({ ...query.bindings, ...bounds(query, position), count: count + 1 })
    const next = rows.length > count ? [rows.pop()![0] as number] : null
    const valuesOf = this.#shape(query)
    return { json: rows.map(row => this.#write(valuesOf(row))).join(recordSeparator), count: rows.length, next }
  }
}

/** Times are unique, so a position is the edge of what is left. */
function bounds({ from, until, sort }: PageQuery, position: Position | null): { from: number; until: number } {
  if (!position) return { from, until }
  const time = Number(position[0])
  return sort === 'asc' ? { from: Math.max(from, time), until } : { from, until: Math.min(until, time + 1) }
}
