import { createWorld } from '../../seed/index.ts'
import { isWeekend } from '../../seed/prices/trading-week.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { seeds } from '../harness/properties.ts'
import t from '../harness/tap.ts'
import * as measures from '../harness/tape-measures.ts'

// Statistics of the busiest pairs over a third of a year beside those of real markets; docs/market.md names the publications.

const { end, mean } = measures
const days = 120

/** Orders by minute of the hour, each as a share of the hour around it. */
const byMinute = new Float64Array(60)
/** Changes of the logarithm of the number of orders into each hour of the day. */
const changes = Array.from({ length: 24 }, () => [] as number[])

function countMinutes(sample: measures.Sample): void {
  const counts = measures.countsOf(sample, minute)
  let around = counts.slice(0, 61).reduce((sum, count) => sum + count, 0)
  for (let n = 30; n + 31 < counts.length; n++) {
    if (around >= 20) byMinute[n % 60]! += counts[n]! / around
    around += counts[n + 31]! - counts[n - 30]!
  }
}

function countHours(sample: measures.Sample): void {
  const counts = measures.countsOf(sample, hour)
  const first = end / hour - counts.length
  const dayOf = (n: number) => Math.floor((first + n) / 24)
  for (let n = 1; n < counts.length; n++)
    // Weekends begin and end at midnight.
    if (isWeekend(dayOf(n)) === isWeekend(dayOf(n - 1)))
      changes[(first + n) % 24]!.push(Math.log((counts[n]! + 0.5) / (counts[n - 1]! + 0.5)))
}

for (const seed of seeds)
  t.test(`flow explains returns from a minute to a day, and signs remember: seed ${seed}`, async t => {
    const world = createWorld({ seed, profile: 'standard' })
    const short: number[] = []
    const daily: number[] = []
    const volumes: number[] = []
    for (const name of ['cbse spot btc-usd', 'bnce spot btc-usdt', 'binc perpetual-future btc-usdt']) {
      const sample = measures.sampleOf(world, measures.find(world, name), days)
      for (const width of [minute, 5 * minute, hour]) {
        const found = measures.flowAndReturn(sample, width)
        t.ok(found >= 0.42 && found <= 0.9, `${name}: ${found} at ${width / minute} minutes`)
        short.push(found)
      }
      daily.push(measures.flowAndReturn(sample, day))
      volumes.push(measures.turnoverAndVolatility(sample, day))
      t.ok(Math.abs(measures.flowAndReturn(sample, minute, 1)) < 0.04, `${name}: flow does not predict a minute`)
      t.ok(Math.abs(measures.flowAndReturn(sample, hour, 1)) < 0.08, `${name}: nor an hour`)
      const [tenth, fiftieth] = [10, 50].map(lag => measures.signMemory(sample, lag)) as [number, number]
      t.ok(tenth > 0.1 && tenth < 0.26, `${name}: an autocorrelation of ${tenth} at lag 10`)
      t.ok(tenth > 1.5 * fiftieth && tenth < 5 * fiftieth, `${name}: ${tenth}, then ${fiftieth} at lag 50: a power`)
      const exponent = measures.hurst(sample)
      t.ok(exponent >= 0.65 && exponent <= 0.8, `${name}: a Hurst exponent of ${exponent}`)
      countMinutes(sample)
      countHours(sample)
    }
    t.ok(mean(volumes) >= 0.5 && Math.min(...volumes) > 0.3, `turnover follows volatility by the day: ${volumes}`)
    t.ok(mean(short) >= 0.5, `${mean(short)} on average`)
    t.ok(mean(daily) >= 0.4, `${daily} by day`)
  })

t.test('minutes of the hour have no pattern', async t => {
  const middle = mean([...byMinute])
  const off = [...byMinute].map(share => share / middle - 1)
  t.ok(Math.max(...off.map(Math.abs)) < 0.04, `${off.map(share => share.toFixed(3))}`)
})

t.test('activity changes into midnight as it changes into other hours', async t => {
  const deviations = changes.map(of => {
    const middle = mean(of)
    return Math.sqrt(mean(of.map(change => (change - middle) ** 2)))
  })
  const [midnight, others] = [deviations[0]!, mean(deviations.slice(1))]
  t.ok(midnight > 0.87 * others && midnight < 1.15 * others, `${midnight} at midnight, ${others} at other hours`)
  const steps = changes.map(mean)
  t.ok(Math.abs(steps[0]!) < 0.25, `by ${steps[0]} on average at midnight`)
})

for (const seed of seeds)
  t.test(`prices cluster on round ones, and amounts do not repeat: seed ${seed}`, async t => {
    const world = createWorld({ seed, profile: 'standard' })
    for (const name of ['cbse spot btc-usd', 'bnce spot btc-usdt', 'cbse spot eth-usd', 'bnce spot eth-usdt']) {
      const sample = measures.sampleOf(world, measures.find(world, name), 8)
      const round = measures.shareOf(sample.orders, ({ first }) => first % 100 === 0)
      t.ok(round > (name.includes('btc') ? 0.08 : 0.04) && round < 0.25, `${name}: ${round} of the prices end on .00`)
      if (sample.instrument.amountDecimals < 8) continue
      const amounts = measures.amountsOf(world, sample.instrument, end - day)
      const odd = amounts.filter(amount => amount % 100 !== 0)
      t.ok(odd.length > 100, `${name}: ${odd.length} amounts that are not round`)
      t.ok(new Set(odd).size > 0.98 * odd.length, `${name}: ${new Set(odd).size} of ${odd.length} amounts differ`)
    }
  })
