import { createWorld } from '../../seed/world.ts'
import { formatTime, minute } from '../../src/market/time.ts'
import { autocorrelation, deviation, meanVolumes, minuteMarks, returns, twentyMinutes } from './market-statistics.ts'
import { type Plot, plotSvg } from './plot.ts'
import { fullKey, type Served } from './server.ts'
import { end } from './store.ts'
import { tapePlots } from './tape-pictures.ts'

const [blue, green, red, grey] = ['#4a8fd9', '#1f9d6b', '#d9534f', '#848d97']

/** Pictures of docs/market.md by path: statistics of a year of bitcoin prices, and a served order book. */
export async function marketPictures(server: Pick<Served, 'inject'>): Promise<Map<string, string>> {
  const marks = minuteMarks()
  const plots: Record<string, Plot> = {
    'volatility-by-minute': volatilityByMinute(marks),
    autocorrelation: memory(marks),
    seconds: seconds(),
    tail: tail(marks),
    'volatility-by-hour': volatilityByHour(marks),
    'volume-by-hour': volumeByHour(),
    ladder: await ladder(server),
    ...tapePlots(createWorld({ seed: 'market', profile: 'standard' }), marks),
  }
  return new Map(Object.entries(plots).map(([name, plot]) => [`docs/pictures/${name}.svg`, plotSvg(plot)]))
}

function volatilityByMinute(marks: Float64Array): Plot {
  const of = (from: number) => deviation(returns(marks, 60, from)) * 100
  const points = Array.from({ length: 60 }, (_, m): [number, number] => [m, of(m)])
  const mean = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  return {
    title: 'Deviation of hourly returns of btc, in percent, by the minute of the hour at which they begin',
    x: { from: -1, to: 60, labels: [0, 15, 30, 45, 59].map(at => [at, `:${String(at).padStart(2, '0')}`]) },
    y: { from: 0, to: mean * 1.4, labels: percents(mean * 1.4) },
    series: [
      { kind: 'bars', colour: blue!, points },
      { kind: 'line', colour: grey!, points: [-1, 60].map(x => [x, mean]) },
    ],
  }
}

function seconds(): Plot {
  const trades = twentyMinutes()
  const prices = trades.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const of = (sold: boolean) => trades.filter(({ sell }) => sell === sold).map(one => [one.second, one.price] as const)
  return {
    title: 'Twenty minutes of trades of btc-usdt on all exchanges: market buys green, market sells red',
    x: { from: -5, to: 1200, labels: ['00', '05', '10', '15'].map((at, n) => [n * 300, `15:${at}`]) },
    y: {
      from: low,
      to: high,
      labels: [0, 0.5, 1].map(share => low + share * (high - low)).map(at => [at, at.toFixed(0)]),
    },
    series: [
      { kind: 'dots', colour: green!, points: of(false) },
      { kind: 'dots', colour: red!, points: of(true) },
    ],
  }
}

function memory(marks: Float64Array): Plot {
  const hourly = returns(marks, 60)
  const sizes = hourly.map(Math.abs)
  const lags = Array.from({ length: 48 }, (_, n) => n + 1)
  return {
    title: 'Autocorrelation of hourly returns (bars) and of their sizes (line), by lag in hours',
    x: { from: 0, to: 49, labels: [1, 12, 24, 36, 48].map(at => [at, String(at)]) },
    y: { from: -0.1, to: 0.3, labels: [-0.05, 0, 0.05, 0.1, 0.2, 0.3].map(at => [at, String(at)]) },
    series: [
      { kind: 'bars', colour: blue!, points: lags.map(lag => [lag, autocorrelation(hourly, lag)]) },
      { kind: 'line', colour: red!, points: lags.map(lag => [lag, autocorrelation(sizes, lag)]) },
    ],
  }
}

function tail(marks: Float64Array): Plot {
  const minutes = returns(marks, 1)
  const usual = deviation(minutes)
  const sizes = minutes.map(x => Math.abs(x) / usual).sort((a, b) => b - a)
  const ranks = Array.from({ length: 110 }, (_, n) => Math.floor(1.12 ** n)).filter(rank => rank < sizes.length)
  const seen = ranks.map((rank): [number, number] => [Math.log10(sizes[rank - 1]!), Math.log10(rank / sizes.length)])
  const from = Math.log10(0.5)
  const normal = Array.from({ length: 40 }, (_, n) => 0.5 + n * 0.12)
  return {
    title: 'Share of one-minute returns beyond a size (dots), of a normal distribution (grey), and a power of −3 (red)',
    x: { from, to: 1.3, labels: [1, 2, 5, 10, 20].map(at => [Math.log10(at), `${at} σ`]) },
    y: { from: -5.5, to: 0, labels: [-5, -4, -3, -2, -1, 0].map(at => [at, `10${superscript(at)}`]) },
    series: [
      {
        kind: 'line',
        colour: grey!,
        points: normal.map(x => [Math.log10(x), Math.log10(beyond(x))] as const).filter(([, y]) => y > -5.5),
      },
      { kind: 'line', colour: red!, points: [3, 18].map(x => [Math.log10(x), -1.9 - 3 * Math.log10(x / 3)]) },
      { kind: 'dots', colour: blue!, points: seen.filter(([x]) => x > from) },
    ],
  }
}

/** Two sides of the normal distribution: Abramowitz and Stegun 7.1.26. */
function beyond(x: number): number {
  const t = 1 / (1 + (0.3275911 * x) / Math.SQRT2)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return poly * Math.exp((-x * x) / 2)
}

function superscript(n: number): string {
  return [...String(n)].map(digit => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵'[Number(digit)])).join('')
}

function volatilityByHour(marks: Float64Array): Plot {
  const points = Array.from({ length: 24 }, (_, h): [number, number] => {
    return [h, deviation(returns(marks, 60).filter((_, n) => n % 24 === h)) * 100]
  })
  const most = Math.max(...points.map(([, y]) => y)) * 1.15
  return {
    title: 'Deviation of hourly returns of btc, in percent, by the hour of the day UTC',
    x: { from: -0.7, to: 23.7, labels: [0, 6, 12, 18, 23].map(at => [at, `${at}:00`]) },
    y: { from: 0, to: most, labels: percents(most) },
    series: [{ kind: 'bars', colour: blue!, points }],
  }
}

function volumeByHour(): Plot {
  const points = meanVolumes().map((volume, h): [number, number] => [h, volume])
  const most = Math.max(...points.map(([, y]) => y)) * 1.15
  return {
    title: 'Mean volume of btc-usd on cbse, in coins, by the hour of the day UTC',
    x: { from: -0.7, to: 23.7, labels: [0, 6, 12, 18, 23].map(at => [at, `${at}:00`]) },
    y: { from: 0, to: most, labels: [0, 0.5, 1].map(share => [share * most, (share * most).toFixed(1)]) },
    series: [{ kind: 'bars', colour: green!, points }],
  }
}

interface Level {
  price: string
  amount: string
}

/** Cumulative depth of a book by distance from the mid price. */
async function ladder({ inject }: Pick<Served, 'inject'>): Promise<Plot> {
  const path = '/v2/data/order_book_snapshots.v1/exchanges/cbse/spot/btc-usd/snapshots/raw'
  const query = `page_size=1&limit_orders=40&start_time=${formatTime(end - 10 * minute)}&end_time=${formatTime(end)}`
  const answer = await inject({ url: `${path}?${query}`, headers: { 'x-api-key': fullKey } })
  const [{ asks, bids }] = answer.json().data as [{ asks: Level[]; bids: Level[] }]
  const sides = [held(bids), held(asks)]
  const edges = sides.map(side => side.at(-1)![0])
  const most = Math.max(...sides.map(side => side.at(-1)![1]))
  const middle = (Number(asks[0]!.price) + Number(bids[0]!.price)) / 2
  return {
    title: 'The forty best levels of a book of btc-usd on cbse: coins held up to each price, bids green and asks red',
    x: {
      from: Math.min(...edges),
      to: Math.max(...edges),
      labels: [(edges[0]! + middle) / 2, middle, (edges[1]! + middle) / 2].map(at => [at, at.toFixed(2)]),
    },
    y: { from: 0, to: most, labels: [0, 0.5, 1].map(share => [share * most, String(Math.round(share * most))]) },
    series: [
      { kind: 'line', colour: green!, points: sides[0]! },
      { kind: 'line', colour: red!, points: sides[1]! },
    ],
  }
}

function held(levels: readonly Level[]): [number, number][] {
  let sum = 0
  return levels.flatMap(({ price, amount }): [number, number][] => {
    const before = sum
    sum += Number(amount)
    return [
      [Number(price), before],
      [Number(price), sum],
    ]
  })
}

function percents(most: number): [number, string][] {
  return [0, 0.25, 0.5, 0.75, 1].filter(at => at <= most).map(at => [at, `${at} %`])
}
