import { DepthSum } from '../../src/market/book-shape.ts'
import { day, hour as hourMs, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Appender, Sink } from '../sink.ts'
import type { Follower } from '../trading/followers.ts'
import type { Tape } from '../trading/tape.ts'
import type { World } from '../world.ts'
import { type BookSnapshot, OrderBook } from './order-book.ts'

const depths = ['bid_near', 'bid_far', 'ask_near', 'ask_far']
const snapshotColumns = ['instrument', 'poll_timestamp', 'timestamp', 'bid', 'ask', ...depths]
const hourColumns = ['instrument', 'timestamp', 'snapshots', 'bid', 'ask', 'bid_depth', 'ask_depth']

/** How many days of books a store has at least, where it is as long as that when it is made. */
const recordedDays = 30

/** The tables that order books go into. */
export class BookTables {
  readonly snapshots: Appender
  readonly hours: Appender

  constructor(sink: Sink) {
    this.snapshots = sink.appender('order_book_snapshot', snapshotColumns)
    this.hours = sink.appender('order_book_hour', hourColumns)
  }

  flush(): void {
    this.snapshots.flush()
    this.hours.flush()
  }
}

/** Writes the order books of one instrument, and what the books of a finished hour add up to. */
export class BookFeed implements Follower {
  readonly #instrument: Instrument
  readonly #levels: number
  readonly #tables: BookTables
  readonly #book: OrderBook
  /** How long after the store's start the first is written. */
  readonly #wait: number
  #hour = Number.NaN
  #books: BookSnapshot[] = []

  constructor(world: World, instrument: Instrument, levels: number, tables: BookTables) {
    this.#instrument = instrument
    this.#levels = levels
    this.#tables = tables
    this.#book = new OrderBook(world, instrument)
    this.#wait = Math.max(0, world.profile.days - recordedDays) * day
  }

  /** Those of an hour counted from 1970 that were polled within the range. @param tape the hour's trades. */
  write(hour: number, tape: Tape, { from, to }: Range, start: number): void {
    if (hour * hourMs < start + this.#wait) return
    if (hour !== this.#hour) this.#books = this.#book.of(hour, tape)
    this.#hour = hour
    for (const book of this.#books) if (book.polled >= from && book.polled < to) this.#writeSnapshot(book)
    if (to >= (hour + 1) * hourMs && this.#books.length > 0) this.#writeHour(hour)
  }

  #writeSnapshot({ polled, timestamp, bid, ask, bidNear, bidFar, askNear, askFar }: BookSnapshot): void {
    const { id } = this.#instrument
    this.#tables.snapshots.add(id, polled, timestamp, bid, ask, bidNear, bidFar, askNear, askFar)
  }

  #writeHour(hour: number): void {
    const { id, tick } = this.#instrument
    const [bidDepth, askDepth] = [new DepthSum(this.#levels), new DepthSum(this.#levels)]
    let [bids, asks] = [0, 0]
    for (const { bid, ask, bidNear, bidFar, askNear, askFar } of this.#books) {
      bidDepth.add(bid / tick, bidNear, bidFar)
      askDepth.add(ask / tick, askNear, askFar)
      bids += bid
      asks += ask
    }
    const depths = [JSON.stringify(bidDepth.sums), JSON.stringify(askDepth.sums)]
    this.#tables.hours.add(id, hour * hourMs, this.#books.length, bids, asks, ...depths)
  }
}
