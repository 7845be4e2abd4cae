import { integersOf } from '../../src/market/packed.ts'
import { hour, minute } from '../../src/market/time.ts'
import type { Intervals } from '../../src/operations/grid.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { Currency, FxPair } from './fx-pair.ts'

const minutesPerHour = hour / minute

/** A minute or an hour with trades; rates against the dollar, in stored units of each currency. */
interface TradedPart {
  timestamp: number
  /** Sums over the minutes. */
  totals: RatePair
  /** Rates of the last minute. */
  lasts: RatePair
}

interface RatePair {
  base: number
  quote: number
}

/**
 * Reads mean exchange rates: the base's mean dollar rate ÷ the quote's. Inverse and cross rates therefore agree. Every
 * minute counts alike; a minute without a rate repeats the last one.
 */
export class FxReader {
  readonly #minutes: Statement
  readonly #hours: Statement
  readonly #latest: Statement

  constructor(store: Store) {
    const range = 'WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp'
    this.#minutes = store.prepare(`SELECT timestamp, rates FROM fx_minute ${range}`)
    this.#hours = store.prepare(`SELECT timestamp, totals, lasts FROM fx_hour ${range}`)
    this.#latest = store.prepare('SELECT max(timestamp) FROM fx_minute WHERE timestamp < :from')
  }

  /** Calls `each` with every interval in order of time; the rate is null before the first one known. */
  read(
    pair: FxPair,
    { interval, from, until }: Intervals,
    each: (timestamp: number, rate: number | null) => void,
  ): void {
    const width = interval % hour === 0 ? hour : minute
    const before = this.#before(pair, from)
    const traded = width === hour ? this.#hoursOf(pair, from, until) : this.#minutesOf(pair, from, until, before)
    let standing = before?.lasts
    let next = 0
    for (let start = from; start < until; start += interval) {
      const sum = { base: 0, quote: 0 }
      for (let time = start; time < start + interval; time += width) {
        const part = traded[next]?.timestamp === time ? traded[next++] : undefined
        add(sum, part?.totals ?? times(standing, width / minute))
        standing = part?.lasts ?? standing
      }
      const rate = sum.base / pair.base.scale / (sum.quote / pair.quote.scale)
      each(start, Number.isNaN(rate) ? null : rate)
    }
  }

  /** The last minute with trades before a time. */
  #before(pair: FxPair, from: number): TradedPart | undefined {
    const [latest] = this.#latest.get({ from }) as [number | null]
    return latest === null ? undefined : this.#minutesOf(pair, floorHour(latest), latest + minute).at(-1)
  }

  /** A row holds the rates of the hour's first minute; later rows hold changes. */
  #minutesOf({ base, quote }: FxPair, from: number, until: number, before?: TradedPart): TradedPart[] {
    let previous = before
    return this.#minutes.all({ from, until }).map(row => {
      const timestamp = row[0] as number
      const changes = integersOf(row[1] as Buffer | string)
      const known = previous && floorHour(previous.timestamp) === floorHour(timestamp) ? previous.lasts : undefined
      const lasts = {
        base: rateOf(base, changes, known?.base),
        quote: rateOf(quote, changes, known?.quote),
      }
      previous = { timestamp, totals: lasts, lasts }
      return previous
    })
  }

  #hoursOf({ base, quote }: FxPair, from: number, until: number): TradedPart[] {
    return this.#hours.all({ from, until }).map(row => {
      const [totals, lasts] = [integersOf(row[1] as string), integersOf(row[2] as string)]
      return {
        timestamp: row[0] as number,
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

function floorHour(time: number): number {
  return time - (time % hour)
}
