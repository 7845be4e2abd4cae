import { day, hour } from './time.ts'

export type FixingPlace = 'NYC' | 'LDN' | 'SGP'

/** Local time of the fixings. */
const fixingHour = 16 * hour

/**
 * 16:00 local time on a UTC date, as UTC. The rules of the clocks are written out, because those of the runtime change:
 * London is an hour ahead from the last Sunday of March to the last of October, New York four hours behind, in place of
 * five, from the second Sunday of March to the first of November. The clocks change at night, so the date decides.
 */
export function fixingTime(place: FixingPlace, date: number): number {
  return date + fixingHour - offsetOf(place, date)
}

function offsetOf(place: FixingPlace, date: number): number {
  if (place === 'SGP') return 8 * hour
  const year = new Date(date).getUTCFullYear()
  if (place === 'LDN') {
    const [from, until] = [sundayBefore(Date.UTC(year, 3, 1)), sundayBefore(Date.UTC(year, 10, 1))]
    return date >= from && date < until ? hour : 0
  }
  const [from, until] = [sundayBefore(Date.UTC(year, 2, 15)), sundayBefore(Date.UTC(year, 10, 8))]
  return date >= from && date < until ? -4 * hour : -5 * hour
}

/** The last Sunday before a midnight. 1970-01-04 was a Sunday. */
function sundayBefore(midnight: number): number {
  const days = midnight / day - 1
  return (days - ((((days - 3) % 7) + 7) % 7)) * day
}
