import { parseDecimal, quotient } from '../../src/market/decimal.ts'
import type { Intervals } from '../../src/operations/grid.ts'
import type { Store } from '../../src/store/store.ts'
import { type BarFold, BarReader } from './bars.ts'
import { type Carrier, Carriers, counts, type ExchangeFilter, openSince, type Route } from './carriers.ts'
import type { Pair } from './pair.ts'

/** What one instrument adds to a rate: its own average price and volume, as its bar has them. */
interface RateSource {
  exchange_code: string
  price: string
  volume: string
  count: number
}

/** What the instruments of one pair add to a rate; `price` is their volume-weighted average. */
export interface PairSource {
  price: string
  data: RateSource[]
}

interface PairSum {
  volume: bigint
  notional: bigint
  data: RateSource[]
}

/** Decimal places that hold any volume and notional exactly. */
const places = 40

/**
 * A rate in one interval: Σ quote ÷ Σ base over the instruments that carry the pair, which weighs their average prices by
 * volume. An instrument the other way round counts with what it gave for what it got, so a pair and its reverse are exact
 * reciprocals before rounding.
 */
export class Rate {
  #base: bigint
  #quote: bigint
  readonly #pairs: Map<string, PairSum>

  constructor(base = 0n, quote = 0n, pairs = new Map<string, PairSum>()) {
    this.#base = base
    this.#quote = quote
    this.#pairs = pairs
  }

  add({ inverted, exchange, code }: Carrier, fold: BarFold): void {
    const volume = BigInt(parseDecimal(fold.volume, places))
    const notional = BigInt(parseDecimal(fold.notional, places))
    this.#base += inverted ? notional : volume
    this.#quote += inverted ? volume : notional
    const pair = this.#pairs.get(code) ?? { volume: 0n, notional: 0n, data: [] }
    this.#pairs.set(code, pair)
    pair.volume += volume
    pair.notional += notional
    pair.data.push({ exchange_code: exchange, price: fold.vwap!, volume: fold.volume, count: fold.count })
  }

  /** From the base of this to the quote of another rate, which begins where this ends. */
  followedBy(next: Rate): Rate {
    return new Rate(this.#base * next.#base, this.#quote * next.#quote, new Map([...this.#pairs, ...next.#pairs]))
  }

  get price(): string {
    return quotient(this.#quote, this.#base, 0)
  }

  /** By the instruments' own pair. */
  get sources(): Record<string, PairSource> {
    const entries = [...this.#pairs].map(([code, { volume, notional, data }]): [string, PairSource] => {
      return [code, { price: quotient(notional, volume, 0), data }]
    })
    return Object.fromEntries(entries)
  }
}

/** Which rates to read: the intervals that start in [from, until), of the trades of one dataset version before a horizon. */
export interface RateRange extends Intervals {
  version: number
  horizon: number
  exchanges: ExchangeFilter
}

type Rates = Map<number, Rate>

/** Reads the rates of a pair from the bars and trades of spot instruments. */
export class RateReader {
  readonly #bars: BarReader
  readonly #carriers: Carriers

  constructor(store: Store) {
    this.#bars = new BarReader(store)
    this.#carriers = new Carriers(store)
  }

  batch(interval: number): number {
    return this.#bars.batch(interval)
  }

  /**
   * By the start of the interval; those without trades have none. An interval goes the best way that was open by then, so
   * that what is listed later leaves it as it was.
   */
  read({ base, quote }: Pair, range: RateRange): Rates {
    const { interval, horizon } = range
    const rates: Rates = new Map()
    let until = range.until
    for (const route of this.#carriers.routes(base, quote)) {
      const since = openSince(route)
      if (since >= horizon) continue
      const from = Math.max(range.from, since - (since % interval))
      if (from >= until) continue
      for (const [timestamp, rate] of this.#along(route, { ...range, from, until })) rates.set(timestamp, rate)
      until = from
      if (until === range.from) break
    }
    return rates
  }

  /** Over one step after the other, in intervals in which all of them were traded. */
  #along([first, ...further]: Route, range: RateRange): Rates {
    let rates = this.#leg(first!, range)
    for (const step of further) {
      const onward = this.#leg(step, range)
      rates = new Map(
        [...rates].flatMap(([timestamp, rate]) => {
          const next = onward.get(timestamp)
          return next ? [[timestamp, rate.followedBy(next)]] : []
        }),
      )
    }
    return rates
  }

  #leg(carriers: readonly Carrier[], range: RateRange): Rates {
    const { interval, from, until, version, horizon, exchanges } = range
    const rates: Rates = new Map()
    for (const instrument of carriers) {
      if (!counts(instrument, exchanges)) continue
      this.#bars.read({ instrument, version, horizon, interval, from, until }, (timestamp, fold) => {
        const rate = rates.get(timestamp) ?? new Rate()
        rate.add(instrument, fold)
        rates.set(timestamp, rate)
      })
    }
    return rates
  }
}
