import { readFileSync } from 'node:fs'
import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { Stream } from '../../seed/hashed-draws.ts'
import { createWorld } from '../../seed/index.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { orderSizes } from '../../seed/trading/orders/order-size.ts'
import { Rhythm } from '../../seed/trading/rhythm.ts'
import { Tape } from '../../seed/trading/tape.ts'
import type { World } from '../../seed/world.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { root } from '../harness/command.ts'
import { marketPictures } from '../harness/market-pictures.ts'
import { seeds } from '../harness/properties.ts'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'
import * as measures from '../harness/tape-measures.ts'

// Statistics of the generated tape beside those of real markets; docs/market.md names the publications.

const { end } = measures

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

t.test('the pictures of docs/market.md show this market; npm run documents updates them', async t => {
  for (const [path, text] of await marketPictures(await serve(t)))
    t.equal(readFileSync(`${root}/${path}`, 'utf8'), text, path)
})

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
      return (sum / 24) * instrument.rate
    }
    return listed(world, days).reduce((sum, instrument) => sum + ofInstrument(instrument), 0)
  })
  t.ok(Math.max(...orders) < 1.07 * Math.min(...orders), `${orders.map(Math.round)}`)
})

t.test('groups of orders continue across the hour', async t => {
  const within = new Float64Array(60)
  let before = 0
  eachHour(standard, named(standard, 'bnce', 'btc-usdt'), end - 60 * day, times => {
    for (const time of times) {
      const edge = Math.floor(time / minute) * minute
      if (before < edge && time - before < 2000) within[(edge % hour) / minute]!++
      before = time
    }
  })
  const mean = within.reduce((sum, count) => sum + count) / 60
  t.ok(within[0]! > 0.5 * mean, `${within[0]} short gaps across the hour, ${mean} across a minute on average`)
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

/** Share of intervals without a trade. */
function silence(world: World, instruments: readonly Instrument[], days: number, width: number): number {
  const from = end - days * day
  const traded = new Uint8Array((days * day) / width)
  for (const one of instruments)
    eachHour(world, one, from, times => {
      for (const time of times) traded[Math.floor((time - from) / width)] = 1
    })
  return traded.filter(one => one === 0).length / traded.length
}

t.test('the most requested pairs have a price in most minutes, across exchanges', async t => {
  const spot = listed(standard, 3).filter(one => one.class === 'spot' && one.ended > end && one.listed < end - 3 * day)
  const of = (base: string) => spot.filter(one => one.base === base && /usd/.test(one.quote))
  for (const [bases, width, most] of [
    ['btc', 2 * minute, 0.01],
    ['eth', 2 * minute, 0.06],
    ['sol xrp', 5 * minute, 0.1],
    ['doge ada ltc link avax sui trx', hour, 0.06],
    ['dot bch pol uni aave xlm near atom arb op apt etc fil', 12 * hour, 0.1],
  ] as const)
    for (const base of bases.split(' ')) {
      const empty = silence(standard, of(base), 3, width)
      t.ok(empty <= most, `${base}: ${empty} of intervals of ${width / minute} minutes have no trade`)
    }
})

t.test('perpetual futures are the busiest of all', async t => {
  const busiest = listed(standard, 1).sort((a, b) => b.rate - a.rate)
  t.equal(busiest[0]!.class, 'perpetual-future')
  const share = (kind: string) => {
    const own = listed(standard, 1).filter(one => one.class === kind)
    return own.filter(({ rate }) => rate >= 24).length / own.length
  }
  t.ok(
    share('perpetual-future') > 0.8 && share('perpetual-future') > share('spot'),
    'most perpetual futures trade each hour, more than spot',
  )
})

t.test('every spot pair of the tiny profile trades on each of its days', async t => {
  const tiny = createWorld({ seed: 'market', profile: 'tiny' })
  for (const one of listed(tiny, 3).filter(({ class: kind }) => kind === 'spot'))
    t.ok(silence(tiny, [one], 3, day) <= 0.34, `${one.exchange} ${one.code}`)
})

for (const seed of seeds) {
  const world = createWorld({ seed, profile: 'standard' })
  const sample = (name: string, days: number) => measures.sampleOf(world, measures.find(world, name), days)
  const busy = sample('cbse spot btc-usd', 12)
  const middle = sample('cbse spot sol-usd', 30)
  const thin = sample('krkn spot link-usd', 60)

  t.test(`orders come in clusters, at any scale, and no clock shows: seed ${seed}`, async t => {
    const within = (value: number, low: number, high: number, what: string) =>
      t.ok(value >= low && value <= high, `${what}: ${value}, not ${low} to ${high}`)
    const one = (counts: number[]) => measures.shareOf(counts, count => count === 1)
    const [minutes, hours] = [measures.countsOf(busy, minute), measures.countsOf(thin, hour)]
    within(measures.dispersion(minutes), 3, 40, 'variance of orders per minute by their mean')
    within(measures.dispersion(measures.countsOf(middle, minute)), 1.8, 10, 'of a less busy pair')
    within(measures.dispersion(measures.countsOf(busy, hour)), 20, 1_000, 'by the hour')
    within(one(minutes), 0, 0.3, 'minutes with exactly one order')
    within(one(hours), 0, 0.4, 'hours of a thin pair with exactly one order')
    within(measures.longestGap(thin), 240, 6_000, 'longest gap of a thin pair in minutes')
  })

  t.test(`leading coins trade in most minutes on large exchanges, the next ones in a fifth: seed ${seed}`, async t => {
    const spot = listed(world, 30).filter(one => one.class === 'spot')
    for (const [bases, least] of [
      ['btc eth', 0.5],
      ['sol xrp doge', 0.2],
    ] as const)
      for (const base of bases.split(' ')) {
        const pairs = ['cbse usd', 'krkn usd', 'bnce usdt', 'okex usdt'].map(pair => {
          const [exchange, quote] = pair.split(' ')
          return spot.find(one => one.exchange === exchange && one.code === `${base}-${quote}`)!
        })
        const shares = pairs.map(one => 1 - silence(world, [one], 30, minute))
        const text = shares.map(share => share.toFixed(2)).join()
        t.ok(measures.mean(shares) > least && Math.min(...shares) > 0.7 * least, `${base}: ${text} of the minutes`)
      }
  })

  t.test(`signs of orders remember, and move with the price: seed ${seed}`, async t => {
    const memory = [1, 10, 50].map(lag => measures.signMemory(busy, lag))
    t.ok(memory[0]! > memory[1]! && memory[1]! > memory[2]! && memory[2]! > 0.02, `${memory}`)
    for (const width of [minute, 5 * minute, hour]) {
      const found = measures.flowAndReturn(middle, width)
      t.ok(found > 0.3 && found < 0.85, `${middle.instrument.code}, ${width / minute} min: ${found}`)
    }
    t.ok(Math.abs(measures.flowAndReturn(busy, minute, 1)) < 0.06, 'the next minute is not predicted')
    t.ok(Math.abs(measures.flowAndReturn(busy, hour, 1)) < 0.2, 'nor the next hour')
    const [first, later, last] = [1, 20, 60].map(places => measures.response(busy, places))
    t.ok(
      first! > 0 && later! > first! && last! < 3 * later!,
      `prices rise after a buy, ever less: ${[first, later, last]}`,
    )
  })

  t.test(`most orders are small, and the tail is heavy: seed ${seed}`, async t => {
    for (const { orders, instrument } of [busy, middle, thin]) {
      const usd = orders.map(one => one.usd)
      const median = measures.quantile(usd, 0.5)
      t.ok(median > 280 && median < 1_500, `${instrument.code}: a median of ${median}`)
      t.ok(measures.mean(usd) < 12_000 && measures.mean(usd) > 3 * median, `a mean of ${measures.mean(usd)}`)
      const tail = measures.tailIndex(usd)
      t.ok(tail > 1 && tail < 2.6, `tail index ${tail}`)
    }
    const fills = (from: number, below: number) =>
      measures.mean(busy.orders.filter(({ usd }) => usd >= from && usd < below).map(one => one.fills))
    t.ok(
      fills(0, 5e3) < 1.5 && fills(5e3, 5e4) > fills(0, 5e3) && fills(5e4, 1e12) > 2 * fills(5e3, 5e4),
      'large orders have more fills',
    )
  })

  t.test(`swaps come in clusters, with broad gaps and sides that last: seed ${seed}`, async t => {
    const days = 30
    const pools = world
      .instruments({ from: end - day, to: end })
      .flatMap(instrument => world.pools.of(instrument))
      .map(history => {
        const orders: { time: number; sign: number }[] = []
        let [held, largest] = [0, 0]
        for (let h = (end - days * day) / hour; h < end / hour; h++) {
          for (const { time, sell } of history.of(h).swaps) orders.push({ time, sign: sell ? -1 : 1 })
          for (const { base, quote, price } of history.of(h).states) {
            const now = base * price + quote
            if (held > 0) largest = Math.max(largest, Math.abs(Math.log(now / held)))
            held = now
          }
        }
        t.ok(largest < Math.log(1.6), `pool ${history.pool.id} holds ${Math.exp(largest)} times as much at once`)
        return orders
      })
      .sort((a, b) => b.length - a.length)
    const memory = [1, 2, 5, 10].map(lag =>
      measures.mean(pools.slice(0, 5).map(orders => measures.signMemory({ orders }, lag))),
    )
    t.ok(
      memory[0]! > 0.25 && memory[2]! > 0.04 && memory.every((found, n) => n === 0 || found < memory[n - 1]!),
      `sides of swaps are remembered, less and less: ${memory}`,
    )
    for (const { fee, after } of measures.poolDistances(world, measures.find(world, 'usp3 spot weth-usdt'), days)) {
      const within = measures.shareOf(after, ({ distance }) => Math.abs(distance) < fee * 1.01)
      t.ok(within > 0.7 && within < 0.97, `swaps that leave a pool of fee ${fee} within the fee: ${within}`)
    }
    const swaps = pools.map(orders => orders.map(({ time }) => time))
    const gaps = swaps.map(times => Math.max(...times.slice(1).map((time, n) => time - times[n]!)) / minute)
    for (const times of swaps.slice(0, 5)) {
      const counts = measures.countsOf({ orders: times.map(time => ({ time })), days }, minute)
      const found = measures.dispersion(counts)
      t.ok(found > 1.8 && found < 8, `variance of swaps per minute by their mean: ${found}`)
      const hours = measures.countsOf({ orders: times.map(time => ({ time })), days }, hour)
      // Independent swaps, ten in an hour, would leave one hour in 22,000 empty.
      if (times.length < 10 * hours.length)
        t.ok(measures.shareOf(hours, count => count === 0) > 0, 'some hours have none')
      const ofHours = measures.dispersion(hours)
      t.ok(ofHours > 4 && ofHours < 60, `variance of swaps per hour by their mean: ${ofHours}`)
    }
    const [fewest, half, most] = [0.1, 0.5, 0.9].map(share => measures.quantile(gaps, share))
    t.ok(
      fewest! > 240 && half! > 1.5 * fewest! && most! > 1.3 * half!,
      `longest gaps of pools: ${[fewest, half, most]}`,
    )
  })
}

t.test('a pair trades less in earlier years, in number and in size', async t => {
  const one = named(standard, 'cbse', 'btc-usd')
  const of = (year: number) => {
    const [flow, tape] = [new OrderFlow(standard, one), new Tape()]
    const sums = { count: 0, usd: 0 }
    for (let d = 0; d < 360; d += 30)
      for (let h = 0; h < 24; h++) {
        tape.clear()
        flow.fill((Date.UTC(year, 0, 1) + d * day) / hour + h, tape)
        sums.count += tape.length
        for (let n = 0; n < tape.length; n++) sums.usd += tape.prices[n]! * tape.amounts[n]!
      }
    return sums
  }
  const now = of(2025)
  for (const [year, low, high] of [
    [2016, 0.02, 0.12],
    [2019, 0.05, 0.25],
    [2021, 0.5, 1.8],
  ] as const) {
    const { count, usd } = of(year)
    t.ok(usd > low * now.usd && usd < high * now.usd, `${year}: ${usd / now.usd} of the turnover of 2025`)
    t.ok(count / now.count > usd / now.usd, `${year}: ${count / now.count} of the trades`)
  }
})

t.test('no order is larger than three tenths of a usual day, unless that is few orders', async t => {
  const [stream, sizes] = [new Stream(1), orderSizes('bnce')]
  for (const perDay of [5, 40, 2_000, 20_000]) {
    const beyond = sizes.beyondLargest(perDay)
    // The log-normal part alone reaches 400 medians.
    const most = Math.max(400, 0.3 * perDay * sizes.mean)
    let largest = 0
    for (let n = 0; n < 500_000; n++) largest = Math.max(largest, sizes.draw(stream, beyond))
    t.ok(largest <= most * 1.000_001 && largest > most / 8, `${largest} of ${most} medians`)
  }
})

t.test('nor in earlier years, whose days have fewer orders', async t => {
  for (const name of ['cbse spot btc-usd', 'krkn spot btc-usd', 'bnce spot btc-usdt']) {
    const [exchange, , code] = name.split(' ')
    const [flow, tape] = [new OrderFlow(standard, named(standard, exchange!, code!)), new Tape()]
    const orders = new Map<number, number>()
    const [from, days] = [Date.UTC(2019, 0, 1) / hour, 120]
    for (let h = from; h < from + 24 * days; h++) {
      tape.clear()
      flow.fill(h, tape)
      for (let n = 0; n < tape.length; n++) {
        const [time, usd] = [tape.times[n]!, tape.prices[n]! * tape.amounts[n]!]
        orders.set(time, (orders.get(time) ?? 0) + usd)
      }
    }
    let [sum, largest] = [0, 0]
    for (const usd of orders.values()) {
      sum += usd
      largest = Math.max(largest, usd)
    }
    // A day's orders are larger while prices move.
    const share = (largest * days) / sum
    t.ok(share > 0.1 && share < 0.5, `${name}: the largest order is ${share} of a mean day`)
  }
})

t.test('orders of institutions differ more in size than those of retail customers', async t => {
  const spread = (name: string) => {
    const usd = measures.sampleOf(standard, measures.find(standard, name), 6).orders.map(one => one.usd)
    return measures.quantile(usd, 0.84) / measures.quantile(usd, 0.16)
  }
  const [broad, usual, narrow] = ['cbse spot btc-usd', 'bnce spot btc-usdt', 'upbt spot btc-krw'].map(spread)
  t.ok(broad! > 1.08 * usual! && usual! > 1.08 * narrow!, `${[broad, usual, narrow]}`)
})

t.test('coins and exchanges are busy in the same hours', async t => {
  const found = seeds.flatMap(seed => {
    const world = createWorld({ seed, profile: 'standard' })
    /** Logarithms of the numbers of trades by hour, relative to those of the same hour of other days. */
    const busyness = (exchange: string, code: string) => {
      const one = listed(world, 1).find(
        one => one.exchange === exchange && one.class === 'perpetual-future' && one.code === code,
      )!
      const logs: number[] = []
      eachHour(world, one, end - 30 * day, times => logs.push(Math.log(times.length + 1)))
      const usual = Array.from({ length: 24 }, (_, h) => measures.mean(logs.filter((_, n) => n % 24 === h)))
      return logs.map((log, n) => log - usual[n % 24]!)
    }
    const bitcoin = busyness('binc', 'btc-usdt')
    return ['binc', 'bbit', 'okex'].map(exchange => measures.correlation(bitcoin, busyness(exchange, 'eth-usdt')))
  })
  t.ok(measures.mean(found) > 0.2, `${found}`)
  t.ok(Math.max(...found) < 0.9, 'not in all of them')
})
