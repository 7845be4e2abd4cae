import { reaches, type Side } from '../../../src/market/books/book.ts'
import { type Condition, factorAt } from '../../../src/market/books/book-block.ts'
import { pollOffset, timingBits } from '../../../src/market/books/book-hour.ts'
import type { BookShape } from '../../../src/market/books/book-shape.ts'
import { LiveBook } from '../../../src/market/books/live-book.ts'
import { quoteBits, quotedMiddle } from '../../../src/market/books/touch.ts'
import { hour as hourMs, minute as minuteMs } from '../../../src/market/time.ts'

/** An order fills no further from the best price than this; the rest of it is cancelled. */
const reach = 0.01
/** Lowest mid price, in half ticks, at which a book has two sides. */
export const lowestMiddle = 3

/** What orders took at a price since the last snapshot or minute. */
class Eaten {
  readonly #prices: number[] = []
  readonly #amounts: number[] = []

  clear(): void {
    this.#prices.length = 0
    this.#amounts.length = 0
  }

  at(price: number): number {
    const place = this.#prices.indexOf(price)
    return place < 0 ? 0 : this.#amounts[place]!
  }

  add(price: number, amount: number): void {
    const place = this.#prices.indexOf(price)
    if (place >= 0) this.#amounts[place]! += amount
    else {
      this.#prices.push(price)
      this.#amounts.push(amount)
    }
  }
}

/**
 * Fills orders from the levels of the book of their moment. Makers refill what was taken by the next snapshot, and by the
 * next minute, so a snapshot is the whole book and an hour needs none of the hour before.
 */
export class OrderWalk {
  readonly #shape: BookShape
  readonly #book: LiveBook
  readonly #eaten = { bids: new Eaten(), asks: new Eaten() }
  #minute = Number.NaN
  #polled = 0
  #isAfter = false

  constructor(shape: BookShape) {
    this.#shape = shape
    this.#book = new LiveBook(shape)
  }

  /** Forgets the current minute: an hour may be generated again. */
  begin(): void {
    this.#minute = Number.NaN
  }

  /** @param fair price in ticks @param each takes a price in ticks and an amount in units, best first */
  fill(
    order: { time: number; sell: boolean; amount: number },
    fair: number,
    condition: Condition,
    each: (ticks: number, amount: number) => void,
  ): void {
    const { time, sell } = order
    this.#refill(time)
    const calm = factorAt(condition, (time % hourMs) / hourMs)
    const middle = quotedMiddle(this.#shape, quoteBits(this.#shape.key, time), fair, calm)
    this.#book.open(time, Math.max(lowestMiddle, middle), calm, condition.octave)
    if (sell) this.#take(this.#book.bids, this.#eaten.bids, order.amount, each)
    else this.#take(this.#book.asks, this.#eaten.asks, order.amount, each)
  }

  #take(side: Side, eaten: Eaten, amount: number, each: (ticks: number, amount: number) => void): void {
    const limit = side.best * reach
    let left = amount
    for (let n = 0; left > 0 && reaches(side, n); n++) {
      const price = side.prices[n]!
      if (Math.abs(price - side.best) > limit) return
      const taken = Math.min(left, side.sums[n + 1]! - side.sums[n]! - eaten.at(price))
      if (taken <= 0) continue
      eaten.add(price, taken)
      left -= taken
      each(price, taken)
    }
  }

  #refill(time: number): void {
    const minute = Math.floor(time / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#polled = minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
      this.#isAfter = false
    } else if (this.#isAfter || time < this.#polled) return
    this.#isAfter = time >= this.#polled
    this.#eaten.bids.clear()
    this.#eaten.asks.clear()
  }
}
