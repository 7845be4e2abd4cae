import type { World } from '../../seed/world.ts'
import { day, minute } from '../../src/market/time.ts'
import { booksOf, depthOf, levelsOf } from './books-at.ts'
import { autocorrelation } from './market-statistics.ts'
import { type Plot, spaced } from './plot.ts'
import { end, find } from './tape-measures.ts'

const [blue, green, red, grey] = ['#4a8fd9', '#1f9d6b', '#d9534f', '#848d97']
const days = 3
/** Levels that are compared later: beyond the best twenty. */
const [first, last] = [20, 120]

/** Plots of docs/market.md about books and options. */
export function bookPlots(world: World): Record<string, Plot> {
  return { 'depth-memory': depthMemory(world), 'option-chain': optionChain(world) }
}

function depthMemory(world: World): Plot {
  const { at } = booksOf(world, find(world, 'cbse spot btc-usd'))
  const depths: number[] = []
  const books: Map<number, number>[] = []
  for (let time = end - days * day; time < end; time += minute) {
    const { bids } = at(time)
    depths.push(Math.log(depthOf(bids)))
    books.push(levelsOf(bids))
  }
  const lags = spaced(360)
  const labels = [1, 5, 15, 60, 240].map((lag): [number, string] => [
    Math.log10(lag),
    lag < 60 ? `${lag} m` : `${lag / 60} h`,
  ])
  return {
    title: 'Depth within 1 %: autocorrelation (blue); levels beyond the 20th with the same amount later (green)',
    x: { from: -0.05, to: 2.6, labels },
    y: { from: 0, to: 1, labels: [0, 0.25, 0.5, 0.75, 1].map(share => [share, String(share)]) },
    series: [
      { kind: 'line', colour: blue!, points: lags.map(lag => [Math.log10(lag), autocorrelation(depths, lag)]) },
      { kind: 'line', colour: green!, points: lags.map(lag => [Math.log10(lag), unchanged(books, lag)]) },
    ],
  }
}

/** Share of the levels that have the same amount some minutes later, from books a quarter of an hour apart. */
function unchanged(books: readonly Map<number, number>[], later: number): number {
  let [all, same] = [0, 0]
  for (let n = 0; n + later < books.length; n += 15)
    for (const [price, amount] of [...books[n]!].slice(first, last)) {
      all++
      if (books[n + later]!.get(price) === amount) same++
    }
  return same / all
}

function optionChain(world: World): Plot {
  const options = world
    .instruments({ from: end, to: end + 1 })
    .filter(one => one.class === 'option' && one.exchange === 'drbt' && one.base === 'btc' && one.option?.call)
  const price = world.prices.at('btc', end)
  const points = options.map((one): [number, number] => [
    Math.log10((one.expiry! - end) / day),
    one.option!.strike / price - 1,
  ])
  return {
    title: "Strikes of Deribit's options on bitcoin by days to expiry, as a distance from the price; the price (grey)",
    x: { from: -1, to: 2.7, labels: [-1, 0, 1, 2].map(at => [at, String(10 ** at)]) },
    y: { from: -0.8, to: 1.6, labels: [-0.5, 0, 0.5, 1, 1.5].map(at => [at, `${Math.round(100 * at)} %`]) },
    series: [
      { kind: 'line', colour: grey!, points: [-1, 2.7].map(x => [x, 0]) },
      { kind: 'dots', colour: red!, points },
    ],
  }
}
