import { day, hour } from '../../../src/market/time.ts'

export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly'

/** Contracts expire at 08:00 UTC: every day, every Friday, or on the last Friday of a month or quarter. */
const expiryHour = 8 * hour

/** The n-th expiry since 1970. */
export function expiry(cadence: Cadence, n: number): number {
  if (cadence === 'daily') return n * day + expiryHour
  // 1970-01-02 was a Friday.
  if (cadence === 'weekly') return (n * 7 + 1) * day + expiryHour
  return lastFriday(cadence === 'monthly' ? n : 3 * n + 2) * day + expiryHour
}

export function nextExpiry(cadence: Cadence, time: number): number {
  const length = { daily: day, weekly: 7 * day, monthly: 30.4375 * day, quarterly: 91.3125 * day }[cadence]
  let n = Math.floor(time / length) - 1
  while (expiry(cadence, n) <= time) n++
  return n
}

/** "260327" */
export function expiryDate(time: number): string {
  return new Date(time).toISOString().slice(2, 10).replaceAll('-', '')
}

/** "27MAR26" */
export function expiryName(time: number): string {
  const [, date = '', month = '', year = ''] = /, (\d+) (\w+) \d\d(\d\d)/.exec(new Date(time).toUTCString()) ?? []
  return `${Number(date)}${month}${year}`.toUpperCase()
}

export function expiresOn(cadence: Cadence, time: number): boolean {
  return expiry(cadence, nextExpiry(cadence, time - 1)) === time
}

/** Of the n-th month since 1970, as a day. */
function lastFriday(n: number): number {
  const lastDay = Date.UTC(1970, n + 1, 0) / day
  return lastDay - ((((lastDay - 1) % 7) + 7) % 7)
}
