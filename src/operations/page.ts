import type { TSchema } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { WireName } from './render.ts'
import type { Position } from './token.ts'

/** One walk's question: which rows, in which order. Times in milliseconds since 1970 UTC. */
export interface PageQuery {
  /** What the path was about, and how statements bind it. */
  entity: unknown
  bindings: Bindings
  /** The call's parameters, read. */
  parameters: Record<string, unknown>
  sort: 'asc' | 'desc'
  /** First time that may appear, and the first that may not. */
  from: number
  until: number
  /** No fact before this enters a record: the later one of `start` and `opened`. */
  earliest: number
  /** Where what the store knows begins. */
  start: number
  /** Where what the key may read begins; -Infinity where that is not bounded. */
  opened: number
  /** No fact at or after this enters a record: the walk's horizon, and the end of what the key may read. */
  horizon: number
  /** What the walk takes for now. */
  now: number
  /** Whether times outside an operation's window are clipped to it rather than refused. */
  lenient: boolean
}

/**
 * What stands between records. JSON allows the line break, and within a record it cannot occur, since JSON writes it as
 * \\n in a text: so the last record of a page can be told from the others without parsing them.
 */
export const recordSeparator = ',\n'

/** Consecutive records of a walk. */
export interface Slice {
  /** JSON of the records, with separators between them. */
  json: string
  count: number
  /** Where the next slice begins; null where nothing follows. */
  next: Position | null
}

/** An operation's rows, ready to be read from one store. */
export interface Source {
  /** Up to `count` records from `position` on, or from the start. Fewer only where none follow or they are dear. */
  slice(query: PageQuery, position: Position | null, count: number): Slice
}

/** How an operation's rows are found; prepared against a store before the first of them is. */
export interface Page {
  prepare(store: Store, row: TSchema, wireName: WireName): Source
}

/** Rows of what does not exist. */
export const emptySource: Source = { slice: () => ({ json: '', count: 0, next: null }) }
