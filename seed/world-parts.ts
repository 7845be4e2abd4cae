import { day, type Range } from '../src/market/time.ts'
import { hasBooksAhead } from './books/book-shapes.ts'
import type { Instrument } from './catalogue/instruments/instrument.ts'
import type { IdRange, World } from './world.ts'

/** Work in units of one order, per day except for that of making an instrument; fitted to a `standard` store. */
const costs = { instrument: 150, day: 8, books: 100, poolDay: 250, swap: 1, others: 18_000 }

/**
 * Parts take about equally long. A part is a range of ids. The first also writes everything without instruments, which is
 * more work than each of the others repeats: these load the program and draw prices too.
 */
export function partsOf(world: World, range: Range, count: number): IdRange[] {
  const instruments = world.instruments(range)
  const edges: number[] = []
  let part = (costs.others * (range.to - range.from)) / day
  let left = instruments.reduce((sum, one) => sum + cost(one, range), part)
  for (const one of instruments) {
    const parts = count - edges.length
    if (parts > 1 && part >= left / parts) {
      edges.push(one.id)
      left -= part
      part = 0
    }
    part += cost(one, range)
  }
  return [0, ...edges].map((from, n) => ({ from, below: edges[n] ?? Number.MAX_SAFE_INTEGER }))
}

function cost(instrument: Instrument, { from, to }: Range): number {
  const { rate, listed, ended, pools } = instrument
  const days = Math.max(0, (Math.min(ended, to) - Math.max(listed, from)) / day)
  const books = hasBooksAhead(instrument) ? costs.books : 0
  const trading = pools.length > 0 ? pools.length * costs.poolDay + rate * costs.swap : rate
  return costs.instrument + days * (costs.day + trading + books)
}
