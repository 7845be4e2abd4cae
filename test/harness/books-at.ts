import { BookConditions } from '../../seed/books/book-conditions.ts'
import { bookShape } from '../../seed/books/book-shapes.ts'
import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { FairPrice } from '../../seed/prices/fair-price.ts'
import { lowestMiddle } from '../../seed/trading/orders/order-walk.ts'
import type { World } from '../../seed/world.ts'
import { reaches, type Side } from '../../src/market/books/book.ts'
import { factorAt } from '../../src/market/books/book-block.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { quoteBits, quotedMiddle } from '../../src/market/books/touch.ts'
import { hour } from '../../src/market/time.ts'

/** The books of an instrument at any time, as its orders meet them; `at` returns the same object each time. */
export function booksOf(
  world: World,
  instrument: Instrument,
): { shape: ReturnType<typeof bookShape>; at: (time: number) => LiveBook } {
  const shape = bookShape(world.seed, instrument)
  const fair = new FairPrice(world.seed, world.prices, instrument, { calendar: world.calendar })
  const ticksPerUnit = 10 ** instrument.priceDecimals / instrument.tick
  const conditions = new BookConditions(shape.key, world.prices.regime, fair, ticksPerUnit)
  const live = new LiveBook(shape)
  const at = (time: number): LiveBook => {
    const [h, offset] = [Math.floor(time / hour), time % hour]
    const condition = conditions.of(h)
    const calm = factorAt(condition, offset / hour)
    const bits = quoteBits(shape.key, time)
    const middle = quotedMiddle(shape, bits, fair.at(h, offset) * ticksPerUnit, calm)
    live.open(time, Math.max(lowestMiddle, middle), calm, condition.octave)
    return live
  }
  return { shape, at }
}

/** Amounts in lots by price in ticks, best first. */
export function levelsOf(side: Side): Map<number, number> {
  const levels = new Map<number, number>()
  for (let n = 0; reaches(side, n); n++) levels.set(side.prices[n]!, side.sums[n + 1]! - side.sums[n]!)
  return levels
}
