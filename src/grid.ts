import type { BarFold } from '../seed/bar.ts'
import { BarReader } from './bars.ts'
import type { Instrument } from './instrument.ts'
import type { Interval } from './nouns.ts'
import { type Page, type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import { recordWriter } from './render.ts'
import type { Store } from './store.ts'
import type { Position } from './token.ts'

/** The fields of a record besides its timestamp; null stands for an interval without trades. */
type Shape = (bar: BarFold | null) => Record<string, string | number | null>

/**
 * Pages over intervals: every one is there, also those without trades, so the next page's edge is arithmetic. Intervals
 * are counted from 1970 UTC; one belongs to a query if its start does. Those that nobody asked for by name, before
 * the first trade and after the last one of an ended instrument, are left out.
 */
export function barGrid(shape: Shape): Page {
  return {
    prepare: (store, row, wireName) => {
      const write = recordWriter(row, wireName)
      return new BarGrid(store, (timestamp, bar) => write({ timestamp, ...shape(bar) }))
    },
  }
}

class BarGrid implements Source {
  readonly #reader: BarReader
  readonly #write: (timestamp: number, bar: BarFold | null) => string

  constructor(store: Store, write: (timestamp: number, bar: BarFold | null) => string) {
    this.#reader = new BarReader(store)
    this.#write = write
  }

  slice(query: PageQuery, position: Position | null, wanted: number): Slice {
    const interval = (query.parameters.interval as Interval).milliseconds
    const edges = edgesOf(query, interval)
    const start = position ? Number(position[0]) : query.sort === 'asc' ? edges.first : edges.last
    const left = 1 + (query.sort === 'asc' ? edges.last - start : start - edges.first) / interval
    const count = Math.max(0, Math.min(wanted, left, this.#reader.batch(interval)))
    const step = query.sort === 'asc' ? interval : -interval
    const records = this.#records(query, interval, Math.min(start, start + (count - 1) * step), count)
    if (step < 0) records.reverse()
    return { json: records.join(recordSeparator), count, next: count < left ? [start + count * step] : null }
  }

  /** The records of `count` intervals from the one that starts at `from`, in order of time. */
  #records(query: PageQuery, interval: number, from: number, count: number): string[] {
    const records: string[] = []
    const range = { interval, from, until: from + count * interval, horizon: query.horizon }
    const bars = { instrument: query.entity as Instrument, version: Number(query.bindings.version), ...range }
    const fillTo = (index: number) => {
      while (records.length < index) records.push(this.#write(from + records.length * interval, null))
    }
    this.#reader.read(bars, (timestamp, fold) => {
      fillTo((timestamp - from) / interval)
      records.push(this.#write(timestamp, fold))
    })
    fillTo(count)
    return records
  }
}

/** The starts of a query's first and last interval; the last lies before the first where there is none. */
function edgesOf(query: PageQuery, interval: number): { first: number; last: number } {
  const { start, end } = query.entity as Instrument
  const { start_time, end_time } = query.parameters
  const from =
    start_time === undefined ? Math.max(query.from, start === null ? query.until : floor(start, interval)) : query.from
  const until = end_time === undefined && end !== null ? Math.min(query.until, end + 1) : query.until
  return { first: Math.ceil(from / interval) * interval, last: floor(until - 1, interval) }
}

function floor(time: number, interval: number): number {
  return time - (time % interval)
}
