import { hour, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import type { World } from '../world.ts'
import { minuteWriter } from './tables/bar-book.ts'
import type { BarSeries } from './tables/bar-table.ts'
import { Tape } from './tape.ts'
import { flowOf, tradesIn } from './trade-flow.ts'

/** Writes bars of minutes. Without ids, which count the trades of their day, an hour needs no other. */
export function minuteFeed(world: World, instrument: Instrument, bars: BarSeries): (hours: Range) => void {
  const flow = flowOf(world, instrument)
  const tape = new Tape()
  const write = minuteWriter(instrument, bars)
  return ({ from, to }) => {
    for (let h = from / hour; h * hour < to; h++) {
      if (!tradesIn(instrument, h)) continue
      tape.clear()
      flow.fill(h, tape, 0)
      // In blocks of their own, so that rows do not depend on how hours are asked for.
      bars.open(instrument)
      write(tape)
      bars.blocks.close()
    }
    bars.blocks.flush()
  }
}
