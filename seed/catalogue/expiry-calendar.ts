import { day, hour } from '../../src/market/time.ts'

export type Cadence = 'daily' | 'weekly' | 'quarterly'

/** Contracts expire at 08:00 UTC: every day, every Friday, or on a quarter's last Friday. */
const expiryHour = 8 * hour

/** The n-th expiry since 1970. */
export function expiry(cadence: Cadence, n: number): number {
  if (cadence === 'daily') return n * day + expiryHour
  // 1970-01-02 was a Friday.
  if (cadence === 'weekly') return (n * 7 + 1) * day + expiryHour
  return lastFridayOfQuarter(n) * day + expiryHour
}

export function nextExpiry(cadence: Cadence, time: number): number {
  const length = { daily: day, weekly: 7 * day, quarterly: 91.3125 * day }[cadence]
  let n = Math.floor(time / length) - 1
  while (expiry(cadence, n) <= time) n++
  return n
}

/** "260327" */
export function expiryDate(time: number): string {
  return new Date(time).toISOString().slice(2, 10).replaceAll('-', '')
}

function lastFridayOfQuarter(n: number): number {
  const year = 1970 + Math.floor(n / 4)
  const lastDay = Date.UTC(year, ((((n % 4) + 4) % 4) + 1) * 3, 0) / day
  return lastDay - ((((lastDay - 1) % 7) + 7) % 7)
}
