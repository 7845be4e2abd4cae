import { day, hour } from '../../src/market/time.ts'
import { firstInterval, grid, type Intervals } from '../../src/operations/grid.ts'
import type { Page, PageQuery } from '../../src/operations/page.ts'
import { recordWriter } from '../../src/operations/render.ts'
import type { Rate, RateRange } from './exchange-rate.ts'
import { RateReader } from './exchange-rate.ts'
import type { Pair } from './pair.ts'

/** Ranges searched for the last known rate, in turn. */
const lookBacks = [hour, day, 10 * day, Number.POSITIVE_INFINITY]

/**
 * Intervals with the spot rate of a pair. `price` is null without trades, or the last one with
 * `extrapolate_missing_values`; `sources` on request.
 */
export function rateGrid(): Page {
  return grid((store, row, wireName) => {
    const reader = new RateReader(store)
    const write = recordWriter(row, wireName)
    return {
      batch: interval => reader.batch(interval),
      empty: () => '',
      read: (query, intervals, each) => {
        const series = new RateSeries(reader, query, intervals)
        for (let time = intervals.from; time < intervals.until; time += intervals.interval)
          each(time, write(series.at(time)))
      },
    }
  })
}

/** Records of consecutive intervals, read in order of time. */
class RateSeries {
  readonly #reader: RateReader
  readonly #query: PageQuery
  readonly #range: RateRange
  readonly #rates: Map<number, Rate>
  /** The last price before; undefined until it is looked up. */
  #last: string | null | undefined

  constructor(reader: RateReader, query: PageQuery, intervals: Intervals) {
    const { bindings, horizon, parameters } = query
    const { include_exchanges: include, exclude_exchanges: exclude } = parameters as Record<string, string[]>
    const withSources = parameters.sources === true
    const exchanges = { ...(include && { include }), ...(exclude && { exclude }) }
    this.#reader = reader
    this.#query = query
    this.#range = { ...intervals, version: Number(bindings.version), horizon, exchanges, withSources }
    this.#rates = this.#read(intervals.from, intervals.until)
  }

  at(timestamp: number) {
    const { extrapolate_missing_values, sources } = this.#query.parameters
    const rate = this.#rates.get(timestamp)
    const price = rate ? rate.price : extrapolate_missing_values ? this.#lastBefore(timestamp) : null
    this.#last = price ?? this.#last
    const extrapolated = !rate && price !== null
    return { timestamp, price, extrapolated, ...(sources ? { sources: rate?.sources ?? {} } : {}) }
  }

  #lastBefore(timestamp: number): string | null {
    if (this.#last === undefined) this.#last = this.#lookBack(timestamp)
    return this.#last
  }

  #lookBack(before: number): string | null {
    const { interval } = this.#range
    const first = firstInterval(this.#query, undefined, interval)
    for (const span of lookBacks) {
      const from = Math.max(first, before - Math.ceil(span / interval) * interval)
      const rates = this.#read(from, before)
      if (rates.size > 0) return rates.get(Math.max(...rates.keys()))!.price
      if (from === first) return null
    }
    return null
  }

  #read(from: number, until: number): Map<number, Rate> {
    return this.#reader.read(this.#query.entity as Pair, { ...this.#range, from, until })
  }
}
