import { type Book, twiceMid } from '../../src/market/books/book.ts'
import { bands } from '../../src/market/books/book-bands.ts'
import { addDepth } from '../../src/market/books/depth.ts'
import { type Order, slippageOf } from '../../src/market/books/slippage.ts'
import { Mean } from '../../src/market/numbers/mean.ts'
import type { BookRange, BookReader } from './books.ts'
import { IntervalFold } from './interval-fold.ts'

/** Sums over the order books of an interval; prices and depths in the instrument's units. */
export class BookFold {
  count = 0
  /** Over books with both sides. */
  readonly prices = { count: 0, spread: 0, twiceMid: 0 }
  readonly depth = { bid: new Float64Array(bands.length), ask: new Float64Array(bands.length) }
  /** Over books that can fill the order. */
  readonly slippage = { bid: new Mean(), ask: new Mean() }
  readonly #order: Order
  readonly #withDepth: boolean

  /** @param withDepth whether to sum prices and depths, which takes as long as the slippage of an order. */
  constructor(order: Order, withDepth: boolean) {
    this.#order = order
    this.#withDepth = withDepth
  }

  add(book: Book): void {
    this.count++
    if (this.#withDepth) {
      this.#addPrices(book)
      addDepth(book.bids, this.depth.bid)
      addDepth(book.asks, this.depth.ask)
    }
    if (this.#order.size === 0) return
    const bid = slippageOf(book, 'bids', this.#order)
    const ask = slippageOf(book, 'asks', this.#order)
    if (bid !== null) this.slippage.bid.add(bid)
    if (ask !== null) this.slippage.ask.add(ask)
  }

  clear(): void {
    this.count = 0
    Object.assign(this.prices, { count: 0, spread: 0, twiceMid: 0 })
    for (const sums of [this.depth.bid, this.depth.ask]) sums.fill(0)
    for (const mean of [this.slippage.bid, this.slippage.ask]) mean.clear()
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
  reader.read(range, book => {
    intervals.enter(book.polled)
    fold.add(book)
  })
  intervals.end()
}
