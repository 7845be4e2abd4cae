import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { FairPrice } from '../../seed/prices/fair-price.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import type { World } from '../../seed/world.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { autocorrelation } from './market-statistics.ts'

// What a statistician measures of a tape of trades.

export const end = Date.UTC(2026, 0, 31)

export function find(world: World, name: string): Instrument {
  const [exchange, kind, code] = name.split(' ')
  const found = world
    .instruments({ from: end - day, to: end })
    .find(one => one.exchange === exchange && one.class === kind && one.code === code)
  if (!found) throw new Error(`no instrument ${name}`)
  return found
}

export interface Order {
  time: number
  /** 1 for a buy, -1 for a sell. */
  sign: number
  usd: number
  /** In units of the last decimal place. */
  amount: number
  fills: number
  /** First and last price, in units of the instrument's ticks. */
  first: number
  last: number
}

export interface Sample {
  days: number
  instrument: Instrument
  orders: Order[]
  /** Mid prices at the minute marks, both ends included. */
  mids: Float64Array
}

/** Orders of an instrument in the days before 2026-01-31: trades of one millisecond and side are one order. */
export function sampleOf(world: World, instrument: Instrument, days: number): Sample {
  const flow = new OrderFlow(world, instrument)
  const fair = new FairPrice(world.seed, world.prices, instrument)
  const tape = new Tape()
  const start = end - days * day
  const orders: Order[] = []
  const mids = new Float64Array((days * day) / minute + 1)
  const unit = 10 ** (instrument.priceDecimals + instrument.amountDecimals)
  for (let h = start / hour; h < end / hour; h++) {
    for (let m = 0; m < 60; m++) mids[(h * hour - start) / minute + m] = fair.at(h, m * minute)
    const quote = world.prices.source(instrument.quote)(h)[0]!
    tape.clear()
    flow.fill(h, tape)
    for (let n = 0; n < tape.length; n++) {
      if ((tape.versions[n]! & 1) === 0) continue
      const [time, sign, price] = [tape.times[n]!, tape.sides[n] === 1 ? -1 : 1, tape.prices[n]! / instrument.tick]
      const amount = tape.amounts[n]!
      const usd = ((tape.prices[n]! * amount) / unit) * quote
      const last = orders.at(-1)
      if (last?.time === time && last.sign === sign) {
        last.usd += usd
        last.amount += amount
        last.fills++
        last.last = price
      } else orders.push({ time, sign, usd, amount, fills: 1, first: price, last: price })
    }
  }
  mids[mids.length - 1] = fair.at(end / hour, 0)
  return { days, instrument, orders, mids }
}

/** Distance of a pool from the market price after each block with a swap, as a share of the price. */
export function poolDistances(world: World, instrument: Instrument, days: number) {
  const fair = new FairPrice(world.seed, world.prices, instrument, { isSparse: true })
  return world.pools.of(instrument).map(history => {
    const after: { time: number; distance: number }[] = []
    for (let h = (end - days * day) / hour; h < end / hour; h++)
      for (const { time, price, volume } of history.of(h).states)
        if (volume.base > 0) after.push({ time, distance: price / fair.at(h, time - h * hour) - 1 })
    return { fee: history.pool.fee, after }
  })
}

/** Amounts of the trades of a day in version 1, in units of the last decimal place. */
export function amountsOf(world: World, instrument: Instrument, start: number): number[] {
  const [flow, tape] = [new OrderFlow(world, instrument), new Tape()]
  for (let h = start / hour; h < (start + day) / hour; h++) flow.fill(h, tape)
  return Array.from(tape.amounts.subarray(0, tape.length)).filter((_, n) => (tape.versions[n]! & 1) === 1)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Orders in each interval. */
export function countsOf(
  { orders, days }: { orders: readonly { time: number }[]; days: number },
  width: number,
): number[] {
  const counts = new Array<number>((days * day) / width).fill(0)
  for (const { time } of orders) counts[Math.floor((time - (end - days * day)) / width)]!++
  return counts
}

/** Variance ÷ mean of counts: 1 for independent orders, far more for clusters. */
export function dispersion(counts: readonly number[]): number {
  const middle = mean(counts)
  return mean(counts.map(count => (count - middle) ** 2)) / middle
}

export function shareOf<T>(values: readonly T[], isMet: (value: T) => boolean): number {
  return values.filter(isMet).length / values.length
}

/** The longest time without an order, in minutes. */
export function longestGap({ orders }: Sample): number {
  let longest = 0
  for (let n = 1; n < orders.length; n++) longest = Math.max(longest, orders[n]!.time - orders[n - 1]!.time)
  return longest / minute
}

export function signMemory({ orders }: { orders: readonly Pick<Order, 'sign'>[] }, lag: number): number {
  return autocorrelation(
    orders.map(({ sign }) => sign),
    lag,
  )
}

/** Exponent by which the deviation of sums of signs grows with their number: a half without memory. */
export function hurst({ orders }: Sample): number {
  const [few, many] = [20, 500]
  const deviationOf = (size: number) => {
    const sums: number[] = []
    for (let n = 0; n + size <= orders.length; n += size)
      sums.push(orders.slice(n, n + size).reduce((sum, { sign }) => sum + sign, 0))
    const middle = mean(sums)
    return Math.sqrt(mean(sums.map(sum => (sum - middle) ** 2)))
  }
  return Math.log(deviationOf(many) / deviationOf(few)) / Math.log(many / few)
}

/** Rank correlation of an interval's signed volume with its return, or with the return of the next interval. */
export function flowAndReturn({ orders, mids, days }: Sample, width: number, later = 0): number {
  const flows = new Array<number>(Math.floor((days * day) / width)).fill(0)
  for (const { time, sign, usd } of orders) flows[Math.floor((time - (end - days * day)) / width)]! += sign * usd
  const step = width / minute
  const pairs: [number, number][] = []
  for (let n = 0; n + later < flows.length; n++) {
    if (flows[n] === 0) continue
    const at = (n + later) * step
    pairs.push([flows[n]!, Math.log(mids[at + step]! / mids[at]!)])
  }
  return correlation(ranksOf(pairs.map(([flow]) => flow)), ranksOf(pairs.map(([, move]) => move)))
}

/** Correlation of the logarithms of an interval's turnover and realised volatility. */
export function turnoverAndVolatility({ orders, mids, days }: Sample, width: number): number {
  const turnovers = new Array<number>(Math.floor((days * day) / width)).fill(0)
  for (const { time, usd } of orders) turnovers[Math.floor((time - (end - days * day)) / width)]! += usd
  const step = width / minute
  const variances = turnovers.map((_, n) => {
    const marks = mids.subarray(n * step, (n + 1) * step + 1)
    return marks.reduce((sum, mid, m) => (m === 0 ? 0 : sum + Math.log(mid / marks[m - 1]!) ** 2), 0)
  })
  return correlation(turnovers.map(Math.log), variances.map(Math.log))
}

function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!)
  const ranks = new Array<number>(values.length)
  for (const [rank, n] of order.entries()) ranks[n] = rank
  return ranks
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let [product, squareA, squareB] = [0, 0, 0]
  for (let n = 0; n < a.length; n++) {
    product += (a[n]! - meanA) * (b[n]! - meanB)
    squareA += (a[n]! - meanA) ** 2
    squareB += (b[n]! - meanB) ** 2
  }
  return product / Math.sqrt(squareA * squareB)
}

/** Mean move in an order's direction from its first price to that of the order `later` places after, in basis points. */
export function response({ orders }: Sample, later: number): number {
  const moves: number[] = []
  for (let n = 0; n + later < orders.length; n++)
    moves.push(1e4 * orders[n]!.sign * (orders[n + later]!.first / orders[n]!.first - 1))
  return mean(moves)
}

/** Hill's estimate from the largest two percent. */
export function tailIndex(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => b - a)
  const count = Math.max(20, Math.floor(sorted.length / 50))
  let sum = 0
  for (let n = 0; n < count; n++) sum += Math.log(sorted[n]! / sorted[count]!)
  return count / sum
}
