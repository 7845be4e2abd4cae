import { bookBlockStart, bookHourSpace, type Condition, packBookHour } from '../../src/market/books/book-block.ts'
import { BookHour } from '../../src/market/books/book-hour.ts'
import type { BookShape } from '../../src/market/books/book-shape.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { levelTexts, packRecordedBook } from '../../src/market/books/recorded-book.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { within } from '../scenarios/calendar.ts'
import type { Appender } from '../sink.ts'

/** Writes books without bids, which replace the generated books of the same instants. */
export class OneSidedBooks {
  readonly #instrument: Instrument
  readonly #table: Appender
  readonly #generated: BookHour
  readonly #bytes = new Uint8Array(bookHourSpace)

  constructor(instrument: Instrument, shape: BookShape, table: Appender) {
    this.#instrument = instrument
    this.#table = table
    this.#generated = new BookHour(new LiveBook(shape))
  }

  write(hour: number, condition: Condition, middles: Float64Array, time: { from: number; until: number }): void {
    const { id, priceDecimals: price, amountDecimals: amount } = this.#instrument
    const precision = { price, amount }
    packBookHour(this.#bytes, 0, hour, condition, middles)
    this.#generated.open(bookBlockStart(hour * hourMs), this.#bytes)
    for (let n = 0; n < this.#generated.length; n++) {
      if (!within(time, this.#generated.polled(n))) continue
      const { polled, timestamp, tick, asks } = this.#generated.book(n)
      const sides = { bids: [], asks: levelTexts(asks, tick, precision) }
      this.#table.add(id, ...packRecordedBook({ polled, timestamp }, sides, precision))
    }
  }
}
