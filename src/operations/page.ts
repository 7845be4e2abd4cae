import type { TSchema } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { WireName } from './render.ts'
import type { WalkPosition } from './token.ts'

/** The rows and order of a walk. Times in milliseconds since 1970 UTC. */
export interface PageQuery {
  entity: unknown
  bindings: Bindings
  parameters: Record<string, unknown>
  sort: 'asc' | 'desc'
  from: number
  until: number
  /** Facts before this do not enter a record: the later of `start` and `opened`. */
  earliest: number
  start: number
  /** Start of the key's readable range; -Infinity if unbounded. */
  opened: number
  /**
   * Facts from this time on do not enter a record: the earlier of the walk's horizon and the end of the readable range.
   */
  horizon: number
  /** Current time of the walk. */
  now: number
  /** Whether times outside an operation's window are clipped rather than refused. */
  lenient: boolean
}

/** Separator of records. JSON strings escape line breaks, so the last record of a page can be found without parsing. */
export const recordSeparator = ',\n'

/** Consecutive records of a walk. */
export interface Slice {
  /** JSON of the records, with separators between them; ASCII as bytes, which the source's next slice overwrites. */
  json: string | Buffer
  count: number
  /** Position of the next slice; null at the end. */
  next: WalkPosition | null
}

/** An operation's rows in one store. */
export interface Source {
  /** Up to `count` records from `position`, or from the start. May return fewer if records are expensive. */
  slice(query: PageQuery, position: WalkPosition | null, count: number): Slice
  /** Whether a page may begin at a position from a client's token. */
  isPosition(position: WalkPosition, query: PageQuery): boolean
}

/** How an operation's rows are found; prepared against a store. */
export interface Page {
  prepare(store: Store, row: TSchema, wireName: WireName): Source
}

export const emptySource: Source = { slice: () => ({ json: '', count: 0, next: null }), isPosition: () => true }
