import type { TSchema } from '@sinclair/typebox'
import { ceilTo, floorTo, type Period } from '../../market/time.ts'
import type { Store } from '../../store/store.ts'
import { recordWriter, type WireName, type WriteRecord } from '../render.ts'
import type { Interval } from '../schemas.ts'
import { type Page, type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import { integers, type WalkPosition } from './token.ts'

export interface Intervals extends Period {
  interval: number
}

/** What a grid reads itself. */
export interface GridParameters {
  interval?: Interval | undefined
  start_time?: number | undefined
  end_time?: number | undefined
}

/** @template P what its reader reads besides */
export type GridPage<E = unknown, P = unknown> = Page<E, P & GridParameters>

interface IntervalReader<E = unknown, P = unknown> {
  batch: (interval: number, query: PageQuery<E, P>) => number
  /** Most intervals of a page, if its size alone does not bound it. */
  most?: (interval: number, query: PageQuery<E, P>) => number
  /** Calls `each` with every non-empty interval, in order of time. */
  read: (query: PageQuery<E, P>, intervals: Intervals, each: (timestamp: number, json: string) => void) => void
  /** The record of an interval that `read` leaves out; absent if it leaves none out. */
  empty?(timestamp: number): string
  finished?: boolean
  /** Whether only intervals that start within the store have a record, as means over the whole interval need. */
  whole?: boolean
  /** Values exist at multiples of this, and it is the interval of operations without that parameter. */
  step?: number
  /** Whether `life` also bounds queries with bounds of their own. */
  bounded?: boolean
  /** Bounds for queries without their own; null if the entity has no intervals. */
  life?: (query: PageQuery<E, P>) => Period | null
}

/** Intervals are aligned to 1970 UTC, and empty ones have a record, so the next position is arithmetic. */
export function grid<E = unknown, P = unknown>(
  prepare: (store: Store, write: WriteRecord, row: TSchema, wireName: WireName) => IntervalReader<E, P>,
): GridPage<E, P> {
  return {
    prepare: (store, row, wireName) => new Grid(prepare(store, recordWriter(row, wireName), row, wireName)),
  }
}

const isOneTime = integers(1)

type GridQuery<E, P> = PageQuery<E, P & GridParameters>

class Grid<E, P> implements Source<E, P & GridParameters> {
  readonly #reader: IntervalReader<E, P>
  readonly most?: (query: GridQuery<E, P>) => number

  constructor(reader: IntervalReader<E, P>) {
    this.#reader = reader
    if (reader.most) this.most = query => reader.most!(this.#intervalOf(query), query)
  }

  slice(query: GridQuery<E, P>, position: WalkPosition | null, size: number): Slice {
    const interval = this.#intervalOf(query)
    const { start, left } = this.#rest(query, position, interval)
    const count = Math.max(0, Math.min(size, left, this.#reader.batch(interval, query)))
    const step = query.sort === 'asc' ? interval : -interval
    const records = this.#records(query, interval, Math.min(start, start + (count - 1) * step), count)
    if (step < 0) records.reverse()
    return { json: records.join(recordSeparator), count, next: count < left ? [start + count * step] : null }
  }

  /** From the first interval to the end of the last one, at most now. */
  window(query: GridQuery<E, P>, position: WalkPosition | null, size: number): Period {
    const interval = this.#intervalOf(query)
    const { start, left } = this.#rest(query, position, interval)
    const length = Math.max(0, Math.min(size, left)) * interval
    const from = query.sort === 'asc' ? start : start + interval - length
    return { from, until: Math.max(from, Math.min(from + length, query.clock)) }
  }

  /** Where a page starts, and how many intervals are left. */
  #rest(query: GridQuery<E, P>, position: WalkPosition | null, interval: number): { start: number; left: number } {
    const { step } = this.#reader
    const { first, last } = this.#edges(step === undefined ? query : onSteps(query, step), interval)
    // Tokens are clipped to the edges: the key's readable range may have moved since the token was issued.
    const asked = position ? Number(position[0]) : query.sort === 'asc' ? first : last
    const start = query.sort === 'asc' ? Math.max(asked, first) : Math.min(asked, last)
    return { start, left: 1 + (query.sort === 'asc' ? last - start : start - first) / interval }
  }

  isPosition(position: WalkPosition, query: GridQuery<E, P>): boolean {
    return isOneTime(position) && Number(position[0]) % this.#intervalOf(query) === 0
  }

  #intervalOf({ parameters }: GridQuery<E, P>): number {
    return parameters.interval?.milliseconds ?? this.#reader.step!
  }

  #records(query: GridQuery<E, P>, interval: number, from: number, count: number): string[] {
    const records: string[] = []
    const fillTo = (index: number) => {
      while (records.length < index) records.push(this.#reader.empty?.(from + records.length * interval) ?? '')
    }
    this.#reader.read(query, { interval, from, until: from + count * interval }, (timestamp, json) => {
      fillTo((timestamp - from) / interval)
      records.push(json)
    })
    fillTo(count)
    return records
  }

  /** `last` is less than `first` if there is no interval. */
  #edges(query: GridQuery<E, P>, interval: number): { first: number; last: number } {
    const { start_time, end_time } = query.parameters
    const life = this.#reader.life?.(query)
    if (life === null) return { first: interval, last: 0 }
    const bounded = this.#reader.bounded === true
    const known =
      life && (bounded || start_time === undefined) ? { ...query, start: Math.max(query.start, life.from) } : query
    const until = life && (bounded || end_time === undefined) ? Math.min(query.until, life.until) : query.until
    const first = firstInterval(known, start_time, interval)
    const seen = this.#reader.whole ? ceilTo(query.start, interval) : first
    const last = floorTo(until - 1, interval)
    const over = this.#reader.finished ? floorTo(query.horizon, interval) - interval : last
    return { first: Math.max(first, seen), last: Math.min(last, over) }
  }
}

function onSteps<Q extends PageQuery<unknown, unknown>>(query: Q, step: number): Q {
  const last = floorTo(query.horizon - 1, step)
  return { ...query, start: ceilTo(query.start, step), until: Math.min(query.until, last + 1) }
}

/** May begin before the store, so that the first trades are in an interval. */
export function firstInterval(
  { start, opened }: Pick<PageQuery, 'start' | 'opened'>,
  asked = Number.NEGATIVE_INFINITY,
  interval: number,
): number {
  return Math.max(ceilTo(Math.max(asked, opened), interval), floorTo(start, interval))
}
