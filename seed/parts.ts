import type { Instrument } from './instrument.ts'
import { day, type Range } from './time.ts'
import type { IdRange, World } from './world.ts'

/** What belongs to no instrument takes as long as this share of all trades; pools' swaps as so many trades. */
const restShare = 0.08
const swapCost = 3

/** All of a world, where one writes it alone. */
export const onePart: IdRange = { from: 0, below: Number.MAX_SAFE_INTEGER }

/**
 * Cuts the work of writing a range into parts that take about equally long. Each is a range of ids, so that their rows
 * follow each other in the tables; the first one also has what belongs to no instrument.
 */
export function partsOf(world: World, range: Range, count: number): IdRange[] {
  const instruments = world.instruments(range)
  const costs = instruments.map(one => cost(one, range))
  const trades = costs.reduce((sum, one) => sum + one, 0)
  const each = (trades * (1 + restShare)) / count
  const edges: number[] = []
  let done = trades * restShare
  instruments.forEach(({ id }, n) => {
    if (done >= each * (edges.length + 1) && edges.length < count - 1) edges.push(id)
    done += costs[n]!
  })
  return [0, ...edges].map((from, n) => ({ from, below: edges[n] ?? Number.MAX_SAFE_INTEGER }))
}

function cost({ rate, listed, ended, pools }: Instrument, { from, to }: Range): number {
  const days = (Math.min(ended, to) - Math.max(listed, from)) / day
  return Math.max(0, days) * rate * (pools.length > 0 ? swapCost : 1)
}
