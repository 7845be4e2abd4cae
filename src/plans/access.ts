import { Failure } from '../base/failure.ts'
import { day, type Period } from '../market/time.ts'
import { type Key, timeOf } from './keys.ts'

/** As in responses: the end is exclusive, null is unbounded. */
interface EchoedRange {
  start_timestamp: number | null
  end_timestamp: number | null
}

/** The intersection of a key's two ranges, infinite where unbounded. */
export interface Access extends Period {
  /** The two ranges, as in responses, and their JSON. */
  ranges: { access_range: EchoedRange; data_range: EchoedRange }
  json: string
}

/** @param now `last_days` counts back from it */
export function accessOf({ access_range, data_range }: Key, now: number): Access {
  const ranges = { access_range: rangeAt(access_range, now), data_range: rangeAt(data_range, now) }
  const both = Object.values(ranges)
  return {
    from: Math.max(...both.map(({ start_timestamp }) => start_timestamp ?? Number.NEGATIVE_INFINITY)),
    until: Math.min(...both.map(({ end_timestamp }) => end_timestamp ?? Number.POSITIVE_INFINITY)),
    ranges,
    json: JSON.stringify(ranges),
  }
}

function rangeAt(range: Key['access_range'], now: number): EchoedRange {
  const moving = range?.last_days === undefined ? null : now - range.last_days * day
  return {
    start_timestamp: range?.start === undefined ? moving : timeOf(range.start),
    end_timestamp: range?.end === undefined ? null : timeOf(range.end),
  }
}

export function checkPlan(key: Key, commodity: string, region: 'eu' | 'us'): void {
  if (key.without?.includes(commodity) || key.families?.includes(commodity) === false)
    throw new Failure('notInPlan', `this API key's plan does not include ${commodity}; ${datasetsOf(key)}`)
  if (key.regions && !key.regions.includes(region))
    throw new Failure(
      'notInPlan',
      `this API key's plan does not include region ${region}; it includes ${key.regions.join(', ')}`,
    )
}

function datasetsOf({ families, without = [] }: Key): string {
  if (families === undefined) return `it excludes ${without.join(', ')}`
  return `it includes ${families.filter(name => !without.includes(name)).join(', ') || 'no dataset'}`
}

/** Refuses instruments outside the key's plan; others pass. */
export function checkInstrument(key: Key, path: Record<string, unknown>): void {
  if (!key.instruments || path.instrument === undefined) return
  const parts = [path.exchange, path.instrument_class, path.instrument]
  const opens = (pattern: string) => pattern.split('/').every((part, n) => part === '*' || part === parts[n])
  if (!key.instruments.some(opens))
    throw new Failure(
      'notInPlan',
      `this API key's plan does not include ${parts.join('/')}; it includes ${key.instruments.join(', ')}`,
    )
}
