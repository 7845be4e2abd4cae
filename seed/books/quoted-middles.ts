import type { BookShape } from '../../src/market/books/book-shape.ts'
import { Quotes, quotedMiddle } from '../../src/market/books/touch.ts'
import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { hour as hourMs, minute as minuteMs } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import type { Regime } from '../prices/regime.ts'
import type { Tape } from '../trading/tape.ts'
import { tradedRange } from '../trading/traded-range.ts'
import { BookConditions } from './book-conditions.ts'

/** Twice the mid price in ticks that market makers quote: orders meet it, and snapshots show it. */
export class QuotedMiddles {
  readonly conditions: BookConditions
  readonly quotes: Quotes
  readonly #shape: BookShape
  readonly #fair: FairPrice
  readonly #instrument: Instrument
  #tick = 0
  /** The part of the quotes' time that lies in one hour. */
  #from = 0
  #until = 0
  #middle = 0

  constructor(shape: BookShape, fair: FairPrice, regime: Regime, instrument: Instrument) {
    this.#shape = shape
    this.#fair = fair
    this.#instrument = instrument
    this.quotes = new Quotes(shape.key)
    this.conditions = new BookConditions(shape, regime, fair, instrument)
  }

  /** Of the quotes at a time, as they began in its hour. */
  at(time: number): number {
    if (time < this.#from || time >= this.#until) this.#enter(time)
    return this.#middle
  }

  /** As a snapshot shows it: moved into the range traded in its minute. @param next the minute's first trade */
  shown(polled: number, tape: Tape, next: number): number {
    const end = polled - (polled % minuteMs) + minuteMs
    const middle = this.at(polled)
    return next < tape.length && tape.times[next]! < end ? this.#within(middle, tape, next, polled, end) : middle
  }

  /**
   * After a snapshot, orders meet what it showed until quotes change. Those of its millisecond come before it.
   * @param polled time of the minute's snapshot
   */
  met(time: number, polled: number, tape: Tape): number {
    const middle = this.at(time)
    if (time <= polled || polled < this.#from) return middle
    return this.#within(middle, tape, tape.firstFrom(polled - (polled % minuteMs)), polled, polled + 1)
  }

  #enter(time: number): void {
    this.quotes.enter(time)
    const { since, until, bits } = this.quotes
    const hour = Math.floor(time / hourMs)
    this.#from = Math.max(since, hour * hourMs)
    this.#until = Math.min(until, (hour + 1) * hourMs)
    const condition = this.conditions.of(hour)
    this.#tick = this.#instrument.tick / powerOfTen(condition.digits)
    const perUnit = powerOfTen(this.#instrument.priceDecimals) / this.#tick
    const fair = this.#fair.at(hour, this.#from - hour * hourMs) * perUnit
    this.#middle = quotedMiddle(this.#shape, bits, fair, this.quotes.wideness(condition, time))
  }

  /** A mid price between two ticks stays there if possible. */
  #within(middle: number, tape: Tape, next: number, polled: number, end: number): number {
    const traded = tradedRange(tape, next, polled, end)
    if (!traded) return middle
    const inward = middle % 2 === 1 && traded.high > traded.low ? 1 : 0
    return Math.min(Math.max(middle, (2 * traded.low) / this.#tick + inward), (2 * traded.high) / this.#tick - inward)
  }
}
