import { reaches, type Side } from '../../../src/market/books/book.ts'
import type { Condition } from '../../../src/market/books/book-block.ts'
import { pollOffset, timingBits } from '../../../src/market/books/book-hour.ts'
import type { BookShape } from '../../../src/market/books/book-shape.ts'
import { LiveBook } from '../../../src/market/books/live-book.ts'
import type { Quotes } from '../../../src/market/books/touch.ts'
import { longer } from '../../../src/market/numbers/longer.ts'
import { minute as minuteMs } from '../../../src/market/time.ts'

/** An order fills no further from the best price than this; the rest of it is cancelled. */
const reach = 0.01
/** Lowest mid price, in half ticks, at which a book has two sides. */
export const lowestMiddle = 3

/** What orders took since the last snapshot or minute, by price. */
type Eaten = Map<number, number>

/**
 * Fills orders from the levels of the book of their moment. Makers refill what was taken by the next snapshot, and by the
 * next minute, so a snapshot is the whole book and an hour needs none of the hour before.
 */
export class OrderWalk {
  readonly #shape: BookShape
  readonly #book: LiveBook
  readonly #eaten = { bids: new Map<number, number>(), asks: new Map<number, number>() }
  /** What the last order took, best price first: the number of prices, the prices in ticks, and amounts in units. */
  filled = 0
  prices = new Float64Array(16)
  amounts = new Float64Array(16)
  #minute = Number.NaN
  #polled = 0
  #isAfter = false

  constructor(shape: BookShape, quotes: Quotes) {
    this.#shape = shape
    this.#book = new LiveBook(shape, quotes)
  }

  /** Forgets the current minute: an hour may be generated again. */
  begin(): void {
    this.#minute = Number.NaN
  }

  /** Fills an order, at most up to an amount. @param middle twice the mid price in ticks */
  fill(time: number, sell: boolean, amount: number, middle: number, condition: Condition): void {
    this.#refill(time)
    const book = this.#book.finer(condition.digits)
    const side = sell ? book.bids : book.asks
    book.openSide(side, time, middle, condition)
    this.#take(side, sell ? this.#eaten.bids : this.#eaten.asks, amount)
  }

  #take(side: Side, eaten: Eaten, amount: number): void {
    const { best, worse } = side
    const limit = best * reach
    let left = amount
    let filled = 0
    for (let n = 0; left > 0 && reaches(side, n); n++) {
      const price = side.prices[n]!
      if (worse * (price - best) > limit) break
      const before = eaten.get(price) ?? 0
      const taken = Math.min(left, side.sums[n + 1]! - side.sums[n]! - before)
      if (taken <= 0) continue
      eaten.set(price, before + taken)
      left -= taken
      if (filled === this.prices.length) {
        this.prices = longer(this.prices)
        this.amounts = longer(this.amounts)
      }
      this.prices[filled] = price
      this.amounts[filled] = taken
      filled++
    }
    this.filled = filled
  }

  #refill(time: number): void {
    const isAfter = time > this.polledIn(time)
    if (isAfter === this.#isAfter) return
    this.#isAfter = isAfter
    this.#forget()
  }

  /** When the book of a time's minute is polled. */
  polledIn(time: number): number {
    const minute = Math.floor(time / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#polled = minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
      this.#isAfter = false
      this.#forget()
    }
    return this.#polled
  }

  #forget(): void {
    this.#eaten.bids.clear()
    this.#eaten.asks.clear()
  }
}
