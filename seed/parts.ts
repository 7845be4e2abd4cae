import { day, type Range } from '../src/market/time.ts'
import type { Instrument } from './catalogue/instrument.ts'
import type { IdRange, World } from './world.ts'

/**
 * Work per day in units of one order: per instrument, pool, swap, and for everything without instruments. Fitted to a
 * `standard` store.
 */
const costs = { day: 12, poolDay: 65, swap: 3.4, rest: 13_000 }

/** The whole market. */
export const onePart: IdRange = { from: 0, below: Number.MAX_SAFE_INTEGER }

/**
 * Splits the work on a range into parts of similar duration. Each part is a range of ids, so its rows are consecutive;
 * the first part also writes everything without instruments.
 */
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

function cost({ rate, listed, ended, pools }: Instrument, { from, to }: Range): number {
  const days = (Math.min(ended, to) - Math.max(listed, from)) / day
  const trading = pools.length > 0 ? pools.length * costs.poolDay + rate * costs.swap : rate
  return Math.max(0, days) * (costs.day + trading)
}
