import { exp, log } from './numbers/portable-math.ts'
import { hour as hourMs, year as yearMs } from './time.ts'

const firstYear = 2011
/** Realised volatility of bitcoin's daily closes from 2011 to 2022, relative to that of later years, which is about 48 % a year. */
const byYear = [2.6, 1.3, 2.2, 1.55, 1.45, 1, 2, 1.65, 1.4, 1.5, 1.65, 1.3]

/** Volatility of coins in a year, relative to that from 2023 on. */
export function volatilityIn(year: number): number {
  return byYear[Math.max(0, year - firstYear)] ?? 1
}

/** The same as traders expect it: interpolated between the middles of years, without a step. @param hour counted from 1970 */
export function expectedVolatility(hour: number): number {
  const place = (hour * hourMs - Date.UTC(firstYear, 6)) / yearMs
  const n = Math.floor(place)
  const [from, to] = [log(volatilityIn(firstYear + n)), log(volatilityIn(firstYear + n + 1))]
  return exp(from + (to - from) * (place - n))
}

/** @param hour counted from 1970 */
export function yearOf(hour: number): number {
  return new Date(hour * hourMs).getUTCFullYear()
}
