import type { Book } from '../../src/market/books/book.ts'
import { blockHours, bookBlockStart, bookHourEnd, placeOfHour } from '../../src/market/books/book-block.ts'
import { BookHour } from '../../src/market/books/book-hour.ts'
import type { LiveBook } from '../../src/market/books/live-book.ts'
import { type RecordedRow, recordedBook } from '../../src/market/books/recorded-book.ts'
import { day, hour as hourMs, type Period } from '../../src/market/time.ts'
import { booksAheadOf } from '../../src/store/history/books-ahead.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import { type PartsOf, partsWithReaders } from '../../src/store/history/profile-rows.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'
import { type BookShapes, bookShapesOf } from './book-shapes.ts'

/** Range of poll times [from, until) of an instrument's books. Milliseconds since 1970 UTC. */
export interface BookRange extends Period {
  instrument: BookInstrument
}

/** Of each hour, keeps the books of its first milliseconds. */
interface SampledRange extends BookRange {
  ofHour: number
}

export type BookInstrument = Pick<StoredInstrument, 'id' | 'tick' | 'precision'>

/** Takes books in order of time. The objects are reused, so copy what you keep. */
type BookTaker = (book: Book) => void

interface BookAt {
  polled: number
  book(): Book
}

/** Approximate number of books per row: one a minute. */
const booksPerRow = blockHours * 60

/**
 * Reads an instrument's order books in order of time: generated ones by the hour, and recorded ones. A recorded book
 * takes precedence over a generated one of the same instant.
 */
export class BookReader {
  readonly #shapes: BookShapes
  readonly #blocks: Statement<BlockRow>
  readonly #recorded: Statement<RecordedRow>
  readonly #anyRecorded: Statement<[1]>
  readonly #some: Record<'asc' | 'desc', { blocks: Statement<BlockRow>; recorded: Statement<RecordedRow> }>

  readonly #coverage: Coverage
  readonly #parts: PartsOf<BookReader>

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#parts = partsWithReaders(store, this, ahead => new BookReader(ahead), booksAheadOf(store))
    this.#shapes = bookShapesOf(store)
    const range = (time: string) =>
      `WHERE instrument = :instrument AND ${time} >= :from AND ${time} < :until ORDER BY 1`
    const blocks = `SELECT timestamp, books FROM order_book_block ${range('timestamp')}`
    const recorded = `SELECT poll_timestamp, timestamp, bids, asks FROM order_book_snapshot ${range('poll_timestamp')}`
    const some = (sort: string) => {
      const limited = `${sort} LIMIT :count`
      return {
        blocks: store.prepare<BlockRow>(`${blocks} ${limited}`),
        recorded: store.prepare<RecordedRow>(`${recorded} ${limited}`),
      }
    }
    this.#blocks = store.prepare(blocks)
    this.#recorded = store.prepare(recorded)
    this.#anyRecorded = store.prepare(`SELECT 1 FROM order_book_snapshot ${range('poll_timestamp')} LIMIT 1`)
    this.#some = { asc: some('ASC'), desc: some('DESC') }
  }

  /** @param ofHour milliseconds at the start of each hour whose books are read */
  read(range: BookRange, taker: BookTaker, ofHour = hourMs): void {
    for (const { reader, ...part } of this.#partsOf(range)) reader.#readHere({ ...part, ofHour }, taker)
  }

  /** @throws Missing if books of an instrument are not held, or anything else that was read before */
  require(instruments: readonly BookInstrument[], from: number, until: number): void {
    for (const instrument of instruments)
      for (const part of this.#partsOf({ instrument, from, until }))
        part.reader.#coverage.need('books', instrument.id, part.from, part.until)
    this.#coverage.refuse()
  }

  #partsOf({ instrument, from, until }: BookRange): (BookRange & { reader: BookReader })[] {
    return this.#parts(instrument.id, from, until).map(part => ({ instrument, ...part }))
  }

  #readHere(range: SampledRange, taker: BookTaker): void {
    const { instrument, from, until } = range
    const live = this.#shapes(instrument)
    if (live) this.#coverage.need('books', instrument.id, from, until)
    const hour = live && new BookHour(live)
    // Day by day: recorded books may have thousands of levels.
    const step = hour && !this.#anyRecorded.get({ instrument: instrument.id, from, until }) ? until - from : day
    for (let start = from; start < until; start += step)
      this.#readPart({ ...range, from: start, until: Math.min(start + step, until) }, hour, taker)
  }

  #readPart(range: SampledRange, hour: BookHour | null, taker: BookTaker): void {
    const { instrument, from, until, ofHour } = range
    const { id, precision } = instrument
    const recorded = this.#recorded.all({ instrument: id, from, until }).filter(([polled]) => polled % hourMs < ofHour)
    const blocks = hour ? this.#blocks.all({ instrument: id, from: bookBlockStart(from), until }) : []
    let next = 0
    const upTo = (time: number): boolean => {
      while (next < recorded.length && recorded[next]![0] <= time) taker(recordedBook(recorded[next++]!, precision))
      return next > 0 && recorded[next - 1]![0] === time
    }
    eachHour(hour!, blocks, range, () => {
      readPart(hour!, range, taker, upTo)
    })
    upTo(until)
  }

  /** Whether books begin with the instrument, because they are generated. */
  get endless(): boolean {
    return this.#coverage.endless
  }

  hasShape(instrument: BookInstrument): boolean {
    return this.#shapes(instrument) !== null
  }

  /** Up to `size` books from the start of the range, in the requested order. */
  some(range: BookRange, sort: 'asc' | 'desc', size: number): BookAt[] {
    const parts = this.#partsOf(range)
    const found: BookAt[] = []
    for (const part of sort === 'asc' ? parts : parts.reverse())
      if (found.length < size) found.push(...part.reader.#someHere(part, sort, size - found.length))
    return found
  }

  #someHere({ instrument, ...range }: BookRange, sort: 'asc' | 'desc', size: number): BookAt[] {
    // Decentralised exchanges have none in any year.
    if (!this.hasShape(instrument)) return this.#someHeld({ instrument, ...range }, sort, size)
    const subjects = [instrument.id]
    const held = this.#coverage.heldPart('books', subjects, range, sort)
    const books = this.#someHeld({ instrument, ...held }, sort, size)
    if (books.length < size) this.#coverage.needBeyond('books', subjects, held, range, sort)
    return books
  }

  #someHeld(range: BookRange, sort: 'asc' | 'desc', size: number): BookAt[] {
    const sign = sort === 'asc' ? 1 : -1
    const recorded = this.#someRecorded(range, sort, size)
    const taken = new Set(recorded.map(({ polled }) => polled))
    const generated = this.#someGenerated(range, sort, size).filter(({ polled }) => !taken.has(polled))
    return [...recorded, ...generated].sort((a, b) => sign * (a.polled - b.polled)).slice(0, size)
  }

  #someRecorded({ instrument, from, until }: BookRange, sort: 'asc' | 'desc', size: number): BookAt[] {
    const rows = this.#some[sort].recorded.all({ instrument: instrument.id, from, until, count: size })
    return rows.map(row => {
      const book = () => recordedBook(row, instrument.precision)
      return { polled: row[0], book }
    })
  }

  #someGenerated({ instrument, from, until }: BookRange, sort: 'asc' | 'desc', size: number): BookAt[] {
    const live = this.#shapes(instrument)
    const found: BookAt[] = []
    const left = { from: bookBlockStart(from), until }
    const limit = Math.ceil(size / booksPerRow) + 1
    for (let rows = limit; live && rows === limit && found.length < size; ) {
      const blocks = this.#some[sort].blocks.all({ instrument: instrument.id, ...left, count: limit })
      for (const row of blocks) addBooks(found, size, row, live, sort, { from, until })
      const last = blocks.at(-1)?.[0] ?? Number.NaN
      if (sort === 'asc') left.from = last + blockHours * hourMs
      else left.until = last
      rows = blocks.length
    }
    return found
  }
}

type BlockRow = [start: number, bytes: Uint8Array]
type BookTimes = Omit<BookRange, 'instrument'>

/** Opens the hours of rows that overlap with a range, one after another. */
function eachHour(hour: BookHour, rows: readonly BlockRow[], { from, until }: BookTimes, each: () => void): void {
  for (const [start, bytes] of rows) {
    for (let at = 0; at < bytes.length; ) {
      const time = start + placeOfHour(bytes, at) * hourMs
      if (time >= until) break
      // Passing over an hour costs a tenth of opening it.
      if (time + hourMs <= from) at = bookHourEnd(bytes, at)
      else {
        at = hour.open(start, bytes, at)
        each()
      }
    }
  }
}

/** Offsets of a row's hours that overlap with a range. */
function hoursWithin([start, bytes]: BlockRow, { from, until }: BookTimes): number[] {
  const offsets: number[] = []
  for (let at = 0; at < bytes.length; at = bookHourEnd(bytes, at)) {
    const hour = start + placeOfHour(bytes, at) * hourMs
    if (hour + hourMs > from && hour < until) offsets.push(at)
  }
  return offsets
}

/** @param upTo emits the recorded books up to a time; returns true if one was recorded at exactly that time. */
function readPart(
  hour: BookHour,
  { from, until, ofHour }: Omit<SampledRange, 'instrument'>,
  taker: BookTaker,
  upTo: (time: number) => boolean,
): void {
  const end = Math.min(until, hour.start + ofHour)
  for (let n = 0; n < hour.length; n++) {
    const polled = hour.polled(n)
    if (polled >= end) break
    if (polled >= from && !upTo(polled)) taker(hour.book(n))
  }
}

/** Adds the books of a row within a range of poll times, in the requested order, until there are `size`. */
function addBooks(
  books: BookAt[],
  size: number,
  row: BlockRow,
  live: LiveBook,
  sort: 'asc' | 'desc',
  range: BookTimes,
): void {
  const offsets = hoursWithin(row, range)
  for (const at of sort === 'asc' ? offsets : offsets.reverse()) {
    if (books.length >= size) return
    const hour = new BookHour(live)
    hour.open(...row, at)
    const found = Array.from({ length: hour.length }, (_, n) => ({ polled: hour.polled(n), book: () => hour.book(n) }))
    const within = found.filter(({ polled }) => polled >= range.from && polled < range.until)
    books.push(...(sort === 'asc' ? within : within.reverse()))
  }
}
