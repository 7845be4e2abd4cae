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

/** A row takes further hours until its six hours are over. @param rows of order_book_block */
export function bookBlocks(sink: Sink, rows: Appender, instrument: number) {
  const packed = new Uint8Array(blockHours * bookHourSpace)
  let length = 0
  let began = Number.NaN
  let before: Cell[] | undefined

  /** Hours ascend. @param middles as `packBookHour` takes them */
  function add(hour: number, condition: Condition, middles: Float64Array): void {
    const start = bookBlockStart(hour * hourMs)
    if (start !== began) begin(start, hour % blockHours > 0)
    length = packBookHour(packed, length, hour, condition, middles)
  }

  function flush(): void {
    if (length === 0) return
    const row = [instrument, began, packed.slice(0, length)]
    if (before === undefined) rows.add(...row)
    else rows.replace(before, row)
    began = Number.NaN
    length = 0
  }

  /** @param continues whether the row may be there with earlier hours */
  function begin(start: number, continues: boolean): void {
    flush()
    began = start
    const [found] = continues ? sink.all(stored, instrument, start) : []
    before = found as Cell[] | undefined
    const bytes = before?.[2] as Uint8Array | undefined
    if (bytes) packed.set(bytes)
    length = bytes?.length ?? 0
  }

  return { add, flush }
}
