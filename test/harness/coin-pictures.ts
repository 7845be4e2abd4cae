import type { World } from '../../seed/world.ts'
import { day, hour } from '../../src/market/time.ts'
import { boundOfNoise, deviation, eigenvalues, returns } from './market-statistics.ts'
import { decades, type Plot } from './plot.ts'
import { correlation, end } from './tape-measures.ts'

const [blue, green, red, grey] = ['#4a8fd9', '#1f9d6b', '#d9534f', '#848d97']

/** Five coins of each sector. */
export const sectorCoins = [
  'eth sol ada avax dot',
  'uni aave ldo crv mkr',
  'doge pepe shib floki bonk',
  'bnb cake leo okb bgb',
].flatMap(text => text.split(' '))

/** Plots of docs/market.md about weekends, sectors and premiums. @param marks as `minuteMarks` returns */
export function coinPlots(world: World, marks: Float64Array): Record<string, Plot> {
  return {
    'volatility-by-day': volatilityByDay(marks),
    eigenvalues: factors(world),
    premium: premium(world),
    years: years(world),
  }
}

function years(world: World): Plot {
  const week = 7 * day
  const from = Date.UTC(2015, 7, 1)
  const of = (code: string, colour: string) => {
    const times = Array.from({ length: Math.floor((end - from) / week) }, (_, n) => from + n * week)
    const points = times.map(time => [time, Math.log10(world.prices.opening(code, time / hour))] as const)
    return { kind: 'line' as const, colour, points }
  }
  return {
    title: 'Weekly prices since 2015: bitcoin (blue) and ether (red), in USD; logarithmic',
    x: { from, to: end, labels: [2016, 2018, 2020, 2022, 2024, 2026].map(year => [Date.UTC(year, 0), String(year)]) },
    y: { from: -0.5, to: 5.3, labels: decades(0, 5) },
    series: [of('eth', red!), of('btc', blue!)],
  }
}

function volatilityByDay(marks: Float64Array): Plot {
  const perDay = 24 * 12
  const fives = returns(marks, 5)
  // The year ends with a Friday.
  const bars = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((_, weekday): [number, number] => {
    const own = fives.filter((_, n) => (Math.floor(n / perDay) + 5) % 7 === weekday)
    return [weekday, 100 * deviation(own) * Math.sqrt(perDay)]
  })
  const most = 1.2 * Math.max(...bars.map(([, y]) => y))
  return {
    title: 'Daily volatility of bitcoin in percent by day of the week, from returns over five minutes of a year',
    x: { from: -0.7, to: 6.7, labels: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name, n) => [n, name]) },
    y: { from: 0, to: most, labels: [0, 1, 2, 3, 4].filter(at => at < most).map(at => [at, `${at} %`]) },
    series: [{ kind: 'bars', colour: blue!, points: bars }],
  }
}

/** Returns of coins over four hours in 120 days, and what their correlations are made of. */
export function factorsOf(opening: (code: string, hour: number) => number) {
  const steps = 120 * 6
  const all = sectorCoins.map(code => {
    const logs = Array.from({ length: steps + 1 }, (_, n) => Math.log(opening(code, end / hour - 4 * n)))
    return logs.slice(1).map((log, n) => logs[n]! - log)
  })
  const values = eigenvalues(all.map(one => all.map(other => correlation(one, other))))
  return { values, noise: boundOfNoise(values[0]!, values.length, steps) }
}

function factors(world: World): Plot {
  const { values, noise } = factorsOf((code, hour) => world.prices.opening(code, hour))
  const points = values.map((value, n): [number, number] => [n + 1, Math.log10(value)])
  return {
    title: 'Eigenvalues of the correlations of twenty coins, largest first, and the bound of noise (red); logarithmic',
    x: { from: 0, to: 21, labels: [1, 2, 3, 4, 5, 10, 15, 20].map(at => [at, String(at)]) },
    y: { from: -1.2, to: 1.3, labels: [0.1, 0.3, 1, 3, 10].map(at => [Math.log10(at), String(at)]) },
    series: [
      { kind: 'line', colour: red!, points: [0, 21].map(x => [x, Math.log10(noise)]) },
      { kind: 'dots', colour: blue!, points },
    ],
  }
}

function premium(world: World): Plot {
  const carry = world.prices.carry('btc')
  const days = 120
  const times = Array.from({ length: days * 3 }, (_, n) => end - days * day + n * 8 * hour)
  const premiums = times.map((time): [number, number] => [time, 1e4 * carry.premium(time)])
  // The rule of most exchanges: the interest rate of a basis point, as long as the premium is within five of it.
  const funding = premiums.map(([time, of]): [number, number] => [time, of + Math.min(5, Math.max(-5, 1 - of))])
  const dates = [10, 11, 12].map(month => Date.UTC(2025, month - 1, 15)).concat(Date.UTC(2026, 0, 15))
  return {
    title: 'Premium of perpetual futures on bitcoin (blue) and funding per eight hours (green), in basis points',
    x: { from: times[0]!, to: end, labels: dates.map(at => [at, new Date(at).toISOString().slice(0, 10)]) },
    y: { from: -18, to: 10, labels: [-15, -10, -5, 0, 5, 10].map(at => [at, String(at)]) },
    series: [
      { kind: 'line', colour: grey!, points: [times[0]!, end].map(at => [at, 0]) },
      { kind: 'line', colour: green!, points: funding },
      { kind: 'line', colour: blue!, points: premiums },
    ],
  }
}
