import type { TSchema } from '@sinclair/typebox'
import type { Bindings, Store } from '../store/store.ts'
import type { WireName } from './render.ts'
import type { WalkPosition } from './token.ts'

export interface PageQuery {
  entity: unknown
  bindings: Bindings
  parameters: Record<string, unknown>
  sort: 'asc' | 'desc'
  from: number
  until: number
  /** Earlier facts do not enter a record. */
  earliest: number
  start: number
  /** Start of the key's readable range; -Infinity if unbounded. */
  opened: number
  /** End of the walk's horizon or of the readable range; facts from then on do not enter a record. */
  horizon: number
  now: number
  /** Times outside an operation's window are clipped, not refused. */
  lenient: boolean
}

/** Separator of records. JSON strings escape line breaks, so the last record of a page can be found without parsing. */
export const recordSeparator = ',\n'

export interface Slice {
  /** ASCII as bytes, which the next slice overwrites. */
  json: string | Buffer
  count: number
  /** Position of the next slice; null at the end. */
  next: WalkPosition | null
}

export interface Source {
  /** From `position`, or from the start. May return fewer records if they are expensive. */
  slice(query: PageQuery, position: WalkPosition | null, count: number): Slice
  /** Whether a page may begin there, for positions from a client's token. */
  isPosition(position: WalkPosition, query: PageQuery): boolean
}

export interface Page {
  prepare(store: Store, row: TSchema, wireName: WireName): Source
}

export const emptySource: Source = { slice: () => ({ json: '', count: 0, next: null }), isPosition: () => true }
