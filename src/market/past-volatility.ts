import { exp, log } from './numbers/portable-math.ts'
import { hour as hourMs, year as yearMs } from './time.ts'

const firstYear = 2011
/** Realised volatility of bitcoin's daily closes from 2011 to 2022, relative to that of later years, about 48 %. */
const byYear = [2.6, 1.3, 2.2, 1.55, 1.45, 1, 2, 1.65, 1.4, 1.5, 1.65, 1.3]

/** How much more volatile coins were in a year than they are today. */
export function volatilityIn(year: number): number {
  return byYear[Math.max(0, year - firstYear)] ?? 1
}

/** The same, from the middle of one year to that of the next: what traders expect. @param hour counted from 1970 */
export function expectedVolatility(hour: number): number {
  const place = (hour * hourMs - Date.UTC(firstYear, 6)) / yearMs
  const n = Math.floor(place)
  const [from, to] = [log(volatilityIn(firstYear + n)), log(volatilityIn(firstYear + n + 1))]
  return exp(from + (to - from) * (place - n))
}

export function yearOf(hour: number): number {
  return new Date(hour * hourMs).getUTCFullYear()
}
