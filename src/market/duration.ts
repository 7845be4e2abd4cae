import { day, hour, minute, parseInterval, second } from './time.ts'

const week = 7 * day
/** 100 years. */
const longest = 36_525 * day
const units = [week, day, hour, minute, second]
const iso = /^P(?=[\dT])(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

export const aDuration =
  'a duration of at most 100 years such as "PT1H", "PT0.2S", "P7D" or "1h", without months, years or a sign'

/** A duration in milliseconds: ISO 8601 without years and months, `250ms`, or a number and a unit (`90s`, `1h`, `7d`). */
export function parseDuration(text: string): number | undefined {
  const milliseconds = parse(text)
  return milliseconds !== undefined && milliseconds <= longest ? milliseconds : undefined
}

function parse(text: string): number | undefined {
  const milliseconds = /^(\d{1,9})ms$/.exec(text)?.[1]
  if (milliseconds !== undefined) return Number(milliseconds)
  const parts = iso.exec(text)
  if (parts === null) return parseInterval(text)
  return Math.round(units.reduce((sum, unit, n) => sum + Number(parts[n + 1] ?? 0) * unit, 0))
}

/** Milliseconds as an ISO 8601 duration in seconds: `PT90S`. */
export function formatDuration(milliseconds: number): string {
  return `PT${milliseconds / second}S`
}
