import { BarFold } from '../../src/market/bar.ts'
import { day, hour } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Appender, Value } from '../sink.ts'
import { inBoth, inFirst, inSecond, type Tape } from './tape.ts'
import type { Valuation } from './valuation.ts'

/** A bar and what its trades are worth in USD. */
class ValuedFold extends BarFold {
  usd = 0

  override mergeFold(later: ValuedFold): void {
    super.mergeFold(later)
    this.usd += later.usd
  }

  override clear(): void {
    super.clear()
    this.usd = 0
  }
}

/** Trades folded under each dataset version. While no trade was revised the two are one, and `second` is not kept. */
class Folds {
  readonly first: ValuedFold
  readonly second: ValuedFold
  revised = false

  constructor({ priceDecimals, amountDecimals }: Instrument) {
    this.first = new ValuedFold({ price: priceDecimals, amount: amountDecimals })
    this.second = new ValuedFold({ price: priceDecimals, amount: amountDecimals })
  }

  clear(): void {
    this.first.clear()
    this.second.clear()
    this.revised = false
  }

  merge(later: Folds): void {
    if (later.revised && !this.revised) this.#part()
    this.first.mergeFold(later.first)
    if (this.revised) this.second.mergeFold(later.revised ? later.second : later.first)
  }

  #part(): void {
    this.revised = true
    this.second.mergeFold(this.first)
  }
}

/** Writes the bars of one instrument's hours and days. */
export class BarBook {
  readonly #instrument: Instrument
  readonly #bars: Appender
  readonly #valuation: Valuation
  readonly #hour: Folds
  readonly #day: Folds
  /** The hour that continues what the day's folds hold. */
  #next = Number.NaN
  /** Days that are over, and wait for the hours before them in the table's order. */
  #days: Value[][] = []

  constructor(instrument: Instrument, bars: Appender, valuation: Valuation) {
    this.#instrument = instrument
    this.#bars = bars
    this.#valuation = valuation
    this.#hour = new Folds(instrument)
    this.#day = new Folds(instrument)
  }

  /** Whether the day's folds are ready for this hour; a day's first hour always follows. */
  follows(h: number): boolean {
    return h === this.#next || h % 24 === 0
  }

  /** Folds an hour's trades into the day; writes their bar unless it stands already. */
  hour(h: number, tape: Tape, write: boolean): void {
    if (h % 24 === 0 || h !== this.#next) this.#day.clear()
    this.#next = h + 1
    if (tape.length === 0) return
    fold(tape, this.#hour)
    for (const one of [this.#hour.first, this.#hour.second]) one.usd = one.count > 0 ? this.#valuation.of(h, one) : 0
    this.#day.merge(this.#hour)
    if (write) for (const row of this.#rows(hour, h * hour, this.#hour)) this.#bars.add(...row)
  }

  /** Ends the day whose first hour is given: its bar is written with the next `flush`. */
  day(h: number): void {
    this.#days.push(...this.#rows(day, h * hour, this.#day))
  }

  flush(): void {
    for (const row of this.#days) this.#bars.add(...row)
    this.#days = []
  }

  /** What there is to be written of a bar, by versions. */
  #rows(width: number, start: number, { first, second, revised }: Folds): Value[][] {
    const rows: Value[][] = []
    if (first.count > 0) rows.push(this.#row(width, start, revised ? inFirst : inBoth, first))
    if (revised && second.count > 0) rows.push(this.#row(width, start, inSecond, second))
    return rows
  }

  #row(width: number, start: number, versions: number, bar: ValuedFold): Value[] {
    const { open, high, low, close, volume, notional, count, usd } = bar
    return [this.#instrument.id, width, start, versions, open, high, low, close, volume, notional, count, usd]
  }
}

function fold({ versions, prices, amounts, length, revised }: Tape, into: Folds): void {
  into.clear()
  into.revised = revised
  for (let i = 0; i < length; i++) {
    if (versions[i]! & inFirst) into.first.add(prices[i]!, amounts[i]!)
    if (revised && versions[i]! & inSecond) into.second.add(prices[i]!, amounts[i]!)
  }
}
