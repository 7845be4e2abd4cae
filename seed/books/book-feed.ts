import { bookBlockStart, bookHourSpace, type Condition, packBookHour } from '../../src/market/books/book-block.ts'
import { BookHour, pollOffset, timingBits } from '../../src/market/books/book-hour.ts'
import type { BookShape } from '../../src/market/books/book-shape.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { levelTexts, packRecordedBook } from '../../src/market/books/recorded-book.ts'
import { hour as hourMs, minute as minuteMs, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { type Incidents, within } from '../scenarios/calendar.ts'
import type { Appender, Sink } from '../sink.ts'
import type { Follower } from '../trading/follower.ts'
import { lowestMiddle } from '../trading/orders/order-walk.ts'
import type { Tape } from '../trading/tape.ts'
import type { World } from '../world.ts'
import { BookBlocks } from './book-blocks.ts'
import { bookShape } from './book-shapes.ts'
import { QuotedMiddles } from './quoted-middles.ts'

/** Writes books without bids, which replace the generated books of the same instants. */
function oneSidedWriter(instrument: Instrument, shape: BookShape, table: Appender) {
  const bytes = new Uint8Array(bookHourSpace)
  const generated = new BookHour(new LiveBook(shape))

  function write(
    hour: number,
    condition: Condition,
    middles: Float64Array,
    time: { from: number; until: number },
  ): void {
    const { id, priceDecimals: price, amountDecimals: amount } = instrument
    const precision = { price, amount }
    packBookHour(bytes, 0, hour, condition, middles)
    generated.open(bookBlockStart(hour * hourMs), bytes)
    for (let n = 0; n < generated.length; n++) {
      if (!within(time, generated.polled(n))) continue
      const { polled, timestamp, tick, asks } = generated.book(n)
      const sides = { bids: [], asks: levelTexts(asks, tick, precision) }
      table.add(id, ...packRecordedBook({ polled, timestamp }, sides, precision))
    }
  }

  return write
}

export interface BookTables {
  sink: Sink
  generated: Appender
  oneSided: Appender
}

export function bookTables(sink: Sink): BookTables {
  return {
    sink,
    generated: sink.appender('order_book_block'),
    oneSided: sink.appender('order_book_snapshot'),
  }
}

export class BookFeed implements Follower {
  readonly #blocks: BookBlocks
  readonly #incidents: Incidents | null
  readonly #writeOneSided: ReturnType<typeof oneSidedWriter>
  readonly #shape: BookShape
  readonly #quoted: QuotedMiddles
  readonly #middles = new Float64Array(60)

  constructor({ seed, prices, calendar }: World, instrument: Instrument, tables: BookTables) {
    this.#blocks = new BookBlocks(tables.sink, tables.generated, instrument.id)
    this.#incidents = calendar.ofInstrument(instrument)
    this.#shape = bookShape(seed, instrument)
    this.#writeOneSided = oneSidedWriter(instrument, this.#shape, tables.oneSided)
    const fair = new FairPrice(seed, prices, instrument, { calendar })
    this.#quoted = new QuotedMiddles(this.#shape, fair, prices.regime, instrument)
  }

  /** Writes the hour with its first instant; readers skip books still in the future. */
  write(hour: number, tape: Tape, { from, to }: Range, start: number): void {
    const first = Math.max(hour * hourMs, start)
    const isNew = first >= from && first < to
    const incident = this.#incidents?.(hour).find(({ kind }) => kind === 'one-sided-book')
    if ((!isNew && !incident) || !this.#fill(hour, tape, first)) return
    const condition = this.#quoted.conditions.of(hour)
    if (isNew) this.#blocks.add(hour, condition, this.#middles)
    if (!incident) return
    const time = { from: Math.max(from, incident.from), until: Math.min(to, incident.until) }
    this.#writeOneSided(hour, condition, this.#middles, time)
  }

  finish(): void {
    this.#blocks.flush()
  }

  /** Fills the hour's mid prices. @returns whether there are any */
  #fill(hour: number, tape: Tape, first: number): boolean {
    const outage = this.#incidents?.(hour).find(({ kind }) => kind === 'exchange-outage')
    const { times, length } = tape
    const middles = this.#middles
    let next = 0
    let found = false
    for (let n = 0, start = hour * hourMs; n < 60; n++, start += minuteMs) {
      const polled = start + pollOffset(timingBits(this.#shape.key, hour * 60 + n))
      while (next < length && times[next]! < start) next++
      const middle = polled < first ? 0 : this.#quoted.shown(polled, tape, next)
      middles[n] = middle < lowestMiddle || (outage && within(outage, polled)) ? 0 : middle
      if (middles[n] !== 0) found = true
    }
    return found
  }
}
