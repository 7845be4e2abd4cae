import { factorAt } from '../../src/market/books/book-block.ts'
import { pollOffset, timingBits } from '../../src/market/books/book-hour.ts'
import type { BookShape } from '../../src/market/books/book-shape.ts'
import { quoteBits, quotedMiddle } from '../../src/market/books/touch.ts'
import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { hour as hourMs, minute as minuteMs, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { type Incidents, within } from '../scenarios/calendar.ts'
import type { Appender, Sink } from '../sink.ts'
import type { Follower } from '../trading/follower.ts'
import { lowestMiddle } from '../trading/orders/order-walk.ts'
import type { Tape } from '../trading/tape.ts'
import { tradedRange } from '../trading/traded-range.ts'
import type { World } from '../world.ts'
import { BookBlocks, BookTable } from './book-blocks.ts'
import { BookConditions } from './book-conditions.ts'
import { bookShape } from './book-shapes.ts'
import { OneSidedBooks, oneSidedTable } from './one-sided-books.ts'

export interface BookTables {
  generated: BookTable
  oneSided: Appender
}

export function bookTables(sink: Sink): BookTables {
  return {
    generated: new BookTable(sink),
    oneSided: oneSidedTable(sink),
  }
}

export class BookFeed implements Follower {
  readonly #instrument: Instrument
  readonly #blocks: BookBlocks
  readonly #incidents: Incidents | null
  readonly #oneSided: OneSidedBooks
  readonly #shape: BookShape
  readonly #fair: FairPrice
  readonly #conditions: BookConditions
  readonly #ticksPerUnit: number
  readonly #within = new Float64Array(60)
  readonly #middles = new Float64Array(60)

  constructor({ seed, prices, calendar }: World, instrument: Instrument, tables: BookTables) {
    this.#instrument = instrument
    this.#blocks = new BookBlocks(tables.generated, instrument.id)
    this.#incidents = calendar.ofInstrument(instrument)
    this.#shape = bookShape(seed, instrument)
    this.#oneSided = new OneSidedBooks(instrument, this.#shape, tables.oneSided)
    this.#fair = new FairPrice(seed, prices, instrument, { calendar })
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick
    this.#conditions = new BookConditions(this.#shape.key, prices.regime, this.#fair, this.#ticksPerUnit)
  }

  /** Writes the hour with its first instant; readers skip books still in the future. */
  write(hour: number, tape: Tape, { from, to }: Range, start: number): void {
    const first = Math.max(hour * hourMs, start)
    const isNew = first >= from && first < to
    const incident = this.#incidents?.(hour).find(({ kind }) => kind === 'one-sided-book')
    if ((!isNew && !incident) || !this.#fill(hour, tape, first)) return
    const condition = this.#conditions.of(hour)
    if (isNew) this.#blocks.add(hour, condition, this.#middles)
    if (!incident) return
    const time = { from: Math.max(from, incident.from), until: Math.min(to, incident.until) }
    this.#oneSided.write(hour, condition, this.#middles, time)
  }

  finish(): void {
    this.#blocks.flush()
  }

  /** Fills the hour's mid prices. @returns whether there are any */
  #fill(hour: number, tape: Tape, first: number): boolean {
    this.#quote(hour)
    const outage = this.#incidents?.(hour).find(({ kind }) => kind === 'exchange-outage')
    const { times, length } = tape
    const [offsets, middles] = [this.#within, this.#middles]
    let next = 0
    let found = false
    for (let n = 0, start = hour * hourMs; n < 60; n++, start += minuteMs) {
      const end = start + minuteMs
      const polled = start + offsets[n]!
      while (next < length && times[next]! < start) next++
      if (next < length && times[next]! < end) middles[n] = this.#withinTrades(middles[n]!, tape, next, polled, end)
      if (polled < first || middles[n]! < lowestMiddle || (outage && within(outage, polled))) middles[n] = 0
      else found = true
    }
    return found
  }

  /** Sets each minute's poll time, and its mid price in half ticks. */
  #quote(hour: number): void {
    const [offsets, middles] = [this.#within, this.#middles]
    const condition = this.#conditions.of(hour)
    for (let n = 0; n < 60; n++) offsets[n] = pollOffset(timingBits(this.#shape.key, hour * 60 + n))
    this.#fair.quoted(hour, offsets, middles)
    for (let n = 0; n < 60; n++) {
      const offset = n * minuteMs + offsets[n]!
      const bits = quoteBits(this.#shape.key, hour * hourMs + offset)
      const calm = factorAt(condition, offset / hourMs)
      middles[n] = quotedMiddle(this.#shape, bits, middles[n]! * this.#ticksPerUnit, calm)
    }
  }

  /** Moves a mid price into the range traded in its minute; a mid price between two ticks stays there if possible. */
  #withinTrades(middle: number, tape: Tape, next: number, polled: number, end: number): number {
    const traded = tradedRange(tape, next, polled, end)
    if (!traded) return middle
    const { tick } = this.#instrument
    const inward = middle % 2 === 1 && traded.high > traded.low ? 1 : 0
    return Math.min(Math.max(middle, (2 * traded.low) / tick + inward), (2 * traded.high) / tick - inward)
  }
}
