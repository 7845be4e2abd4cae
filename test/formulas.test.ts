import { addressPattern, canonical } from '../src/market/address.ts'
import { Carry, type CarryTerms, carryKeyOf } from '../src/market/carry.ts'
import { ChainNames } from '../src/market/chain-names.ts'
import { amountsWithin, mostTick, rootAt, tickAt } from '../src/market/concentrated.ts'
import { latestKept, Recent, remembered } from '../src/market/made-once.ts'
import { firstWhere } from '../src/market/numbers/first-where.ts'
import { draw, normal } from '../src/market/numbers/hash.ts'
import { Noise, noise } from '../src/market/numbers/noise.ts'
import { weightedMedian } from '../src/market/numbers/weighted-median.ts'
import { afterLiquidations, openInterest } from '../src/market/open-interest.ts'
import { optionPrice, optionTerms, priceOf } from '../src/market/option-price.ts'
import { turnovers, validatorsOfEther, volatilities } from '../src/market/past-years.ts'
import { type Swing, Swings, swingsOf, varianceOf } from '../src/market/swings.ts'
import { day, hour, minute, year } from '../src/market/time.ts'
import { Track } from '../src/market/track.ts'
import { logIndexStride, swapAt, swapNumber } from '../src/market/trades/swap-number.ts'
import { ofRecords } from './harness/of-records.ts'
import { fc } from './harness/properties.ts'
import t from './harness/tap.ts'

const near = (a: number, b: number, share = 1e-12) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b))
const key = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const times = fc.integer({ min: Date.UTC(2011, 0), max: Date.UTC(2030, 0) })

t.test(
  'noise passes through the deviates of its nodes, and its times can be read in any order',
  ofRecords(async t => {
    fc.assert(
      fc.property(key, fc.array(within(-1e6, 1e6), { minLength: 1 }), (key, times) => {
        const kept = new Noise(key, 64)
        for (const time of times) t.equal(kept.at(time), noise(key, 64, time))
        const cell = Math.floor(times[0]! / 64)
        t.equal(noise(key, 64, cell * 64), normal(draw(key, cell)))
        t.ok(Math.abs(kept.at(cell * 64 + 1e-6) - kept.at(cell * 64 - 1e-6)) < 1e-5, 'no jump at a node')
      }),
    )
    for (const share of [0, 0.2, 0.5, 0.8]) {
      const squares = Array.from({ length: 20_000 }, (_, key) => noise(key, 1, share) ** 2)
      const variance = squares.reduce((sum, square) => sum + square, 0) / squares.length
      t.ok(Math.abs(variance - 1) < 0.04, `a variance of ${variance} ${share} of the way between nodes`)
    }
  }),
)

t.test('swings add up noises of different keys around a mean', async t => {
  const [fast, slow]: Swing[] = [
    [8, 0.3],
    [64, 0.4],
  ]
  const parts = swingsOf(5, [fast!, slow!], 7)
  const swings = new Swings(parts, 2)
  t.ok(near(varianceOf(parts), 0.25), 'the variances add up')
  for (const hour of [0, 3.5, 1000, 999, -20])
    t.ok(near(swings.at(hour), 2 + 0.3 * noise(5, 8, hour) + 0.4 * noise(12, 64, hour)), `hour ${hour}`)
})

t.test(
  'a weighted median is the first value at which half of the weight is reached',
  ofRecords(async t => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 40 }), pairs => {
        const half = pairs.reduce((sum, [, weight]) => sum + weight, 0) / 2
        const sorted = pairs.toSorted(([a], [b]) => a - b)
        const upTo = (n: number) => sorted.slice(0, n + 1).reduce((sum, [, weight]) => sum + weight, 0)
        const [median] = sorted.find((_, n) => upTo(n) >= half)!
        const [values, weights] = [0, 1].map(n => pairs.map(pair => pair[n]!)) as [number[], number[]]
        t.equal(values[weightedMedian(values, weights)], median)
      }),
    )
  }),
)

t.test('bisection finds the first place at which a condition holds', async t => {
  for (let high = 0; high < 9; high++)
    for (let first = 0; first <= high; first++)
      t.equal(
        firstWhere(0, high, place => place >= first),
        first,
      )
})

t.test(
  'a track holds its last change until the next one',
  ofRecords(async t => {
    const changes = fc.array(fc.integer({ min: 0, max: 50 }).map(timestamp => ({ timestamp })))
    fc.assert(
      fc.property(changes, fc.array(fc.integer({ min: -5, max: 60 })), (unsorted, asked) => {
        const changes = unsorted.toSorted((a, b) => a.timestamp - b.timestamp)
        const track = new Track(changes)
        for (const time of asked.toSorted((a, b) => a - b)) {
          t.equal(
            track.at(time),
            changes.findLast(({ timestamp }) => timestamp <= time),
          )
          const next = changes.find(({ timestamp }) => timestamp > time)
          t.equal(track.standsUntil(time, 55), Math.min(55, next?.timestamp ?? 55))
        }
      }),
    )
  }),
)

t.test('what is made once is made again only after it was dropped', async t => {
  const made: number[] = []
  const make = (n: number) => {
    made.push(n)
    return n === 0 ? undefined : -n
  }
  const recent = new Recent<number | undefined, number>(2)
  const keepers: [name: string, of: (n: number) => unknown, made: number[]][] = [
    ['remembered', remembered(make), [1, 2, 3, 0]],
    ['recent', n => recent.of(n, () => make(n)), [1, 2, 3, 0, 0, 1, 2]],
    ['the latest of two places', latestKept(2, make), [1, 2, 3, 0, 1, 2]],
  ]
  for (const [name, of, expected] of keepers) {
    made.length = 0
    t.same([1, 1, 2, 3, 3, 0, 0].map(of), [-1, -1, -2, -3, -3, undefined, undefined], name)
    t.equal(of(1), -1)
    t.equal(of(2), -2)
    t.same(made, expected, name)
  }
})

t.test(
  'ticks of concentrated liquidity are powers of 1.0001, and ranges add up',
  ofRecords(async t => {
    t.equal(rootAt(0), 1)
    // MAX_SQRT_RATIO of Uniswap v3.
    t.ok(near(rootAt(mostTick), 1.4614467034852e48 / 2 ** 96, 1e-9), 'the last tick')
    const tick = fc.integer({ min: -mostTick, max: mostTick })
    const root = within(0.01, 100)
    fc.assert(
      fc.property(tick, within(0.01, 0.99), (tick, share) => {
        t.ok(near(rootAt(tick), 1.0001 ** (tick / 2), 1e-9), `root of ${tick}`)
        t.equal(tickAt(rootAt(tick + share) ** 2), tick)
      }),
    )
    fc.assert(
      fc.property(fc.tuple(root, root, root), root, (bounds, at) => {
        const [a, b, c] = bounds.toSorted((one, other) => one - other) as [number, number, number]
        const [first, second, both] = [
          amountsWithin(7, at, a, b),
          amountsWithin(7, at, b, c),
          amountsWithin(7, at, a, c),
        ]
        t.ok(Math.abs(first.base + second.base - both.base) < 1e-10, 'base')
        t.ok(Math.abs(first.quote + second.quote - both.quote) < 1e-10, 'quote')
        // Of an empty range nothing is left, and of one as narrow as a rounding error perhaps nothing.
        if (c - a < 1e-9 || Math.abs(at - a) < 1e-9 || Math.abs(at - c) < 1e-9) return
        t.equal(at <= a, both.quote === 0)
        t.equal(at >= c, both.base === 0)
      }),
    )
  }),
)

t.test(
  'open interest builds up after the listing, and liquidations never make it negative',
  ofRecords(async t => {
    const [listed, expiry, usual] = [Date.UTC(2026, 0), Date.UTC(2026, 2), 1000]
    const at = (time: number) => openInterest({ usual, key: 3, listed, expiry }, time)!
    t.equal(openInterest({ usual: null, key: 3, listed, expiry }, listed), null)
    t.equal(at(listed - hour), 0)
    const perpetual = openInterest({ usual, key: 3, listed: null, expiry: null }, listed + 2 * day - hour)!
    t.ok(near(at(listed + 2 * day - hour), (perpetual * 2) / 5.9), 'a third after a third of the ramp')
    t.ok(perpetual > usual / 2 && perpetual < usual * 2, `${perpetual} of a usual ${usual}`)
    fc.assert(
      fc.property(within(0, 1e9), within(0, 1000), (open, share) => {
        const liquidated = share * open
        const left = afterLiquidations(open, liquidated)
        t.ok(left >= Math.max(0, open - liquidated) - 1e-6 && left <= open, `${left} of ${open} after ${liquidated}`)
      }),
    )
  }),
)

t.test('values of years are interpolated between their middles, and last beyond them', async t => {
  for (const [series, first] of [
    [volatilities, 2011],
    [turnovers, 2011],
    [validatorsOfEther, 2020],
  ] as const) {
    t.equal(series.in(1990), series.in(first))
    t.ok(near(series.at(Date.UTC(1990, 0)), series.in(first)), 'before the first')
    t.ok(near(series.at(Date.UTC(2090, 0)), series.in(2089)), 'after the last')
    for (let n = 0; n < 8; n++) {
      const [from, to] = [series.in(first + n), series.in(first + n + 1)]
      const middle = Date.UTC(first, 6) + n * year
      t.ok(near(series.at(middle), from), `${first + n}`)
      t.ok(near(series.at(middle + year / 2), Math.sqrt(from * to)), `between ${first + n} and the next`)
    }
  }
})

t.test(
  'options have their Black-76 prices, and calls and puts their parity',
  ofRecords(async t => {
    for (const [forward, strike, years, volatility, price] of [
      [100, 100, 1, 0.2, 7.965567455],
      [100, 110, 0.5, 0.3, 4.745683813],
      [100, 80, 2, 0.6, 40.528766282],
    ] as const)
      t.ok(near(priceOf(optionTerms(forward, strike, years * year, 1, volatility), true), price, 1e-5), `${price}`)
    const forward = within(50, 200)
    const money = within(0.25, 4)
    fc.assert(
      fc.property(forward, money, within(0, 3 * year), within(0.3, 2), (forward, money, life, level) => {
        const strike = money * forward
        const of = (call: boolean, k = strike, l = level) => optionPrice(forward, k, life, call, l)
        const [call, put] = [of(true), of(false)]
        t.ok(Math.abs(call - put - (forward - strike)) < 1e-4, 'parity')
        t.ok(call >= Math.max(0, forward - strike) - 1e-4 && call <= forward, 'bounds of a call')
        t.ok(of(true, strike + 1) <= call + 1e-4 && of(false, strike + 1) >= put - 1e-4, 'strikes')
        t.ok(of(true, strike, level + 0.1) >= call - 1e-4, 'volatility')
        t.ok(of(true, strike + 1) + of(true, strike - 1) >= 2 * call - 1e-6, 'a butterfly costs nothing or more')
        t.ok(optionPrice(forward, strike, life + day, true, level) >= call - 1e-6, 'a longer life costs no less')
      }),
    )
    t.equal(optionPrice(100, 101, 0, true, 1), optionPrice(100, 101, minute, true, 1))
  }),
)

t.test(
  'carry is that of an hour whatever was asked before, and moves without jumps',
  ofRecords(async t => {
    const terms: CarryTerms = { key: carryKeyOf(0x1234_5678, 0x000a_bcde), climate: 9, volatility: 1.3 }
    t.equal(terms.key, 0x123a_bcde)
    const valuesOf = (carry: Carry, time: number, life: number) =>
      [carry.annual(time, life), carry.premium(time), carry.volatility(time, life)] as const
    const kept = new Carry(terms)
    fc.assert(
      fc.property(times, within(0, 2 * year), (time, life) => {
        const values = valuesOf(kept, time, life)
        t.strictSame(values, valuesOf(new Carry(terms, 1 << 8), time, life))
        const [annual, , volatility] = values
        t.ok(annual > -0.12 && annual < 0.63, `${annual} a year`)
        t.ok(volatility > 0.2 && volatility < 12, `a volatility of ${volatility}`)
        t.ok(near(kept.forward(100, time, life), 100 + (100 * annual * life) / year), 'forward')
        const callOf = (strike: number, life: number) =>
          optionPrice(100, strike, life, true, kept.volatility(time, life))
        for (const strike of [25, 60, 90, 100, 110, 160, 400])
          t.ok(callOf(strike, life + day) >= callOf(strike, life) - 1e-6, `a longer life costs no less: ${strike}`)
        const turn = time - (time % hour)
        const [before, after] = [turn - 1, turn + 1].map(time => valuesOf(kept, time, life))
        t.ok(
          before!.every((value, n) => Math.abs(value - after![n]!) < 1e-5),
          'no jump at the turn of the hour',
        )
      }),
    )
    t.strictSame(valuesOf(new Carry(null), 0, day), [0.06, new Carry(null).premium(0), 1])
  }),
)

t.test(
  'swaps of an account and a transaction are found by their names',
  ofRecords(async t => {
    for (const chain of ['ethereum', 'solana']) {
      const names = new ChainNames(chain, { accounts: 11, transactions: 12 })
      const [address, hash] = [names.swapper(7, 3), names.transaction(7, 3)]
      const isSwapper = names.isSwapper(address)
      for (let block = 0; block < 40; block++)
        for (let logIndex = 0; logIndex < 40; logIndex++) {
          t.match(names.swapper(block, logIndex), addressPattern)
          t.equal(isSwapper(block, logIndex), names.swapper(block, logIndex) === address)
          t.same(names.find(names.transaction(block, logIndex)), { block, logIndex })
        }
      t.equal(names.find(new ChainNames(chain, { accounts: 11, transactions: 13 }).transaction(7, 3)), undefined)
      t.equal(names.find(hash.slice(0, -1) + (hash.endsWith('1') ? '2' : '1')), undefined)
      t.equal(canonical(address), address)
      t.equal(names.account(0), names.account(1e-4))
      t.not(names.account(0), names.account(0.999))
    }
    t.equal(canonical('0XABCdef'), '0xabcdef')
  }),
)

t.test(
  'a swap number has its block, log index and pool',
  ofRecords(async t => {
    const logIndex = fc.integer({ min: 0, max: 9999 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 39 }), logIndex, (block, logIndex) => {
        t.same(swapAt(swapNumber(block, logIndex)), { block, logIndex, pool: logIndex % logIndexStride })
      }),
    )
  }),
)
