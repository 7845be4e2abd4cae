import { DepthSum } from '../../src/market/book-shape.ts'
import { Mean } from '../../src/market/mean.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import type { Row, Statement, Store } from '../../src/store/store.ts'
import type { Instrument } from '../readers/instrument.ts'
import { IntervalFold } from '../readers/interval-fold.ts'
import { bookColumns, bookOf, type Order, slippageOf } from './book.ts'

/** Which books of one instrument: of the intervals that start in [from, until). */
export interface BookRange {
  instrument: Instrument
  interval: number
  from: number
  until: number
  /** Books at or after this are not known yet. */
  horizon: number
  /** The order whose slippage is wanted. */
  order: Order
}

/** Sums over the order books of an interval; prices and depths in the instrument's units. */
export class BookFold {
  count = 0
  bid = 0
  ask = 0
  readonly depth: { bid: DepthSum; ask: DepthSum }
  /** Over the books that could fill the order. */
  readonly slippage = { bid: new Mean(), ask: new Mean() }
  readonly #instrument: Instrument
  readonly #order: Order

  constructor(instrument: Instrument, order: Order) {
    this.#instrument = instrument
    this.#order = order
    this.depth = { bid: new DepthSum(instrument.bookLevels), ask: new DepthSum(instrument.bookLevels) }
  }

  /** A book. */
  add(row: Row): void {
    const book = bookOf(row, 1)
    const { bids, asks } = book
    const { tick } = this.#instrument
    this.count++
    this.bid += bids.best
    this.ask += asks.best
    this.depth.bid.add(bids.best / tick, bids.near, bids.far)
    this.depth.ask.add(asks.best / tick, asks.near, asks.far)
    if (this.#order.size === 0) return
    const bid = slippageOf(book, 'bids', this.#order, this.#instrument)
    const ask = slippageOf(book, 'asks', this.#order, this.#instrument)
    if (bid !== null) this.slippage.bid.add(bid)
    if (ask !== null) this.slippage.ask.add(ask)
  }

  /** What the books of a stored hour add up to. */
  merge([, count, bid, ask, bidDepth, askDepth]: Row): void {
    this.count += count as number
    this.bid += bid as number
    this.ask += ask as number
    this.depth.bid.merge(JSON.parse(bidDepth as string))
    this.depth.ask.merge(JSON.parse(askDepth as string))
  }

  clear(): void {
    this.count = 0
    this.bid = 0
    this.ask = 0
    for (const part of [this.depth, this.slippage]) for (const side of [part.bid, part.ask]) side.clear()
  }
}

/** About how many books are read at once: 100 hours of one a minute. */
const batchSpan = 6_000 * minute

/**
 * Folds order books over intervals. What hours add up to is stored, but for the slippage of an order: who asks for that
 * has every book walked, 0.5 µs each.
 */
export class BookReader {
  readonly #books: Statement
  readonly #hours: Statement
  readonly #life: Statement
  readonly #hasHours: boolean

  constructor(store: Store) {
    const range = 'WHERE instrument = :instrument AND time >= :from AND time < :until ORDER BY time'
    this.#books = store.prepare(
      `SELECT poll_timestamp, ${bookColumns} FROM order_book_snapshot ${range.replaceAll('time', 'poll_timestamp')}`,
    )
    this.#hours = store.prepare(
      `SELECT timestamp, snapshots, bid, ask, bid_depth, ask_depth
       FROM order_book_hour ${range.replaceAll('time', 'timestamp')}`,
    )
    const edge = (sort: string) =>
      `(SELECT poll_timestamp FROM order_book_snapshot WHERE instrument = :instrument ORDER BY 1 ${sort} LIMIT 1)`
    this.#life = store.prepare(`SELECT ${edge('ASC')}, ${edge('DESC')}`)
    // A store that someone else filled may have snapshots only.
    this.#hasHours = store.get('SELECT 1 FROM order_book_hour LIMIT 1') !== undefined
  }

  /** The times of an instrument's first and last book; null where it has none. */
  life({ id }: Instrument): { first: number; last: number } | null {
    const [first, last] = this.#life.get({ instrument: id }) as [number | null, number | null]
    return first === null || last === null ? null : { first, last }
  }

  /** How many intervals to read at once. */
  batch(interval: number, { size }: Order): number {
    const span = size === 0 && interval % hour === 0 && this.#hasHours ? 100 * day : batchSpan
    return Math.max(1, Math.min(1000, Math.floor(span / interval)))
  }

  /** Calls `each` with every interval that has books, in order of time. The fold is reused: take from it what you need. */
  read(range: BookRange, each: (timestamp: number, fold: BookFold) => void): void {
    const { instrument, interval, from, order } = range
    const fold = new BookFold(instrument, order)
    const intervals = new IntervalFold(fold, interval, each)
    const enter = (timestamp: number) => intervals.enter(timestamp)
    const until = Math.min(range.until, range.horizon)
    const edge = order.size === 0 && interval % hour === 0 && this.#hasHours ? until - (until % hour) : from
    for (const row of this.#rows(this.#hours, instrument, from, edge)) {
      enter(row[0] as number)
      fold.merge(row)
    }
    for (const row of this.#rows(this.#books, instrument, Math.max(from, edge), until)) {
      enter(row[0] as number)
      fold.add(row)
    }
    intervals.end()
  }

  #rows(statement: Statement, { id }: Instrument, from: number, until: number): Row[] {
    return until > from ? statement.all({ instrument: id, from, until }) : []
  }
}
