import { remembered } from '../../../src/market/made-once.ts'
import { log } from '../../../src/market/numbers/portable-math.ts'
import { usualVolatility, volatilities } from '../../../src/market/past-years.ts'
import { day as dayMs } from '../../../src/market/time.ts'
import { bitcoinDays } from './daily-closes.ts'

/** Days before and after that count for the volatility of a day, the nearest most, and shares of what they say. */
const scales = [
  [2, 0.3],
  [8, 0.45],
  [32, 0.25],
] as const
/** Days in which what is published fades in, and out. */
const fading = 30

/**
 * The logarithm of the market's volatility on a day, counted from 1970, relative to that of its year, as bitcoin's published
 * changes have it, and how much of it is known: 0 without published prices.
 */
export const pastLoudness = remembered((day: number): { known: number; logarithm: number } => {
  const { first, end } = bitcoinDays()
  const known = Math.min(1, Math.max(0, Math.min(day - first, end - day) / fading))
  if (known === 0) return { known, logarithm: 0 }
  const variance = scales.reduce((sum, [reach, share]) => sum + share * meanSquare(day, reach), 0)
  const usual = usualVolatility * volatilities.at(day * dayMs + dayMs / 2)
  return { known, logarithm: log(365 * variance) / 2 - log(usual) }
})

/** Of the changes on days within reach of one. */
function meanSquare(day: number, reach: number): number {
  const { on } = bitcoinDays()
  let [sum, weights] = [0, 0]
  for (let off = 1 - reach; off < reach; off++) {
    const [price, before] = [on(day + off), on(day + off - 1)]
    if (price === undefined || before === undefined) continue
    const [change, weight] = [log(price / before), reach - Math.abs(off)]
    sum += weight * change * change
    weights += weight
  }
  return sum / weights
}
