import {
  blockHours,
  bookBlockStart,
  bookHourSpace,
  type Condition,
  packBookHour,
} from '../../src/market/books/book-block.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import type { Appender, Cell, Sink } from '../sink.ts'

const table = 'order_book_block'
const stored = `SELECT instrument, timestamp, books FROM ${table} WHERE instrument = ? AND timestamp = ?`

export class BookTable {
  readonly rows: Appender
  readonly #sink: Sink

  constructor(sink: Sink) {
    this.#sink = sink
    this.rows = sink.appender(table)
  }

  find(instrument: number, start: number): Cell[] | undefined {
    return this.#sink.all(stored, instrument, start)[0] as Cell[] | undefined
  }
}

/** A row takes further hours until its six hours are over. */
export class BookBlocks {
  readonly #table: BookTable
  readonly #instrument: number
  readonly #bytes = new Uint8Array(blockHours * bookHourSpace)
  #end = 0
  #start = Number.NaN
  #stored: Cell[] | undefined

  constructor(table: BookTable, instrument: number) {
    this.#table = table
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
    if (this.#stored === undefined) this.#table.rows.add(...row)
    else this.#table.rows.replace(this.#stored, row)
    this.#start = Number.NaN
    this.#end = 0
  }

  /** @param continues whether the row may be there with earlier hours */
  #begin(start: number, continues: boolean): void {
    this.flush()
    this.#start = start
    this.#stored = continues ? this.#table.find(this.#instrument, start) : undefined
    const bytes = this.#stored?.[2] as Uint8Array | undefined
    if (bytes) this.#bytes.set(bytes)
    this.#end = bytes?.length ?? 0
  }
}
