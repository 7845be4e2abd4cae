import { bookShape } from '../../seed/books/book-shapes.ts'
import { QuotedMiddles } from '../../seed/books/quoted-middles.ts'
import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { FairPrice } from '../../seed/prices/fair-price.ts'
import { lowestMiddle } from '../../seed/trading/orders/order-walk.ts'
import type { Tape } from '../../seed/trading/tape.ts'
import type { World } from '../../seed/world.ts'
import { reaches, type Side } from '../../src/market/books/book.ts'
import { pollOffset, timingBits } from '../../src/market/books/book-hour.ts'
import { addDepth } from '../../src/market/books/depth.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { hour, minute } from '../../src/market/time.ts'

/**
 * The books of an instrument at any time; `at` returns the same object each time, unless ticks change. With the trades of an hour so far, books
 * are as orders meet them: after a snapshot, what it showed.
 */
export function booksOf(
  world: World,
  instrument: Instrument,
): { shape: ReturnType<typeof bookShape>; at: (time: number, tape?: Tape) => LiveBook } {
  const shape = bookShape(world.seed, instrument)
  const fair = new FairPrice(world.seed, world.prices, instrument, { calendar: world.calendar })
  const quoted = new QuotedMiddles(shape, fair, world.prices.regime, instrument)
  const live = new LiveBook(shape)
  const at = (time: number, tape?: Tape): LiveBook => {
    const m = Math.floor(time / minute)
    const polled = m * minute + pollOffset(timingBits(shape.key, m))
    const middle = tape ? quoted.met(time, polled, tape) : quoted.at(time)
    const condition = quoted.conditions.of(Math.floor(time / hour))
    const book = live.finer(condition.digits)
    book.open(time, Math.max(lowestMiddle, middle), condition)
    return book
  }
  return { shape, at }
}

/** Amounts in lots by price in ticks, best first. */
export function levelsOf(side: Side): Map<number, number> {
  const levels = new Map<number, number>()
  for (let n = 0; reaches(side, n); n++) levels.set(side.prices[n]!, side.sums[n + 1]! - side.sums[n]!)
  return levels
}

/** Amount within 1 % of the best price. */
export function depthOf(side: Side): number {
  const sums = new Float64Array(10)
  addDepth(side, sums)
  return sums[9]!
}
