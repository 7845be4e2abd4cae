import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import type { World } from '../../seed/world.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { end, shareOf } from './tape-measures.ts'

/** Two weeks of orders. */
const start = end - 14 * day

export interface Activity {
  instrument: Instrument
  /** Orders in each hour that it was listed. */
  counts: number[]
  /** The longest time without an order, in minutes. */
  longest: number
  /** Whether it was listed all the time. */
  isWhole: boolean
}

/** Orders on centralised exchanges in the two weeks before 2026-01-31, options excepted. @param every takes one instrument of so many */
export function activities(world: World, every = 1): Activity[] {
  return world
    .instruments({ from: start, to: end })
    .filter(({ pools, class: kind }) => pools.length === 0 && kind !== 'option')
    .filter((_, n) => n % every === 0)
    .map(instrument => activityOf(world, instrument))
}

function activityOf(world: World, instrument: Instrument): Activity {
  const [flow, tape] = [new OrderFlow(world, instrument), new Tape()]
  const [from, until] = [Math.max(start, instrument.listed), Math.min(end, instrument.ended)]
  const counts: number[] = []
  let [before, longest] = [from, 0]
  for (let time = from; time < until; time += hour) {
    tape.clear()
    flow.fill(time / hour, tape)
    const moments = new Set(tape.times.subarray(0, tape.length))
    counts.push(moments.size)
    for (const moment of moments) {
      longest = Math.max(longest, moment - before)
      before = moment
    }
  }
  longest = Math.max(longest, until - before) / minute
  return { instrument, counts, longest, isWhole: from === start && until === end }
}

export function emptyHours({ counts }: Activity): number {
  return shareOf(counts, count => count === 0)
}

export function singleHours({ counts }: Activity): number {
  return shareOf(counts, count => count === 1)
}
