import { levelsWithin } from '../../src/market/book-shape.ts'
import { hour } from '../../src/market/time.ts'
import type { Instrument, InstrumentClass } from '../catalogue/instrument.ts'

/** How many of a class have their order book recorded, of those that trade at the instant of the cut. */
const recorded: Record<InstrumentClass, number> = { spot: 4, 'perpetual-future': 2, future: 2, option: 2 }
const cut = Date.UTC(2026, 0, 1, 12)

/** How far the books go that these exchanges give, in percent of the best price; elsewhere all the way. */
const reach: Record<string, number> = { bnce: 4, bbit: 2 }
const wholeBook = 10

/** These give no time with a book. */
export const timeless = new Set(['krkn', 'bnce', 'binc'])

/**
 * Whose order books are recorded: of each class the instruments that trade most, and whatever trades as much as the last
 * of them. Contracts that expire pass this on to their successors, since a series trades alike.
 */
export class RecordedBooks {
  readonly #least = new Map<InstrumentClass, number>()

  constructor(instruments: (range: { from: number; to: number }) => Instrument[]) {
    const listed = instruments({ from: cut, to: cut + hour })
    for (const [kind, count] of Object.entries(recorded) as [InstrumentClass, number][]) {
      const rates = listed.filter(one => one.class === kind && hasBook(one)).map(({ rate }) => rate)
      rates.sort((a, b) => b - a)
      this.#least.set(kind, rates[Math.min(count, rates.length) - 1] ?? Number.POSITIVE_INFINITY)
    }
  }

  /** How many price levels a side the instrument's recorded books have; null where none are recorded. */
  levels(instrument: Instrument): number | null {
    if (!hasBook(instrument) || instrument.rate < this.#least.get(instrument.class)!) return null
    return levelsWithin(reach[instrument.exchange] ?? wholeBook)
  }
}

/** Pools have no orders. */
function hasBook({ pools }: Instrument): boolean {
  return pools.length === 0
}
