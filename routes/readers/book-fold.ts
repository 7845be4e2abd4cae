import { type Book, twiceMid } from '../../src/market/book.ts'
import type { BookHour } from '../../src/market/book-hour.ts'
import { DepthSum } from '../../src/market/depth-sum.ts'
import { Mean } from '../../src/market/mean.ts'
import { addSlippages, type Order, slippageOf } from '../../src/market/slippage.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import type { BookRange, BookReader } from './books.ts'
import { IntervalFold } from './interval-fold.ts'

/** Sums over the order books of an interval; prices and depths in the instrument's units. */
export class BookFold {
  count = 0
  /** Over books with both sides. */
  readonly prices = { count: 0, spread: 0, twiceMid: 0 }
  readonly depth = { bid: new DepthSum(), ask: new DepthSum() }
  /** Over books that can fill the order. */
  readonly slippage = { bid: new Mean(), ask: new Mean() }
  readonly #order: Order
  readonly #withDepth: boolean

  /** @param withDepth whether to sum depths, which takes as long as the slippage of an order. */
  constructor(order: Order, withDepth: boolean) {
    this.#order = order
    this.#withDepth = withDepth
  }

  add(book: Book): void {
    this.count++
    this.#addPrices(book)
    if (this.#withDepth) {
      this.depth.bid.add(book.bids)
      this.depth.ask.add(book.asks)
    }
    if (this.#order.size === 0) return
    const bid = slippageOf(book, 'bids', this.#order)
    const ask = slippageOf(book, 'asks', this.#order)
    if (bid !== null) this.slippage.bid.add(bid)
    if (ask !== null) this.slippage.ask.add(ask)
  }

  addHour(hour: BookHour): void {
    const { bids, asks } = hour.sides
    this.count += hour.length
    if (this.#withDepth) {
      this.#addPricesOf(hour)
      this.depth.bid.addHour(hour, bids)
      this.depth.ask.addHour(hour, asks)
    }
    if (this.#order.size === 0) return
    addSlippages(hour, 'bids', this.#order, this.slippage.bid)
    addSlippages(hour, 'asks', this.#order, this.slippage.ask)
  }

  clear(): void {
    this.count = 0
    Object.assign(this.prices, { count: 0, spread: 0, twiceMid: 0 })
    for (const part of [this.depth, this.slippage]) for (const side of [part.bid, part.ask]) side.clear()
  }

  #addPricesOf({ sides: { bids, asks }, tick, length }: BookHour): void {
    let { spread, twiceMid } = this.prices
    for (let n = 0; n < length; n++) {
      spread += (asks.best[n]! - bids.best[n]!) * tick
      twiceMid += (asks.best[n]! + bids.best[n]!) * tick
    }
    Object.assign(this.prices, { count: this.prices.count + length, spread, twiceMid })
  }

  #addPrices(book: Book): void {
    const twice = twiceMid(book)
    if (Number.isNaN(twice)) return
    this.prices.count++
    this.prices.spread += (book.asks.best - book.bids.best) * book.tick
    this.prices.twiceMid += twice * book.tick
  }
}

/** Calls `each` with every interval that has books, in order of time. The fold is reused, so copy what you keep. */
export function foldBooks(
  reader: BookReader,
  range: BookRange & { interval: number; order: Order; withDepth: boolean },
  each: (timestamp: number, fold: BookFold) => void,
): void {
  const fold = new BookFold(range.order, range.withDepth)
  const intervals = new IntervalFold(fold, range.interval, each)
  const book = (book: Book) => {
    intervals.enter(book.polled)
    fold.add(book)
  }
  const hour = (hour: BookHour) => {
    if (range.interval % hourMs === 0) {
      intervals.enter(hour.start)
      fold.addHour(hour)
    } else for (let n = 0; n < hour.length; n++) book(hour.book(n))
  }
  reader.read(range, { book, hour })
  intervals.end()
}
