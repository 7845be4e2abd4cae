import type { World } from '../../seed/world.ts'
import { activities, emptyHours, singleHours } from './activity.ts'
import { booksOf, depthOf } from './books-at.ts'
import { decades, type Plot, spaced } from './plot.ts'
import * as measures from './tape-measures.ts'

const [blue, green, red, grey] = ['#4a8fd9', '#1f9d6b', '#d9534f', '#848d97']

/** Plots of docs/market.md about hours, gaps, fills and prices. @param sample orders of the busiest dollar pair */
export function activityPlots(world: World, sample: measures.Sample): Record<string, Plot> {
  const all = activities(world, 2).filter(({ isWhole }) => isWhole)
  return {
    hours: hours(all),
    gaps: gaps(all),
    fills: fills(sample),
    taken: taken(world, sample),
    'round-prices': roundPrices(sample),
  }
}

type Activities = ReturnType<typeof activities>

function ofClass(all: Activities, kind: string): Activities {
  return all.filter(({ instrument }) => instrument.class === kind)
}

function hours(all: Activities): Plot {
  const points = (kind: string) =>
    ofClass(all, kind).map((one): [number, number] => [emptyHours(one), singleHours(one)])
  const poisson = Array.from({ length: 99 }, (_, n): [number, number] => {
    const empty = (n + 1) / 100
    return [empty, -empty * Math.log(empty)]
  })
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1].map((at): [number, string] => [at, `${Math.round(100 * at)} %`])
  return {
    title: 'Share of hours with exactly one order (up) and with none (across): spot blue, perpetual futures green',
    x: { from: -0.02, to: 1.02, labels: shares },
    y: { from: 0, to: 1, labels: shares },
    series: [
      { kind: 'line', colour: grey!, points: poisson },
      { kind: 'line', colour: red!, points: [-0.02, 1.02].map(x => [x, 0.8]) },
      { kind: 'dots', colour: blue!, points: points('spot') },
      { kind: 'dots', colour: green!, points: points('perpetual-future') },
    ],
  }
}

function gaps(all: Activities): Plot {
  const longest = ofClass(all, 'spot').map(one => Math.log2(one.longest / 60))
  const [from, to, width] = [-2, 7, 0.5]
  const bars = Array.from({ length: (to - from) / width }, (_, n): [number, number] => {
    const least = from + n * width
    return [least + width / 2, measures.shareOf(longest, gap => gap >= least && gap < least + width)]
  })
  return {
    title: 'Longest time without an order of spot pairs in two weeks: share of the pairs; axis of time logarithmic',
    x: {
      from,
      to,
      labels: [-2, -1, 0, 1, 2, 3, 4, 5, 6].map(at => [at, at < 0 ? `${60 * 2 ** at} m` : `${2 ** at} h`]),
    },
    y: { from: 0, to: 0.25, labels: [0, 0.1, 0.2].map(at => [at, `${Math.round(100 * at)} %`]) },
    series: [{ kind: 'bars', colour: blue!, points: bars }],
  }
}

function fills({ orders }: measures.Sample): Plot {
  const bins = Array.from({ length: 17 }, (_, n) => 2 + n / 4)
  const points = bins.flatMap((least): [number, number][] => {
    const own = orders.filter(({ usd }) => Math.log10(usd) >= least && Math.log10(usd) < least + 0.25)
    return own.length < 5 ? [] : [[least + 0.125, Math.log10(measures.mean(own.map(one => one.fills)))]]
  })
  return {
    title: 'Mean number of trades of an order by its size in USD, btc-usd on cbse; both axes logarithmic',
    x: { from: 2, to: 6.3, labels: decades(2, 6) },
    y: { from: -0.1, to: 1.7, labels: [1, 3, 10, 30].map(at => [Math.log10(at), String(at)]) },
    series: [{ kind: 'line', colour: blue!, points }],
  }
}

/** What orders take of the side of the book that they meet, within one percent. */
function taken(world: World, { orders, instrument }: measures.Sample): Plot {
  const { at } = booksOf(world, instrument)
  const largest = orders.toSorted((a, b) => b.usd - a.usd).slice(0, 3000)
  const shares = largest.map(({ time, sign, amount }) => {
    const { bids, asks } = at(time)
    return Math.log10(amount / depthOf(sign > 0 ? asks : bids))
  })
  shares.sort((a, b) => b - a)
  const points = spaced(shares.length).map((rank): [number, number] => [
    shares[rank - 1]!,
    Math.log10(rank / orders.length),
  ])
  return {
    title: 'Share of the orders that take more than a share of the book within 1 % of its best price; all of it (red)',
    x: { from: -3, to: 0.1, labels: [-3, -2, -1, 0].map(at => [at, `${100 * 10 ** at} %`]) },
    y: { from: -5, to: 0.1, labels: [-4, -3, -2, -1, 0].map(at => [at, `${100 * 10 ** at} %`]) },
    series: [
      { kind: 'line', colour: red!, points: [-5, 0].map(y => [0, y]) },
      { kind: 'dots', colour: blue!, points: points.filter(([x]) => x > -3) },
    ],
  }
}

function roundPrices({ orders }: measures.Sample): Plot {
  const counts = new Array<number>(100).fill(0)
  for (const { first } of orders) counts[first % 100]!++
  const points = counts.map((count, cents): [number, number] => [cents, count / orders.length])
  return {
    title: 'Share of the orders by the cents of their price, btc-usd on cbse; without clustering each would be 1 %',
    x: { from: -1, to: 100, labels: [0, 25, 50, 75, 99].map(at => [at, `.${String(at).padStart(2, '0')}`]) },
    y: { from: 0, to: 0.13, labels: [0, 0.01, 0.05, 0.1].map(at => [at, `${Math.round(100 * at)} %`]) },
    series: [{ kind: 'bars', colour: blue!, points }],
  }
}
