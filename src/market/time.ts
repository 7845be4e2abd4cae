const datePattern = String.raw`(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<date>\d{2})`
const clockPattern = String.raw`(?<hours>\d{2})(?<colon>:?)(?<minutes>\d{2})(?:\k<colon>(?<seconds>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`
const zonePattern = String.raw`Z|(?<sign>[+\- ])(?<zoneHours>\d{2})(?::?(?<zoneMinutes>\d{2}))?`
/** ISO 8601 in extended form (`2026-01-31T00:00Z`) and basic form (`20260131T0000Z`). */
const timePattern = new RegExp(`^${datePattern}(?:[T ]${clockPattern}(?:${zonePattern})?)?$`, 'i')

/**
 * Milliseconds since 1970 UTC, or undefined. Without an offset a time is UTC; the + of an offset may arrive as a space;
 * `24:00` is the end of the day. Between two milliseconds: the lower one plus a half, so rounding up and down are both
 * right.
 */
export function parseTime(text: string): number | undefined {
  const parts = timePattern.exec(text)?.groups
  if (!parts) return undefined
  const { year, month, date, hours = '00', minutes = '00', seconds = '00', fraction = '' } = parts
  const digits = fraction.padEnd(9, '0')
  const endsDay = hours === '24' && Number(minutes + seconds + digits) === 0
  const iso = `${year}-${month}-${date}T${endsDay ? '00' : hours}:${minutes}:${seconds}.${digits.slice(0, 3)}Z`
  const utc = Date.parse(iso)
  // Date.parse accepts 30 February as 2 March, so the result must match the text.
  if (Number.isNaN(utc) || new Date(utc).toISOString() !== iso) return undefined
  const offset = offsetOf(parts)
  if (offset === undefined) return undefined
  const time = utc + (endsDay ? day : 0) - offset + (Number(digits.slice(3)) > 0 ? 0.5 : 0)
  // Outside these years a token could not carry it with four digits.
  return time >= firstTime && time < endOfTime ? time : undefined
}

function offsetOf({ sign, zoneHours = '00', zoneMinutes = '00' }: Partial<Record<string, string>>): number | undefined {
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return sign === '-' ? -ahead : ahead
}

const firstTime = Date.parse('0000-01-01T00:00:00Z')
export const endOfTime = Date.parse('9999-12-31T23:59:59.999Z') + 1

export class Moment {
  readonly time: number
  /** `2026-01-31T00:00:00.000123Z`: at least three fractional digits, no trailing zeros beyond them. */
  readonly text: string

  constructor(time: number, text: string) {
    this.time = time
    this.text = text
  }

  static at(time: number): Moment {
    return new Moment(time, formatTime(time))
  }

  /** A longer text with the same start sorts after. */
  isAfter({ text }: Moment): boolean {
    return this.text.slice(0, -1) > text.slice(0, -1)
  }
}

export function parseMoment(text: string): Moment | undefined {
  const usual = plainTime(text)
  if (!Number.isNaN(usual)) return new Moment(usual, text)
  const time = parseTime(text)
  if (time === undefined) return undefined
  const [, beyond = ''] = /[.,]\d{3}(\d+?)0*(?!\d)/.exec(text) ?? []
  const whole = formatTime(Math.floor(time))
  return new Moment(time, Number(beyond) > 0 ? whole.replace('Z', `${beyond}Z`) : whole)
}

/** As `formatTime` writes it, except the last days of months: Date.parse takes 30 February as 2 March. */
const plain = /^\d{4}-\d\d-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/

/** The time of a text in the usual form; NaN in other forms. Formatting would cost three times as much. */
function plainTime(text: string): number {
  return plain.test(text) ? Date.parse(text) : Number.NaN
}

/** `2026-01-31T00:00:00.000Z`; half a millisecond becomes a fourth digit. */
export function formatTime(milliseconds: number): string {
  if (milliseconds !== lastTime) {
    const whole = Math.floor(milliseconds)
    const iso = new Date(whole).toISOString()
    lastText = whole === milliseconds ? iso : iso.replace('Z', '5Z')
    lastTime = milliseconds
  }
  return lastText
}

/** A page writes the time of its request several times, and a frozen clock shows it for ever. */
let [lastTime, lastText] = [Number.NaN, '']

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
/** The grid of supplies and their prices. */
export const supplyStep = 5 * minute

export const year = 365.25 * day

/** A period [from, until), in milliseconds since 1970 UTC. */
export interface Period {
  from: number
  until: number
}

export interface Range {
  from: number
  to: number
}

/** The last multiple of a step up to a time. */
export function floorTo(time: number, step: number): number {
  return Math.floor(time / step) * step
}

/** The first multiple of a step from a time on. */
export function ceilTo(time: number, step: number): number {
  return Math.ceil(time / step) * step
}

const units: Record<string, number> = { s: second, m: minute, h: hour, d: day }

export function parseInterval(text: string): number | undefined {
  const match = /^(\d{1,9})([smhd])$/.exec(text)
  return match ? Number(match[1]) * units[match[2]!]! : undefined
}
