import { ceilTo, day, hour } from '../../../src/market/time.ts'
import { firstInterval, type GridPage, grid, type Intervals } from '../../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../../src/operations/paging/page.ts'
import type { Interval } from '../../../src/operations/schemas.ts'
import type { NewestOf } from '../../../src/operations/variants.ts'
import type { Rate, Rates } from './exchange-rate.ts'
import type { ExchangeLists } from './pair.ts'
import { type RateRange, type RateReader, rateReader } from './rate-reader.ts'
import type { RatedPair } from './spot-graph.ts'

/** Ranges searched for the last known rate, in turn. */
const lookBacks = [hour, day, 10 * day, 100 * day, Number.POSITIVE_INFINITY]
/** Intervals of a search in one that is searched before them. */
const narrowing = 60

export interface RateParameters extends ExchangeLists {
  extrapolate_missing_values?: boolean | undefined
  sources?: boolean | undefined
}

export type RateQuery = PageQuery<RatedPair, RateParameters>

/** The fields of a record after its timestamp. */
type RateFields = (rate: Rate | undefined, price: string | null) => Record<string, unknown>

interface Timed {
  timestamp: number
  rate: Rate
}

/** A rate over all routes; `sources` are keyed by pair. */
export const routedFields: RateFields = (rate, price) => ({
  price,
  extrapolated: !rate && price !== null,
  sources: rate?.sources ?? {},
})

/** A rate of the pair's own instruments; `sources` are a list. */
export const directFields: RateFields = (rate, price) => ({
  price,
  volume: rate?.volume ?? '0',
  count: rate?.count ?? 0,
  sources: rate?.directSources ?? [],
})

/**
 * Intervals with the spot rate of a pair. `price` is null without trades, or the last one with
 * `extrapolate_missing_values`; `sources` on request.
 */
export function rateGrid(fields: RateFields): GridPage<RatedPair, RateParameters> {
  return grid<RatedPair, RateParameters>((store, write) => {
    const reader = rateReader(store)
    return {
      batch: interval => reader.batch(interval),
      read: (query, intervals, each) => {
        const series = new RateSeries(reader, query, intervals)
        for (let time = intervals.from; time < intervals.until; time += intervals.interval)
          each(time, write({ timestamp: time, ...recordOf(series.at(time), query, fields) }))
      },
    }
  })
}

function recordOf(
  { rate, price }: ReturnType<RateSeries['at']>,
  { parameters }: RateQuery,
  fields: RateFields,
): Record<string, unknown> {
  const { sources, ...plain } = fields(rate, price)
  return parameters.sources ? { ...plain, sources } : plain
}

export function rangeOf({ bindings, horizon, parameters }: RateQuery, intervals: Intervals): RateRange {
  const { include_exchanges: include, exclude_exchanges: exclude } = parameters
  const withSources = parameters.sources === true
  return { ...intervals, version: Number(bindings.version), horizon, exchanges: { include, exclude }, withSources }
}

/** Records of consecutive intervals, read in order of time. */
export class RateSeries {
  readonly #reader: RateReader
  readonly #query: RateQuery
  readonly #range: RateRange
  readonly #rates: Rates
  /** The last price before; undefined until it is looked up. */
  #last: string | null | undefined

  constructor(reader: RateReader, query: RateQuery, intervals: Intervals) {
    this.#reader = reader
    this.#query = query
    this.#range = rangeOf(query, intervals)
    this.#rates = this.#read(intervals.from, intervals.until)
  }

  /** A repeated price has no rate. */
  at(timestamp: number): { rate: Rate | undefined; price: string | null } {
    const rate = this.#rates.get(timestamp)
    const { extrapolate_missing_values } = this.#query.parameters
    const price = rate ? rate.price : extrapolate_missing_values ? this.#lookBack(timestamp) : null
    this.#last = price ?? this.#last
    return { rate, price }
  }

  #lookBack(before: number): string | null {
    if (this.#last === undefined) this.#last = this.newest(before)?.rate.price ?? null
    return this.#last
  }

  /** The last interval with a rate that starts before a time. */
  newest(before: number): Timed | null {
    const { interval } = this.#range
    const first = firstInterval(this.#query, undefined, interval)
    let until = before
    for (const span of lookBacks) {
      const from = Math.max(first, until - ceilTo(span, interval))
      const scales = scalesOf(interval).filter(scale => scale < until - from || scale === interval)
      for (const newest of this.#newestFirst(from, until, scales)) return newest
      if (from === first) break
      until = from
    }
    return null
  }

  /** Intervals with a rate, found in longer ones: an interval has a rate only if each that it is part of has one. */
  *#newestFirst(from: number, until: number, [scale, ...finer]: readonly number[]): Generator<Timed> {
    const first = from - (from % scale!)
    const rates = this.#read(finer.length === 0 ? this.#newestDirect(first, until, scale!) : first, until, scale)
    this.#reader.settle()
    for (const start of [...rates.keys()].sort((a, b) => b - a))
      if (finer.length === 0) yield { timestamp: start, rate: rates.get(start)! }
      else yield* this.#newestFirst(Math.max(from, start), Math.min(until, start + scale!), finer)
  }

  /** The last interval with trades of the pair itself, or the first: before it, no other routes need be searched. */
  #newestDirect(from: number, until: number, interval: number): number {
    const direct = this.#reader.readDirect(this.#query.entity, { ...this.#range, interval, from, until })
    return [...direct.keys()].reduce((last, time) => Math.max(last, time), from)
  }

  #read(from: number, until: number, interval = this.#range.interval): Rates {
    return this.#reader.read(this.#query.entity, { ...this.#range, interval, from, until })
  }
}

/** From the longest: multiples of each other, so that none crosses the bounds of a longer one. */
function scalesOf(interval: number): number[] {
  return interval * narrowing > narrowing * hour ? [interval] : [...scalesOf(interval * narrowing), interval]
}

/** Start of the newest interval with a rate. */
export const newestRate: NewestOf<RatedPair, RateParameters & { interval: Interval }> = store => {
  const reader = rateReader(store)
  return query => {
    const { interval } = query.parameters
    const end = Math.ceil(query.until / interval.milliseconds) * interval.milliseconds
    const none = { interval: interval.milliseconds, from: end, until: end }
    return new RateSeries(reader, query, none).newest(end)?.timestamp ?? null
  }
}
