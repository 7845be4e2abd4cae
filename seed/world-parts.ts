import { day, type Range } from '../src/market/time.ts'
import { booksSince, hasBooksAhead } from './books/book-shapes.ts'
import type { Instrument } from './catalogue/instruments/instrument.ts'
import type { IdRange, World } from './world.ts'

/** Work per day in units of one order, fitted to a `standard` store. */
const costs = { day: 11, books: 45, poolDay: 280, swap: 1, rest: 13_500 }

export const onePart: IdRange = { from: 0, below: Number.MAX_SAFE_INTEGER }

/** Parts take about equally long. A part is a range of ids; the first also writes everything without instruments. */
export function partsOf(world: World, range: Range, count: number): IdRange[] {
  const instruments = world.instruments(range)
  const edges: number[] = []
  let part = (costs.rest * (range.to - range.from)) / day
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
  const daysSince = (start: number) => Math.max(0, (Math.min(ended, to) - Math.max(listed, from, start)) / day)
  const since = hasBooksAhead(instrument) ? booksSince(instrument) : null
  const books = since === null ? 0 : daysSince(since) * costs.books
  const trading = pools.length > 0 ? pools.length * costs.poolDay + rate * costs.swap : rate
  return daysSince(listed) * (costs.day + trading) + books
}
