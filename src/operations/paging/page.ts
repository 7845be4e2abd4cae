import type { TSchema } from '@sinclair/typebox'
import { Failure } from '../../base/failure.ts'
import type { Period } from '../../market/time.ts'
import type { Bindings, Store } from '../../store/store.ts'
import type { Parameters } from '../parameters.ts'
import type { WireName } from '../render.ts'
import type { WalkPosition } from './token.ts'

/** @template E what the path names @template P the parameters, times in milliseconds */
export interface PageQuery<E = unknown, P = unknown> extends Period {
  entity: E
  bindings: Bindings
  parameters: P
  sort: 'asc' | 'desc'
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
  /** Whether the clock stands still, so that a response depends on nothing else. */
  frozen: boolean
  /** Times outside an operation's window are clipped, not refused. */
  lenient: boolean
  /** The instruments of the key's plan, as `exchange/class/code` with `*`; undefined: all. */
  plan?: readonly string[] | undefined
  /** URL of the call, without its query. */
  url: string
}

/** Of any operation, as the stages of a request see them. */
export type AnyQuery = PageQuery<unknown, Parameters>
export type AnySource = Source<unknown, Parameters>
export type AnyPage = Page<unknown, Parameters>

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
  /** Of a slice without records, if the page knows it. */
  whyEmpty?: string
}

/** @param next position of the next slice; null at the end */
export function sliceOf(records: readonly string[], next: WalkPosition | null): Slice {
  return { json: records.join(recordSeparator), count: records.length, next }
}

export const emptySlice: Slice = { json: '', count: 0, next: null }

/** A page that is never resumed. @param prepare of its records, with the fields beside `data` */
export function onePage<E, P>(
  prepare: (
    store: Store,
    row: TSchema,
    wireName: WireName,
  ) => (query: PageQuery<E, P>) => { records: readonly object[]; beside?: object; whyEmpty?: string },
): Page<E, P> {
  return {
    prepare(store, row, wireName) {
      const read = prepare(store, row, wireName)
      const slice = (query: PageQuery<E, P>) => {
        const { records, beside, whyEmpty } = read(query)
        const texts = records.map(record => JSON.stringify(record))
        const more = beside && { beside: `,${JSON.stringify(beside).slice(1, -1)}` }
        return { ...sliceOf(texts, null), ...more, ...(whyEmpty !== undefined && { whyEmpty }) }
      }
      return { isPosition: () => false, slice }
    },
  }
}

/** A page whose slices are read in another way, from those of a page. */
export function around<E, P>(
  page: Page<E, P>,
  prepare: (slice: Source<E, P>['slice'], store: Store) => Source<E, P>['slice'],
): Page<E, P> {
  return {
    prepare(store, row, wireName) {
      const source = page.prepare(store, row, wireName)
      return {
        isPosition: (position, query) => source.isPosition(position, query),
        slice: prepare((query, position, size) => source.slice(query, position, size), store),
      }
    },
  }
}

/** What a query names; with lenient validation, why it is unknown. */
export function orReason<T>({ lenient }: PageQuery, find: () => T): [found: T] | [found: undefined, reason: string] {
  try {
    return [find()]
  } catch (error) {
    if (lenient && error instanceof Failure) return [undefined, error.message]
    throw error
  }
}

/** Members are properties, so that a source of one entity does not pass for a source of another. */
export interface Source<E = unknown, P = unknown> {
  /** From `position`, or from the start. May return fewer records if they are expensive. */
  slice: (query: PageQuery<E, P>, position: WalkPosition | null, size: number) => Slice
  /** Whether a page may begin there, for positions from a client's token. */
  isPosition: (position: WalkPosition, query: PageQuery<E, P>) => boolean
  /** Most records of a page, if not its size alone bounds it. */
  most?: (query: PageQuery<E, P>) => number
  /** The times that a page spans, whether they have records or not. */
  window?: (query: PageQuery<E, P>, position: WalkPosition | null, size: number) => Period
}

export interface Page<E = unknown, P = unknown> {
  prepare: (store: Store, row: TSchema, wireName: WireName) => Source<E, P>
}

export const emptySource: Source = { slice: () => emptySlice, isPosition: () => true }
