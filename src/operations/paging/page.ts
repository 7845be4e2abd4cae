import type { TSchema } from '@sinclair/typebox'
import type { Bindings, Store } from '../../store/store.ts'
import type { WireName } from '../render.ts'
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
  /** Time of the clock, which may be after the horizon. */
  clock: number
  /** Times outside an operation's window are clipped, not refused. */
  lenient: boolean
  /** The instruments of the key's plan, as `exchange/class/code` with `*`; undefined: all. */
  plan?: readonly string[] | undefined
  /** URL of the call, without its query. */
  url: string
}

/** Separator of records. JSON strings escape line breaks, so the last record of a page can be found without parsing. */
export const recordSeparator = ',\n'

export interface Slice {
  /** ASCII as bytes, which the next slice overwrites. */
  json: string | Buffer
  count: number
  /** Position of the next slice; null at the end. */
  next: WalkPosition | null
  /** The fields beside `data`, for pages of one slice: `,"complete_output":true`. */
  beside?: string
}

export interface Source {
  /** From `position`, or from the start. May return fewer records if they are expensive. */
  slice(query: PageQuery, position: WalkPosition | null, size: number): Slice
  /** Whether a page may begin there, for positions from a client's token. */
  isPosition(position: WalkPosition, query: PageQuery): boolean
  /** Most records of a page, if not its size alone bounds it. */
  most?(query: PageQuery): number
  /** The times that a page spans, whether they have records or not. */
  window?(query: PageQuery, position: WalkPosition | null, size: number): { from: number; until: number }
}

export interface Page {
  prepare(store: Store, row: TSchema, wireName: WireName): Source
}

export const emptySource: Source = { slice: () => ({ json: '', count: 0, next: null }), isPosition: () => true }
