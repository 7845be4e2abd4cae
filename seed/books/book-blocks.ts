import {
  blockHours,
  bookBlockStart,
  bookHourSpace,
  type Condition,
  packBookHour,
} from '../../src/market/books/book-block.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import type { Appender, Cell, Sink } from '../sink.ts'

const stored = 'SELECT instrument, timestamp, books FROM order_book_block WHERE instrument = ? AND timestamp = ?'

/** A row takes further hours until its six hours are over. */
export class BookBlocks {
  readonly #sink: Sink
  readonly #rows: Appender
  readonly #instrument: number
  readonly #bytes = new Uint8Array(blockHours * bookHourSpace)
  #end = 0
  #start = Number.NaN
  #stored: Cell[] | undefined

  /** @param rows of order_book_block */
  constructor(sink: Sink, rows: Appender, instrument: number) {
    this.#sink = sink
    this.#rows = rows
    this.#instrument = instrument
  }

  /** Hours ascend. @param middles as `packBookHour` takes them */
  add(hour: number, condition: Condition, middles: Float64Array): void {
    const start = bookBlockStart(hour * hourMs)
    if (start !== this.#start) this.#begin(start, hour % blockHours > 0)
    this.#end = packBookHour(this.#bytes, this.#end, hour, condition, middles)
  }

  flush(): void {
    if (this.#end === 0) return
    const row = [this.#instrument, this.#start, this.#bytes.slice(0, this.#end)]
    if (this.#stored === undefined) this.#rows.add(...row)
    else this.#rows.replace(this.#stored, row)
    this.#start = Number.NaN
    this.#end = 0
  }

  /** @param continues whether the row may be there with earlier hours */
  #begin(start: number, continues: boolean): void {
    this.flush()
    this.#start = start
    const [found] = continues ? this.#sink.all(stored, this.#instrument, start) : []
    this.#stored = found as Cell[] | undefined
    const bytes = this.#stored?.[2] as Uint8Array | undefined
    if (bytes) this.#bytes.set(bytes)
    this.#end = bytes?.length ?? 0
  }
}
