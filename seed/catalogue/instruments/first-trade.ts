import { hour } from '../../../src/market/time.ts'
import { OrderFlow, openingTrade } from '../../trading/order-flow.ts'
import { inFirst, Tape } from '../../trading/tape.ts'
import type { World } from '../../world.ts'
import type { Instrument } from './instrument.ts'

/** Time of an instrument's first trade. */
export function firstTrade(world: World, instrument: Instrument): number {
  return instrument.pools.length > 0 ? firstSwap(world, instrument) : openingTrade(world, instrument)
}

function firstSwap({ pools }: World, instrument: Instrument): number {
  const histories = pools.of(instrument)
  for (let h = instrument.listed / hour; ; h++) {
    const times = histories.map(pool => pool.firstSwap(h)).filter(time => time !== null)
    if (times.length > 0) return Math.min(...times)
  }
}

/** Time of the last trade of an instrument that has ended. */
export function lastTrade(world: World, instrument: Instrument): number {
  const flow = new OrderFlow(world, instrument)
  const tape = new Tape()
  for (let h = instrument.ended / hour - 1; h >= instrument.listed / hour; h--) {
    tape.clear()
    flow.fill(h, tape, 0)
    for (let i = tape.length - 1; i >= 0; i--) if (tape.versions[i]! & inFirst) return tape.times[i]!
  }
  return instrument.listed
}
