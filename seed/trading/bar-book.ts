import { BarFold } from '../../src/market/bar.ts'
import type { StoredBar } from '../../src/market/bar-block.ts'
import { day, hour } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { BarTable } from './bar-table.ts'
import { inBoth, inFirst, inSecond, type Tape } from './tape.ts'
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
  #hours: StoredBar[] = []
  #days: StoredBar[] = []

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
    if (isNew) addBars(this.#hours, h * hour, this.#hour)
  }

  /** The next `flush` writes the bar of the day. */
  day(h: number): void {
    addBars(this.#days, h * hour, this.#day)
  }

  flush(): void {
    this.#table.add(this.#instrument, hour, this.#hours)
    this.#table.add(this.#instrument, day, this.#days)
    this.#hours = []
    this.#days = []
  }
}

/** Adds a bar per version if the versions differ. */
function addBars(bars: StoredBar[], timestamp: number, { first, second, revised }: Folds): void {
  const add = (versions: number, fold: ValuedFold) => {
    if (fold.count === 0) return
    const { open, high, low, close, volume, notional, count } = fold.units
    bars.push({ timestamp, versions, open, high, low, close, volume, notional, count, usd: fold.usd })
  }
  add(revised ? inFirst : inBoth, first)
  if (revised) add(inSecond, second)
}

function fold(tape: Tape, into: Folds): void {
  into.clear()
  into.revised = tape.revised
  into.first.addTrades(tape, inFirst)
  if (tape.revised) into.second.addTrades(tape, inSecond)
}
