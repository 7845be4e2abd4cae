import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { createWorld } from '../../seed/index.ts'
import { FairPrice } from '../../seed/prices/fair-price.ts'
import type { InstantPrice } from '../../seed/prices/instant-price.ts'
import { hour } from '../../src/market/time.ts'
import t from '../harness/tap.ts'

// Prices below a minute: a rough path, not lines between minutes.

const hours = 300
const first = Date.UTC(2026, 0, 31) / hour - hours
const world = createWorld({ seed: 'test', profile: 'standard' })
const listed = world.instruments({ from: first * hour, to: (first + hours) * hour })

function named(exchange: string, code: string): Instrument {
  return listed.find(one => one.exchange === exchange && one.class === 'spot' && one.code === code)!
}

/** Logarithms of the fair prices of each second. */
function secondsOf(exchange: string, code: string): Float64Array {
  const fair = new FairPrice('test', world.prices, named(exchange, code))
  return Float64Array.from({ length: hours * 3600 }, (_, n) =>
    Math.log(fair.at(first + Math.floor(n / 3600), (n % 3600) * 1000)),
  )
}

/** Returns over `step` seconds. */
function returns(path: Float64Array, step: number, from = 0): number[] {
  const found: number[] = []
  for (let at = from; at + step < path.length; at += step) found.push(path[at + step]! - path[at]!)
  return found
}

function meanSquare(of: readonly number[]): number {
  return of.reduce((sum, x) => sum + x * x, 0) / of.length
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((sum, x, n) => sum + x * (other[n] ?? 0), 0) / one.length
  return product / Math.sqrt(meanSquare(one) * meanSquare(other))
}

const [bitcoin, ether, cross] = [
  secondsOf('cbse', 'btc-usd'),
  secondsOf('cbse', 'eth-usd'),
  secondsOf('krkn', 'eth-btc'),
]

t.test('returns over some seconds have their share of the variance of a minute', async t => {
  for (const [name, path] of Object.entries({ bitcoin, ether, cross })) {
    const minute = meanSquare(returns(path, 60))
    for (const step of [5, 10, 15, 20, 30]) {
      const share = (meanSquare(returns(path, step)) / minute) * (60 / step)
      t.ok(share > 0.8 && share < (path === cross ? 1.7 : 1.2), `${name}, ${step} s: ${share}`)
    }
  }
})

t.test(
  'returns over some seconds are not correlated with the next ones, and every second of the minute is alike',
  async t => {
    for (const [name, path] of Object.entries({ bitcoin, ether, cross })) {
      for (const step of [5, 10, 20, 30]) {
        const found = returns(path, step)
        const next = correlation(found, found.slice(1))
        t.ok(Math.abs(next) < 0.12, `${name}, ${step} s: ${next}`)
      }
      const squares = Array.from({ length: 60 }, (_, second) =>
        meanSquare(returns(path, 5, second).filter((_, n) => n % 12 === 0)),
      )
      const mean = squares.reduce((sum, x) => sum + x, 0) / 60
      const furthest = Math.max(...squares.map(x => Math.abs(x / mean - 1)))
      t.ok(furthest < 0.15, `${name}: ${furthest}`)
    }
  },
)

t.test('assets that move together do so within seconds', async t => {
  const minute = correlation(returns(bitcoin, 60), returns(ether, 60))
  for (const step of [5, 15]) {
    const found = correlation(returns(bitcoin, step), returns(ether, step))
    t.ok(Math.abs(found - minute) < 0.1, `${step} s: ${found}, a minute: ${minute}`)
  }
})

t.test('the path passes through the minute marks, and constant prices have no detail', async t => {
  for (const code of ['btc', 'wsteth', 'btc3s', 'eur', 'usdt', 'usd']) {
    const price = world.prices.instant(code, false)
    price.enter(first)
    const marks = world.prices.hour(code, first)
    const near = (offset: number, expected: number) => Math.abs(price.at(offset) / expected - 1) < 1e-12
    for (let minute = 0; minute < 60; minute++) t.ok(near(minute * 60_000, marks[minute]!), `${code} at :${minute}`)
    const between = price.at(90_500) / ((marks[1]! + marks[2]!) / 2)
    if (code === 'usd') t.equal(between, 1)
  }
})

t.test('an instant has the same price in any order of requests', async t => {
  const fair = new FairPrice('test', world.prices, named('cbse', 'btc-usd'))
  const path = bitcoin.slice(0, 2 * 3600)
  for (const n of [7000, 12, 3599, 3600, 13])
    t.equal(Math.log(fair.at(first + Math.floor(n / 3600), (n % 3600) * 1000)), path[n])
})

t.test('an instrument with few trades has the same prices as one with many', async t => {
  const [dense, sparse] = [false, true].map(isSparse => world.prices.instant('eth', isSparse)) as [
    InstantPrice,
    InstantPrice,
  ]
  for (const [hour, offset] of [
    [0, 61_000],
    [1, 59_000],
    [0, 61_000],
    [1, 3_599_999],
    [0, 299_000],
    [1, 0],
  ] as const) {
    dense.enter(first + hour)
    sparse.enter(first + hour)
    t.equal(sparse.at(offset), dense.at(offset))
  }
})

t.test('an asset that follows another moves with it, or against it', async t => {
  const moves = (code: string) => {
    const price = world.prices.instant(code, false)
    price.enter(first)
    const logs = Float64Array.from({ length: 3600 }, (_, n) => Math.log(price.at(n * 1000)))
    return returns(logs, 5)
  }
  t.ok(correlation(moves('btc'), moves('wbtc')) > 0.9, 'a wrapped coin follows its coin')
  t.ok(correlation(moves('btc'), moves('btc3l')) > 0.9, 'a leveraged token follows its coin')
  t.ok(correlation(moves('btc'), moves('btc3s')) < -0.9, 'an inverse token moves against its coin')
})
