import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { createWorld } from '../../seed/index.ts'
import { activities, emptyHours, singleHours } from '../harness/activity.ts'
import { seeds } from '../harness/properties.ts'
import t from '../harness/tap.ts'
import { mean, quantile, shareOf } from '../harness/tape-measures.ts'

// Orders of all instruments beside those of real markets; docs/market.md names the publications.

function isBeside(one: Instrument, other: Instrument): boolean {
  return one.exchange === other.exchange && one.base === other.base
}

for (const seed of seeds)
  t.test(`no instrument ticks like a clock, and perpetual futures are busier than spot: seed ${seed}`, async t => {
    const world = createWorld({ seed, profile: 'standard' })
    const all = activities(world)
    t.ok(all.length > 450, `${all.length} instruments`)
    for (const one of all) {
      const { exchange, code } = one.instrument
      const single = singleHours(one)
      // Chance has a share of 1 ÷ e at most.
      if (one.counts.length > 100 && single > 0.5)
        t.fail(`${exchange} ${code} has exactly one order in ${single} of the hours`)
    }

    const whole = all.filter(({ isWhole }) => isWhole)
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
