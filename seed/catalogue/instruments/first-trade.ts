import { hour } from '../../../src/market/time.ts'
import { openingTrade } from '../../trading/order-flow.ts'
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
