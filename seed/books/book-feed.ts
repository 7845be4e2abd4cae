import type { Condition } from '../../src/market/book-block.ts'
import { isTight, pollOffset, timingBits } from '../../src/market/book-hour.ts'
import type { BookShape } from '../../src/market/book-shape.ts'
import { exp, powerOfTen } from '../../src/market/portable-math.ts'
import { hour as hourMs, minute as minuteMs, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { noise } from '../prices/noise.ts'
import { type Incidents, within } from '../scenarios/calendar.ts'
import type { Appender, Sink } from '../sink.ts'
import type { Follower } from '../trading/follower.ts'
import type { Tape } from '../trading/tape.ts'
import { tradedRange } from '../trading/traded-range.ts'
import type { World } from '../world.ts'
import { BookBlocks, BookTable } from './book-blocks.ts'
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

/** Lowest mid price, in half ticks, at which a book has two sides. */
const lowest = 3

export class BookFeed implements Follower {
  readonly #instrument: Instrument
  readonly #since: number
  readonly #blocks: BookBlocks
  readonly #incidents: Incidents | null
  readonly #oneSided: OneSidedBooks
  readonly #shape: BookShape
  readonly #fair: FairPrice
  readonly #regime: World['prices']['regime']
  readonly #ticksPerUnit: number
  /** Random bits of each minute. */
  readonly #bits = new Int32Array(60)
  readonly #within = new Float64Array(60)
  readonly #middles = new Float64Array(60)
  /** Usually the hour after the one written last. */
  #conditionHour = Number.NaN
  #condition!: Condition

  constructor({ seed, prices, calendar }: World, instrument: Instrument, since: number, tables: BookTables) {
    this.#instrument = instrument
    this.#since = since
    this.#blocks = new BookBlocks(tables.generated, instrument.id)
    this.#incidents = calendar.ofInstrument(instrument)
    this.#shape = bookShape(seed, instrument)
    this.#oneSided = new OneSidedBooks(instrument, this.#shape, tables.oneSided)
    this.#fair = new FairPrice(seed, prices, instrument, { calendar })
    this.#regime = prices.regime
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick
  }

  /** Writes the hour with its first instant; readers skip books still in the future. */
  write(hour: number, tape: Tape, { from, to }: Range, start: number): void {
    const first = Math.max(hour * hourMs, start)
    const isNew = first >= from && first < to
    const incident = this.#incidents?.(hour).find(({ kind }) => kind === 'one-sided-book')
    if ((!isNew && !incident) || hour * hourMs < this.#since || !this.#fill(hour, tape, first)) return
    const edges = { start: this.#conditionAt(hour), end: this.#conditionAt(hour + 1) }
    if (isNew) this.#blocks.add(hour, edges, this.#middles)
    if (!incident) return
    const time = { from: Math.max(from, incident.from), until: Math.min(to, incident.until) }
    this.#oneSided.write(hour, edges, this.#middles, time)
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
      if (polled < first || middles[n]! < lowest || (outage && within(outage, polled))) middles[n] = 0
      else found = true
    }
    return found
  }

  /** Sets each minute's poll time, and its mid price in half ticks. */
  #quote(hour: number): void {
    const { key, tight, spread } = this.#shape
    const [bits, within, middles] = [this.#bits, this.#within, this.#middles]
    for (let n = 0; n < 60; n++) {
      bits[n] = timingBits(key, hour * 60 + n)
      within[n] = pollOffset(bits[n]!)
    }
    this.#fair.quoted(hour, within, middles)
    const halfTicks = 2 * this.#ticksPerUnit
    const oneTick = 2 / spread
    for (let n = 0; n < 60; n++) {
      const fair = middles[n]! * halfTicks
      // With a spread of one tick, the mid price is halfway between two ticks.
      const between = fair < oneTick || isTight(bits[n]!, tight)
      middles[n] = between ? 2 * Math.floor(fair * 0.5) + 1 : Math.floor(fair + 0.5)
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

  #conditionAt(hour: number): Condition {
    if (hour !== this.#conditionHour) this.#condition = this.#conditionOf(hour)
    this.#conditionHour = hour
    return this.#condition
  }

  /** Makers withdraw when prices move fast. Depth far from the price and its preferred side change over hours. */
  #conditionOf(hour: number): Condition {
    const { key } = this.#shape
    const loud = 0.5 + 0.5 * this.#regime.at(hour)
    return {
      near: exp(0.35 * noise(key + 4, 5.3, hour)) / loud,
      far: exp(0.3 * noise(key + 5, 31.7, hour)),
      lean: 1 + Math.min(0.7, Math.max(-0.7, 0.25 * noise(key + 6, 3.7, hour))),
      spread: loud * exp(0.25 * noise(key + 7, 7.9, hour)),
    }
  }
}
