import { remembered } from '../../src/market/made-once.ts'
import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { day as dayMs, year as yearMs } from '../../src/market/time.ts'

const firstYear = 2011
/**
 * Turnover in USD by year, relative to 2025, of a pair that has traded since 2011: about what Bitstamp, until 2014, and Coinbase
 * reported for bitcoin.
 */
const turnovers = [0.004, 0.006, 0.03, 0.025, 0.03, 0.04, 0.12, 0.12, 0.1, 0.17, 0.9, 0.75, 0.45, 0.85, 1]
const logs = turnovers.map(log)

/**
 * Size of orders on a day, relative to 2025, and equally their number: each is the square root of turnover, because both have
 * grown. Logarithms are interpolated between the middles of years. @param day counted from 1970
 */
export const growthOn = remembered((day: number) => {
  const place = (day * dayMs - Date.UTC(firstYear, 6)) / yearMs
  const n = Math.floor(place)
  return exp((logOf(n) + (logOf(n + 1) - logOf(n)) * (place - n)) / 2)
})

function logOf(year: number): number {
  return logs[Math.min(logs.length - 1, Math.max(0, year))]!
}
