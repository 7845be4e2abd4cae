import type { Load } from './load.ts'
import { type Random, weightedChoice } from './random.ts'
import type { Instrument, World } from './world.ts'

/** How many different calls a load makes before it begins again. */
const callCount = 4000

/**
 * Pages of one instrument that end at some moment: any instrument, as often as it trades, and any moment of the second
 * half of its life, so that the page before it is full.
 */
export function recentPages(size: number): NonNullable<Load['calls']> {
  return (operation, world, random) => {
    const busy = world.instruments.filter(({ trade_count }) => trade_count >= 4 * size)
    if (busy.length === 0) throw new Error(`no instrument of this store has ${4 * size} trades`)
    const choose = weightedChoice(busy, ({ trade_count }) => trade_count)
    return Array.from({ length: callCount }, () => {
      const instrument = choose(random)
      const end_time = momentOf(instrument, world, random)
      return { ...operation.example, ...pathOf(instrument), end_time, page_size: String(size) }
    })
  }
}

export function pathOf({ exchange_code, class: instrument_class, code }: Instrument) {
  return { exchange: exchange_code, instrument_class, instrument: code }
}

function momentOf(instrument: Instrument, world: World, random: Random): string {
  const start = instrument.trade_start_timestamp!
  const end = instrument.trade_end_timestamp ?? world.end
  return new Date(Math.floor(end - (random() * (end - start)) / 2)).toISOString()
}
