import t from 'tap'
import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { createWorld } from '../../seed/index.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import type { World } from '../../seed/world.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { seeds } from '../harness/properties.ts'
import { end, mean, quantile, shareOf } from '../harness/tape-measures.ts'

// Orders of all instruments of centralised exchanges over two weeks, options excepted; docs/market.md names the publications.

const start = end - 14 * day

interface Activity {
  instrument: Instrument
  /** Orders in each hour that it was listed. */
  counts: number[]
  /** The longest time without an order, in minutes. */
  longest: number
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
  return { instrument, counts, longest: Math.max(longest, until - before) / minute }
}

function emptyHours({ counts }: Activity): number {
  return shareOf(counts, count => count === 0)
}

function isBeside(one: Instrument, other: Instrument): boolean {
  return one.exchange === other.exchange && one.base === other.base
}

for (const seed of seeds)
  t.test(`no instrument ticks like a clock, and perpetual futures are busier than spot: seed ${seed}`, async t => {
    const world = createWorld({ seed, profile: 'standard' })
    const all = world
      .instruments({ from: start, to: end })
      .filter(({ pools, class: kind }) => pools.length === 0 && kind !== 'option')
      .map(instrument => activityOf(world, instrument))
    t.ok(all.length > 450, `${all.length} instruments`)
    for (const { instrument, counts } of all) {
      const single = shareOf(counts, count => count === 1)
      // Chance has a share of 1 ÷ e at most.
      if (counts.length > 100 && single > 0.5)
        t.fail(`${instrument.exchange} ${instrument.code} has exactly one order in ${single} of the hours`)
    }

    const whole = all.filter(({ instrument: { listed, ended } }) => listed <= start && ended >= end)
    const spot = whole.filter(({ instrument }) => instrument.class === 'spot')
    const gaps = spot.map(({ longest }) => longest).sort((a, b) => a - b)
    const [short, usual, long] = [0.1, 0.5, 0.9].map(share => quantile(gaps, share)) as [number, number, number]
    t.ok(short < 0.4 * usual && long > 1.6 * usual, `longest gaps of ${[short, usual, long]} minutes`)
    const crowded = Math.max(...gaps.map((gap, n) => gaps.slice(n).filter(other => other < gap + 10).length))
    t.ok(crowded < 0.06 * gaps.length, `${crowded} of ${gaps.length} longest gaps lie within the same ten minutes`)

    const perpetuals = whole.filter(({ instrument }) => instrument.class === 'perpetual-future')
    const compared = perpetuals
      .map(one => ({
        empty: emptyHours(one),
        spot: spot.filter(({ instrument }) => isBeside(instrument, one.instrument)).map(emptyHours),
      }))
      .filter(one => one.spot.length > 0)
    const [ofPerpetuals, ofSpot] = [mean(compared.map(one => one.empty)), mean(compared.map(one => mean(one.spot)))]
    t.ok(ofPerpetuals < 0.6 * ofSpot, `${ofPerpetuals} of the hours of perpetual futures are empty, ${ofSpot} of spot`)
    const busier = shareOf(compared, one => one.empty <= mean(one.spot))
    t.ok(compared.length > 20 && busier > 0.8, `${busier} of ${compared.length} are busier than spot of their venue`)
    const busiest = perpetuals.sort((a, b) => b.instrument.rate - a.instrument.rate).slice(0, 10)
    const quiet = mean(busiest.map(emptyHours))
    t.ok(quiet < 0.02, `${quiet} of the hours of the ten busiest perpetual futures are empty`)
  })
