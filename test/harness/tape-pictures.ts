import { Blocks } from '../../seed/blocks.ts'
import type { World } from '../../seed/world.ts'
import { day, hour, minute, year } from '../../src/market/time.ts'
import { activityPlots } from './activity-pictures.ts'
import { bookPlots } from './book-pictures.ts'
import { coinPlots } from './coin-pictures.ts'
import { autocorrelation, returns } from './market-statistics.ts'
import { decades, type Plot, type Series, spaced } from './plot.ts'
import * as measures from './tape-measures.ts'

const [blue, green, red, grey] = ['#4a8fd9', '#1f9d6b', '#d9534f', '#848d97']
const { end } = measures

/** Plots of docs/market.md about orders, carry and slow volatility. @param marks as `minuteMarks` returns */
export function tapePlots(world: World, marks: Float64Array): Record<string, Plot> {
  const sample = measures.sampleOf(world, measures.find(world, 'cbse spot btc-usd'), 30)
  return {
    'orders-a-minute': ordersAMinute(sample),
    signs: signs(sample),
    response: response(sample),
    flow: flow(sample),
    sizes: sizes(sample),
    'pool-price': poolPrice(world),
    carry: carry(world),
    'slow-volatility': slowVolatility(marks),
    blocks: blocks(world),
    ...activityPlots(world, sample),
    ...bookPlots(world),
    ...coinPlots(world, marks),
  }
}

function ordersAMinute(sample: measures.Sample): Plot {
  const counts = measures.countsOf(sample, minute)
  const mean = measures.mean(counts)
  const most = 30
  const seen = Array.from({ length: most + 1 }, (_, n): [number, number] => [
    n,
    measures.shareOf(counts, count => count === n),
  ])
  const poisson: [number, number][] = []
  for (let n = 0, share = Math.exp(-mean); n <= most; share *= mean / ++n) poisson.push([n, share])
  const top = Math.max(...[...seen, ...poisson].map(([, y]) => y)) * 1.1
  return {
    title:
      'Share of the minutes with a number of orders, btc-usd on cbse: here (bars), and if orders were independent (red)',
    x: { from: -1, to: most + 1, labels: [0, 5, 10, 20, 30].map(at => [at, String(at)]) },
    y: {
      from: 0,
      to: top,
      labels: [0, 0.1, 0.2, 0.3, 0.4].filter(at => at < top).map(at => [at, `${Math.round(100 * at)} %`]),
    },
    series: [
      { kind: 'bars', colour: blue!, points: seen },
      { kind: 'line', colour: red!, points: poisson },
    ],
  }
}

function signs(sample: measures.Sample): Plot {
  const points = spaced(300).map((lag): [number, number] => [Math.log10(lag), measures.signMemory(sample, lag)])
  const [, tenth] = points.find(([x]) => x >= 1)!
  return {
    title:
      'Autocorrelation of the signs of orders by lag (dots), and a power of −0.6 through lag 10 (grey); both axes logarithmic',
    x: { from: -0.05, to: 2.5, labels: decades(0, 2) },
    y: { from: -2.3, to: 0, labels: [0.01, 0.03, 0.1, 0.3, 1].map(at => [Math.log10(at), String(at)]) },
    series: [
      { kind: 'line', colour: grey!, points: [0, 2.5].map(x => [x, Math.log10(tenth) - 0.6 * (x - 1)]) },
      { kind: 'dots', colour: blue!, points: points.filter(([, y]) => y > 0).map(([x, y]) => [x, Math.log10(y)]) },
    ],
  }
}

function response(sample: measures.Sample): Plot {
  const points = spaced(100).map((later): [number, number] => [Math.log10(later), measures.response(sample, later)])
  const top = Math.max(...points.map(([, y]) => y)) * 1.15
  return {
    title: 'Mean move of the price in the direction of an order, in basis points, by the number of orders after it',
    x: { from: -0.05, to: 2.05, labels: decades(0, 2) },
    y: { from: 0, to: top, labels: [0, 1, 2, 3, 4].filter(at => at < top).map(at => [at, String(at)]) },
    series: [{ kind: 'line', colour: blue!, points }],
  }
}

function flow(sample: measures.Sample): Plot {
  const widths: [number, string][] = [
    [minute, '1 m'],
    [5 * minute, '5 m'],
    [15 * minute, '15 m'],
    [hour, '1 h'],
    [4 * hour, '4 h'],
    [day, '1 d'],
  ]
  const of = (later: number) =>
    widths.map(([width], n): [number, number] => [n, measures.flowAndReturn(sample, width, later)])
  return {
    title: 'Rank correlation of signed volume with the return of the interval (green) and of the next one (grey)',
    x: { from: -0.4, to: 5.4, labels: widths.map(([, name], n) => [n, name]) },
    y: { from: -0.4, to: 1, labels: [-0.25, 0, 0.25, 0.5, 0.75].map(at => [at, String(at)]) },
    series: [
      { kind: 'line', colour: green!, points: of(0) },
      { kind: 'line', colour: grey!, points: of(1) },
    ],
  }
}

function poolPrice(world: World): Plot {
  const [pool] = measures.poolDistances(world, measures.find(world, 'usp3 spot weth-usdt'), 1)
  const { fee, after } = pool!
  const [bound, most] = [fee * 1e4, fee * 2e4]
  const path = after.map(({ time, distance }): [number, number] => [(time - end + day) / hour, distance * 1e4])
  const bounds = [-bound, bound].map((y): Series => ({ kind: 'line', colour: grey!, points: [0, 24].map(x => [x, y]) }))
  return {
    title: `Distance of a pool from the market price after each swap of a day, in basis points: its fee is ${bound} (grey)`,
    x: { from: 0, to: 24, labels: [0, 6, 12, 18, 24].map(at => [at, `${String(at).padStart(2, '0')}:00`]) },
    y: { from: -most, to: most, labels: [-most, -bound, 0, bound, most].map(at => [at, String(at)]) },
    series: [...bounds, { kind: 'line', colour: blue!, points: path }],
  }
}

function sizes(sample: measures.Sample): Plot {
  const sorted = sample.orders.map(({ usd }) => usd).sort((a, b) => b - a)
  const points = spaced(sorted.length).map((rank): [number, number] => [
    Math.log10(sorted[rank - 1]!),
    Math.log10(rank / sorted.length),
  ])
  const from = Math.log10(10_000)
  const [, begin] = points.findLast(([x]) => x >= from)!
  return {
    title: 'Share of the orders above a size in USD (dots), and a power of −1.7 (red); both axes logarithmic',
    x: { from: 2, to: 6.5, labels: decades(2, 6) },
    y: { from: -5, to: 0.1, labels: [-4, -3, -2, -1, 0].map(at => [at, `${100 * 10 ** at} %`]) },
    series: [
      { kind: 'line', colour: red!, points: [from, 6].map(x => [x, begin - 1.7 * (x - from)]) },
      { kind: 'dots', colour: blue!, points: points.filter(([x]) => x > 2) },
    ],
  }
}

function carry(world: World): Plot {
  const carry = world.prices.carry('btc')
  const times = Array.from({ length: 5 * 122 }, (_, n) => end - 5 * year + n * 3 * day)
  const basis = (term: number) => times.map((time): [number, number] => [time, 100 * carry.annual(time, term)])
  const years = [2021, 2022, 2023, 2024, 2025, 2026]
  return {
    title:
      'Annual basis of futures on bitcoin in percent, five years: two weeks to expiry (grey) and half a year (blue)',
    x: {
      from: times[0]!,
      to: end,
      labels: years
        .map(at => [Date.UTC(at, 0), String(at)] as const)
        .filter(([at]) => at > times[0]!)
        .map(([at, name]) => [at, name]),
    },
    y: { from: -12, to: 45, labels: [0, 10, 20, 30, 40].map(at => [at, `${at} %`]) },
    series: [
      { kind: 'line', colour: grey!, points: basis(14 * day) },
      { kind: 'line', colour: blue!, points: basis(182 * day) },
    ],
  }
}

function slowVolatility(marks: Float64Array): Plot {
  const hourly = returns(marks, 5)
  const perDay = day / minute / 5
  const variances = Array.from({ length: Math.floor(hourly.length / perDay) }, (_, n) =>
    Math.log(hourly.slice(n * perDay, (n + 1) * perDay).reduce((sum, x) => sum + x * x, 0)),
  )
  const points = Array.from({ length: 40 }, (_, n): [number, number] => [n + 1, autocorrelation(variances, n + 1)])
  return {
    title: 'Autocorrelation of the logarithm of daily realised variance of bitcoin, by lag in days',
    x: { from: 0, to: 41, labels: [1, 5, 10, 20, 30, 40].map(at => [at, String(at)]) },
    y: { from: -0.2, to: 1, labels: [0, 0.25, 0.5, 0.75, 1].map(at => [at, String(at)]) },
    series: [{ kind: 'bars', colour: blue!, points }],
  }
}

function blocks(world: World): Plot {
  const chain = new Blocks(world.seed)
  const days = 730
  const counts = Array.from({ length: days }, (_, n) => {
    const midnight = end - n * day
    return chain.number('bitcoin', midnight) - chain.number('bitcoin', midnight - day)
  })
  const [from, to] = [100, 190]
  const bars = Array.from({ length: (to - from) / 4 }, (_, n): [number, number] => {
    const least = from + 4 * n
    return [least + 1.5, counts.filter(count => count >= least && count < least + 4).length]
  })
  const normal = Array.from({ length: 91 }, (_, n): [number, number] => {
    const x = from + n
    return [x, (4 * days * Math.exp(-((x - 144) ** 2) / 288)) / Math.sqrt(2 * Math.PI * 144)]
  })
  return {
    title: 'Bitcoin blocks per day, number of days of two years (bars), and a Poisson distribution of mean 144 (red)',
    x: { from, to, labels: [108, 120, 132, 144, 156, 168, 180].map(at => [at, String(at)]) },
    y: { from: 0, to: 130, labels: [0, 50, 100].map(at => [at, String(at)]) },
    series: [
      { kind: 'bars', colour: blue!, points: bars },
      { kind: 'line', colour: red!, points: normal },
    ],
  }
}
