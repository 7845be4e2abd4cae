import { assets } from '../../seed/catalogue/assets/asset-catalogue.ts'
import type { Instrument } from '../../seed/catalogue/instruments/instrument.ts'
import { Prices } from '../../seed/prices/prices.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import { createWorld } from '../../seed/world.ts'

/** Days of prices behind the pictures of docs/market.md: one year. */
const days = 364
const endHour = Date.UTC(2026, 0, 31) / 3_600_000

/** Logarithms of the USD price of bitcoin in the default world at each minute of the year before 2026-01-31. */
export function minuteMarks(): Float64Array {
  const prices = new Prices('market', assets)
  const marks = new Float64Array(days * 1440 + 1)
  for (let h = 0; h < days * 24; h++) {
    const hour = prices.hour('btc', endHour - days * 24 + h)
    for (let m = 0; m <= 60; m++) marks[h * 60 + m] = Math.log(hour[m]!)
  }
  return marks
}

/** Consecutive returns over `step` minutes, starting at a minute. */
export function returns(marks: Float64Array, step: number, from = 0): number[] {
  const found: number[] = []
  for (let at = from; at + step < marks.length; at += step) found.push(marks[at + step]! - marks[at]!)
  return found
}

export function autocorrelation(of: readonly number[], lag: number): number {
  const mean = of.reduce((sum, x) => sum + x, 0) / of.length
  let [product, square] = [0, 0]
  for (let n = 0; n < of.length; n++) {
    square += (of[n]! - mean) ** 2
    if (n + lag < of.length) product += (of[n]! - mean) * (of[n + lag]! - mean)
  }
  return product / square
}

export function deviation(of: readonly number[]): number {
  return Math.sqrt(of.reduce((sum, x) => sum + x * x, 0) / of.length)
}

/** Eigenvalues of a symmetric matrix, largest first, by Jacobi's rotations. */
export function eigenvalues(symmetric: readonly (readonly number[])[]): number[] {
  const of = symmetric.map(row => [...row])
  const size = of.length
  for (let sweep = 0; sweep < 12; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const angle = Math.atan2(2 * of[p]![q]!, of[q]![q]! - of[p]![p]!) / 2
        const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
        const turn = (a: number, b: number): [number, number] => [cosine * a - sine * b, sine * a + cosine * b]
        for (const row of of) [row[p], row[q]] = turn(row[p]!, row[q]!)
        for (let n = 0; n < size; n++) [of[p]![n], of[q]![n]] = turn(of[p]![n]!, of[q]![n]!)
      }
  return of.map((row, n) => row[n]!).sort((a, b) => b - a)
}

/** The largest eigenvalue that independent noise beside the first factor would have (Marčenko and Pastur 1967). */
export function boundOfNoise(largest: number, series: number, length: number): number {
  return (1 - largest / series) * (1 + Math.sqrt(series / length)) ** 2
}

interface Flow {
  instrument: Instrument
  /** Trades of an hour; the tape is reused. */
  hour(hour: number): Tape
}

/** The spot instruments and perpetual futures of a pair. */
function flowsOf(code: string): Flow[] {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const hours = { from: (endHour - 1) * 3_600_000, to: endHour * 3_600_000 }
  const instruments = world.instruments(hours).filter(one => one.code === code && /^(spot|perp)/.test(one.class))
  return instruments.map(instrument => {
    const flow = new OrderFlow(world, instrument)
    const tape = new Tape()
    const hour = (at: number) => {
      tape.clear()
      flow.fill(at, tape)
      return tape
    }
    return { instrument, hour }
  })
}

export interface DrawnTrade {
  second: number
  price: number
  sell: boolean
}

/** Trades of btc-usdt on all exchanges in twenty minutes of the afternoon before 2026-01-31. */
export function twentyMinutes(): DrawnTrade[] {
  const start = endHour - 9
  return flowsOf('btc-usdt').flatMap(({ instrument, hour }) => {
    const { times, prices, sides, length } = hour(start)
    const trades = Array.from({ length }, (_, n) => ({
      second: times[n]! / 1000 - start * 3600,
      price: prices[n]! / 10 ** instrument.priceDecimals,
      sell: sides[n] === 1,
    }))
    return trades.filter(({ second }) => second < 1200)
  })
}

/** Days of trades behind the picture of the volume by hour. */
const tradingDays = 120

/** Mean hourly volume of btc-usd on cbse by hour of the day, over 120 days, in coins. */
export function meanVolumes(): number[] {
  const { instrument, hour } = flowsOf('btc-usd').find(one => one.instrument.exchange === 'cbse')!
  const sums = new Array<number>(24).fill(0)
  for (let at = endHour - tradingDays * 24; at < endHour; at++) {
    const { amounts, length } = hour(at)
    for (let n = 0; n < length; n++) sums[at % 24]! += amounts[n]!
  }
  return sums.map(sum => sum / tradingDays / 10 ** instrument.amountDecimals)
}
