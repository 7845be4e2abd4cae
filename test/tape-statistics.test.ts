import t from 'tap'
import type { Instrument } from '../seed/catalogue/instrument.ts'
import { createWorld } from '../seed/index.ts'
import { ordersPerDay } from '../seed/trading/density.ts'
import { OrderFlow } from '../seed/trading/order-flow.ts'
import { Rhythm } from '../seed/trading/rhythm.ts'
import { Tape } from '../seed/trading/tape.ts'
import type { World } from '../seed/world.ts'
import { day, hour, minute } from '../src/market/time.ts'

// Statistics of the generated tape, hour by hour.

const end = Date.UTC(2026, 0, 31)

/** Calls `each` with the trade times of an instrument, one hour at a time. */
function eachHour(world: World, instrument: Instrument, from: number, each: (times: Float64Array) => void): void {
  const flow = new OrderFlow(world, instrument)
  const tape = new Tape()
  for (let time = Math.max(from, instrument.listed); time < Math.min(end, instrument.ended); time += hour) {
    tape.clear()
    flow.fill(time / hour, tape)
    each(tape.times.subarray(0, tape.length))
  }
}

const standard = createWorld({ seed: 'market', profile: 'standard' })

function listed(world: World, days: number): Instrument[] {
  return world.instruments({ from: end - days * day, to: end }).filter(({ pools }) => pools.length === 0)
}

function named(world: World, exchange: string, code: string): Instrument {
  return listed(world, 1).find(one => one.exchange === exchange && one.class === 'spot' && one.code === code)!
}

t.test('trades are spread over all minutes of the hour and do not pile up on a millisecond', async t => {
  const minutes = new Float64Array(60)
  const edge = { last: 0, all: 0 }
  for (const [exchange, code] of [
    ['cbse', 'btc-usd'],
    ['krkn', 'btc-usd'],
    ['bnce', 'eth-usdt'],
  ] as const)
    eachHour(standard, named(standard, exchange, code), end - 40 * day, times => {
      for (const time of times) {
        minutes[Math.floor((time % hour) / minute)]!++
        edge.all++
        if (time % hour >= hour - 10) edge.last++
      }
    })
  const mean = edge.all / 60
  // Orders come in groups, and more often while prices move, so counts vary by this factor more than independent ones.
  const deviation = Math.sqrt(mean * 12)
  t.same(
    [...minutes].filter(count => Math.abs(count - mean) > 4 * deviation),
    [],
  )
  t.ok(Math.abs(minutes[59]! / minutes[0]! - 1) < 0.12, `${minutes[0]} in the first minute, ${minutes[59]} in the last`)
  t.ok(edge.last < 10 + (10 * edge.all * 10) / hour, `${edge.last} trades in the last ten milliseconds of an hour`)
})

t.test('stores of all seeds have about the same number of orders', async t => {
  const days = 120
  const orders = ['market', 'alpha', 'beta', '7', 'one', 'two'].map(seed => {
    const world = createWorld({ seed, profile: 'standard' })
    const ofInstrument = (instrument: Instrument) => {
      const rhythm = new Rhythm(seed, instrument, world.activity)
      let sum = 0
      for (
        let time = Math.max(end - days * day, instrument.listed);
        time < Math.min(end, instrument.ended);
        time += hour
      )
        sum += rhythm.at(time / hour)
      return (sum / 24) * ordersPerDay(instrument)
    }
    return listed(world, days).reduce((sum, instrument) => sum + ofInstrument(instrument), 0)
  })
  t.ok(Math.max(...orders) < 1.07 * Math.min(...orders), `${orders.map(Math.round)}`)
})

t.test('groups of orders continue across the hour', async t => {
  const within = new Float64Array(60)
  let before = 0
  eachHour(standard, named(standard, 'cbse', 'btc-usd'), end - 30 * day, times => {
    for (const time of times) {
      const edge = Math.floor(time / minute) * minute
      if (before < edge && time - before < 2000) within[(edge % hour) / minute]!++
      before = time
    }
  })
  const mean = within.reduce((sum, count) => sum + count) / 60
  t.ok(within[0]! > 0.6 * mean, `${within[0]} short gaps across the hour, ${mean} across a minute on average`)
})

t.test('an hour generated alone equals the hour generated in sequence', async t => {
  const instrument = named(standard, 'cbse', 'btc-usd')
  const hours: number[][] = []
  eachHour(standard, instrument, end - day, times => void hours.push([...times]))
  for (const n of [0, 7, 23]) {
    const tape = new Tape()
    new OrderFlow(standard, instrument).fill((end - day) / hour + n, tape)
    t.same([...tape.times.subarray(0, tape.length)], hours[n])
  }
})

/** Share of intervals without a trade, and the longest time without one. */
function silence(world: World, instruments: readonly Instrument[], days: number, width: number) {
  const from = end - days * day
  const traded = new Uint8Array((days * day) / minute)
  for (const one of instruments)
    eachHour(world, one, from, times => {
      for (const time of times) traded[Math.floor((time - from) / minute)] = 1
    })
  const intervals = Array.from({ length: (days * day) / width }, (_, n) =>
    traded.subarray((n * width) / minute, ((n + 1) * width) / minute).includes(1),
  )
  const longest =
    Math.max(
      ...Buffer.from(traded)
        .toString('latin1')
        .split('\x01')
        .map(gap => gap.length),
    ) * minute
  return { empty: intervals.filter(one => !one).length / intervals.length, longest }
}

t.test('the most requested pairs are never silent for long', async t => {
  const spot = listed(standard, 3).filter(one => one.class === 'spot' && one.ended > end && one.listed < end - 3 * day)
  const of = (code: string) => spot.filter(one => one.code === code)
  for (const code of ['btc-usd', 'eth-usd']) t.ok(silence(standard, of(code), 2, 2 * minute).empty <= 0.01, code)
  const usd = 'sol xrp doge ada ltc link avax sui trx dot bch pol uni aave xlm near atom arb op apt etc fil'
  for (const code of [...usd.split(' ').map(base => `${base}-usd`), 'eth-btc', 'wsteth-usdt']) {
    const { empty, longest } = silence(standard, of(code), 3, hour)
    t.ok(
      empty <= 0.01 && longest < 200 * minute,
      `${code}: ${empty} of hours empty, ${longest / minute} min without a trade`,
    )
  }
})

t.test('the busiest instruments trade every minute, and busy ones every hour', async t => {
  const busiest = listed(standard, 2)
    .filter(one => one.listed < end - 2 * day && one.ended > end)
    .sort((a, b) => b.rate - a.rate)
  for (const one of busiest.slice(0, 3))
    t.ok(silence(standard, [one], 1, minute).empty <= 0.05, `${one.exchange} ${one.code}`)
  for (const one of busiest.slice(3, 60))
    t.ok(silence(standard, [one], 2, hour).empty <= 0.021, `${one.exchange} ${one.code}`)
})

t.test('every spot pair of the tiny profile trades throughout its days', async t => {
  const tiny = createWorld({ seed: 'market', profile: 'tiny' })
  for (const one of listed(tiny, 3).filter(({ class: kind }) => kind === 'spot'))
    t.ok(silence(tiny, [one], 3, hour).empty <= 0.05 + staged(tiny, one, 3), `${one.exchange} ${one.code}`)
})

/** Share of an instrument's hours with a scenario, such as an outage. */
function staged({ calendar }: World, instrument: Instrument, days: number): number {
  const moments = calendar.ofInstrument(instrument) ?? (() => [])
  const hours = Array.from({ length: days * 24 }, (_, n) => end / hour - n - 1)
  return hours.filter(one => moments(one).length > 0).length / hours.length
}
