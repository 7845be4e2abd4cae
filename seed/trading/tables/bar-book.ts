import { floorTo, hour, minute } from '../../../src/market/time.ts'
import { BarFold } from '../../../src/market/trades/bar.ts'
import type { StoredBar } from '../../../src/market/trades/bar-block.ts'
import type { Instrument } from '../../catalogue/instruments/instrument.ts'
import { inBoth, inFirst, inSecond, type Tape } from '../tape.ts'
import type { BarSeries, BarTable } from './bar-table.ts'
import type { Valuation } from './valuation.ts'

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

/** Folds by dataset version. Until a trade is revised both are equal, and `second` is unused. */
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
    if (this.revised) this.second.clear()
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

export class BarBook {
  readonly #instrument: Instrument
  readonly #table: BarTable
  readonly #valuation: Valuation
  readonly #hour: Folds
  readonly #day: Folds
  /** The hour that continues the folds of the day. */
  #next = Number.NaN

  constructor(instrument: Instrument, table: BarTable, valuation: Valuation) {
    this.#instrument = instrument
    this.#table = table
    this.#valuation = valuation
    this.#hour = new Folds(instrument)
    this.#day = new Folds(instrument)
  }

  /** Whether the day's folds end at this hour; the first hour of a day always continues. */
  follows(h: number): boolean {
    return h === this.#next || h % 24 === 0
  }

  hour(h: number, tape: Tape, isNew: boolean): void {
    if (h % 24 === 0 || h !== this.#next) this.#day.clear()
    this.#next = h + 1
    if (tape.length === 0) return
    fold(tape, this.#hour)
    const { first, second, revised } = this.#hour
    if (first.count > 0) first.usd = this.#valuation.of(h, first)
    if (revised && second.count > 0) second.usd = this.#valuation.of(h, second)
    this.#day.merge(this.#hour)
    if (isNew) for (const bar of barsOf(h * hour, this.#hour)) this.#table.hours.add(bar)
  }

  day(h: number): void {
    for (const bar of barsOf(h * hour, this.#day)) this.#table.days.add(bar)
  }

  open(): void {
    this.#table.open(this.#instrument)
  }

  close(): void {
    this.#table.close()
  }
}

/** Writes the minutes of an hour's trades, whose values in USD nobody asks for. */
export function minuteWriter(instrument: Instrument, bars: BarSeries): (tape: Tape) => void {
  const folds = new Folds(instrument)
  return tape => {
    for (let from = 0, end = 0; from < tape.length; from = end) {
      const start = floorTo(tape.times[from]!, minute)
      end = tape.firstFrom(start + minute)
      fold(tape, folds, from, end)
      for (const bar of barsOf(start, folds)) bars.add({ ...bar, usd: null })
    }
  }
}

/** A bar per version if the versions differ. */
function barsOf(timestamp: number, { first, second, revised }: Folds): StoredBar[] {
  if (!revised) return first.count === 0 ? [] : [barOf(timestamp, inBoth, first)]
  const bars: StoredBar[] = []
  if (first.count > 0) bars.push(barOf(timestamp, inFirst, first))
  if (second.count > 0) bars.push(barOf(timestamp, inSecond, second))
  return bars
}

function barOf(timestamp: number, versions: number, { units, usd }: ValuedFold): StoredBar {
  const { open, high, low, close, volume, notional, count } = units
  return { timestamp, versions, open, high, low, close, volume, notional, count, usd }
}

function fold(tape: Tape, into: Folds, from = 0, end = tape.length): void {
  into.clear()
  into.revised = tape.revised
  into.first.addTrades(tape, inFirst, from, end)
  if (tape.revised) into.second.addTrades(tape, inSecond, from, end)
}
