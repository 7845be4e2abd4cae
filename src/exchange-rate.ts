import { parseDecimal, quotient } from '../seed/decimal.ts'
import { type BarFold, BarReader } from './bars.ts'
import { anyAlive, type Carrier, Carriers, type ExchangeFilter } from './carriers.ts'
import type { Intervals } from './grid.ts'
import type { Pair } from './pair.ts'
import type { Store } from './store.ts'

/** What one instrument adds to a rate: its own average price and volume, as its bar has them. */
export interface RateSource {
  exchange_code: string
  price: string
  volume: string
  trade_count: number
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
  /** By the instruments' own pair. */
  readonly sources: Record<string, RateSource[]>

  constructor(base = 0n, quote = 0n, sources: Record<string, RateSource[]> = {}) {
    this.#base = base
    this.#quote = quote
    this.sources = sources
  }

  add({ inverted, exchange, code }: Carrier, fold: BarFold): void {
    const volume = BigInt(parseDecimal(fold.volume, places))
    const notional = BigInt(parseDecimal(fold.notional, places))
    this.#base += inverted ? notional : volume
    this.#quote += inverted ? volume : notional
    this.sources[code] ??= []
    this.sources[code].push({
      exchange_code: exchange,
      price: fold.vwap!,
      volume: fold.volume,
      trade_count: fold.count,
    })
  }

  /** From the base of this to the quote of another rate, which begins where this ends. */
  followedBy(next: Rate): Rate {
    return new Rate(this.#base * next.#base, this.#quote * next.#quote, { ...this.sources, ...next.sources })
  }

  get price(): string {
    return quotient(this.#quote, this.#base, 0)
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
   * By the start of the interval; those without trades have none. While an instrument carries the pair, instruments that
   * do are all that counts; at other times the rate goes through the first asset that links base and quote.
   */
  read({ base, quote }: Pair, range: RateRange): Rates {
    const direct = this.#carriers.of(base, quote, range.exchanges)
    const rates = this.#leg(direct, range)
    if (coversAll(direct, range)) return rates
    const before = [direct]
    for (const link of this.#carriers.between(base, quote)) {
      const first = this.#carriers.of(base, link, range.exchanges)
      const second = this.#carriers.of(link, quote, range.exchanges)
      this.#link(first, second, range, before, rates)
      if (coversAll(first, range) && coversAll(second, range)) break
      before.push(first.flatMap(one => second.flatMap(other => overlap(one, other))))
    }
    return rates
  }

  /** Adds the rates through two legs, for intervals in which none of the ways `before` were open. */
  #link(first: Carrier[], second: Carrier[], range: RateRange, before: Carrier[][], rates: Rates): void {
    const { interval } = range
    const onward = this.#leg(second, range)
    if (onward.size === 0) return
    for (const [timestamp, rate] of this.#leg(first, range)) {
      const next = onward.get(timestamp)
      if (next && !before.some(way => anyAlive(way, timestamp, timestamp + interval)))
        rates.set(timestamp, rate.followedBy(next))
    }
  }

  #leg(carriers: readonly Carrier[], { version, horizon, interval, from, until }: RateRange): Rates {
    const rates: Rates = new Map()
    for (const instrument of carriers) {
      if (!anyAlive([instrument], from, until)) continue
      this.#bars.read({ instrument, version, horizon, interval, from, until }, (timestamp, fold) => {
        const rate = rates.get(timestamp) ?? new Rate()
        rate.add(instrument, fold)
        rates.set(timestamp, rate)
      })
    }
    return rates
  }
}

/** Whether one of them was trading from the first interval to the last. */
function coversAll(carriers: readonly Carrier[], { interval, from, until }: Intervals): boolean {
  return carriers.some(({ start, end }) => start < from + interval && (end === null || end >= until - interval))
}

/** The time in which two instruments both trade, as one that stands for them. */
function overlap(one: Carrier, other: Carrier): Carrier[] {
  const start = Math.max(one.start, other.start)
  const end = Math.min(one.end ?? Number.POSITIVE_INFINITY, other.end ?? Number.POSITIVE_INFINITY)
  return start <= end ? [{ ...one, start, end: end === Number.POSITIVE_INFINITY ? null : end }] : []
}
