import { integersOf } from '../../src/market/numbers/packed.ts'
import { ceilTo, floorTo, hour, minute } from '../../src/market/time.ts'
import type { Intervals } from '../../src/operations/paging/grid.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { Currency, FxPair } from '../subjects/fx-pair.ts'

const minutesPerHour = hour / minute

/** A minute or an hour with trades; rates against the dollar, in stored units of each currency. */
interface TradedPart {
  timestamp: number
  /** Sums over the minutes. */
  totals: RatePair
  /** Rates of the last minute. */
  lasts: RatePair
}

type EachSum = (timestamp: number, sums: RatePair, lasts: RatePair) => void

export interface RatePair {
  base: number
  quote: number
}

/**
 * Reads mean exchange rates: the base's mean dollar rate ÷ the quote's. Inverse and cross rates therefore agree. Every
 * minute counts alike; a minute without a rate repeats the last one.
 */
export class FxReader {
  readonly #minutes: Statement<[timestamp: number, rates: Buffer | string]>
  readonly #hours: Statement<[timestamp: number, totals: string, lasts: string]>
  readonly #latest: Statement<[timestamp: number | null]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    const range = 'WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp'
    this.#minutes = store.prepare(`SELECT timestamp, rates FROM fx_minute ${range}`)
    this.#hours = store.prepare(`SELECT timestamp, totals, lasts FROM fx_hour ${range}`)
    this.#latest = store.prepare('SELECT max(timestamp) FROM fx_minute WHERE timestamp < :from')
  }

  /** Calls `each` with every interval in order of time; the rate is null before the first one known. */
  read(pair: FxPair, intervals: Intervals, each: (timestamp: number, rate: number | null) => void): void {
    this.sums(pair, intervals, intervals.until, (timestamp, { base, quote }) => {
      const rate = base / pair.base.scale / (quote / pair.quote.scale)
      each(timestamp, Number.isNaN(rate) ? null : rate)
    })
  }

  /**
   * Sums over the whole minutes of every interval before the horizon, NaN if any is before the first rate known; of an
   * interval without such a minute, and as `lasts` of all, over the last minute known at its end.
   */
  sums(pair: FxPair, { interval, from, until }: Intervals, horizon: number, each: EachSum): void {
    const whole = Math.max(from, Math.min(until, horizon - (horizon % interval)))
    const middle = interval % hour === 0 ? whole : from
    this.#sumParts(pair, { interval, from, until: middle }, hour, horizon, each)
    this.#sumParts(pair, { interval, from: middle, until }, minute, horizon, each)
  }

  /** @param width of the parts read; intervals of whole, finished hours need no minutes */
  #sumParts(pair: FxPair, { interval, from, until }: Intervals, width: number, horizon: number, each: EachSum): void {
    if (from >= until) return
    this.#coverage.need('fx', 0, from, until)
    const before = this.#before(pair, from)
    const traded = width === hour ? this.#hoursOf(pair, from, until) : this.#minutesOf(pair, from, until, before)
    let standing = before?.lasts
    let next = 0
    for (let start = from; start < until; start += interval) {
      const end = floorTo(Math.min(start + interval, horizon), width)
      const first = ceilTo(start, width)
      while (traded[next] && traded[next]!.timestamp < Math.min(first, end)) standing = traded[next++]!.lasts
      const sums = { base: 0, quote: 0 }
      for (let time = first; time < end; time += width) {
        const part = traded[next]?.timestamp === time ? traded[next++] : undefined
        add(sums, part?.totals ?? times(standing, width / minute))
        standing = part?.lasts ?? standing
      }
      const lasts = times(standing, 1)
      each(start, first < end ? sums : lasts, lasts)
    }
  }

  /** The last minute with trades before a time. */
  #before(pair: FxPair, from: number): TradedPart | undefined {
    const [latest] = this.#latest.get({ from })!
    return latest === null ? undefined : this.#minutesOf(pair, floorTo(latest, hour), latest + minute).at(-1)
  }

  /** A row holds the rates of the hour's first minute; later rows hold changes. */
  #minutesOf({ base, quote }: FxPair, from: number, until: number, before?: TradedPart): TradedPart[] {
    let previous = before
    return this.#minutes.all({ from, until }).map(([timestamp, rates]) => {
      const changes = integersOf(rates)
      const known =
        previous && floorTo(previous.timestamp, hour) === floorTo(timestamp, hour) ? previous.lasts : undefined
      const lasts = {
        base: rateOf(base, changes, known?.base),
        quote: rateOf(quote, changes, known?.quote),
      }
      previous = { timestamp, totals: lasts, lasts }
      return previous
    })
  }

  #hoursOf({ base, quote }: FxPair, from: number, until: number): TradedPart[] {
    return this.#hours.all({ from, until }).map(([timestamp, ...texts]) => {
      const [totals, lasts] = [integersOf(texts[0]), integersOf(texts[1])]
      return {
        timestamp,
        totals: { base: rateOf(base, totals, 0, minutesPerHour), quote: rateOf(quote, totals, 0, minutesPerHour) },
        lasts: { base: rateOf(base, lasts), quote: rateOf(quote, lasts) },
      }
    })
  }
}

/** A currency's value in a row plus the known value; the dollar has none, because its rate is 1. */
function rateOf({ place }: Currency, values: readonly number[], known = 0, minutes = 1): number {
  return place === null ? minutes : known + values[place]!
}

function times(rates: RatePair | undefined, minutes: number): RatePair {
  return { base: (rates?.base ?? Number.NaN) * minutes, quote: (rates?.quote ?? Number.NaN) * minutes }
}

function add(sum: RatePair, { base, quote }: RatePair): void {
  sum.base += base
  sum.quote += quote
}
