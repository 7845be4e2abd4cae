import { type TSchema, Type } from '@sinclair/typebox'
import { parseInterval, parseMoment } from './time.ts'

/** What a transform throws where a text is not of its noun: it completes "<parameter> must be …". */
export class NotOfNoun extends Error {}

// ── What clients send ──

const aTime = 'an ISO 8601 time of the years 0000 to 9999 UTC such as 2026-01-31T00:00:00.000Z'

/** A point in time, ISO 8601 on the wire. */
export const Time = Type.Transform(
  Type.String({
    format: 'date-time',
    examples: ['2026-01-31T00:00:00.000Z'],
    description: 'ISO 8601; UTC where no offset is given',
  }),
)
  .Decode(text => parseMoment(text) ?? refuse(aTime))
  .Encode(moment => moment.text)

/** The end of a range that may not have come yet. */
export const OngoingOrTime = Type.Transform(Type.String({ description: 'ISO 8601, or ongoing' }))
  .Decode(text => (text === 'ongoing' ? text : (parseMoment(text) ?? refuse(`ongoing or ${aTime}`))))
  .Encode(value => (typeof value === 'string' ? value : value.text))

/** A length of time as given (`15m`) and in milliseconds. */
export interface Interval {
  text: string
  milliseconds: number
}

/** @param units the letters that are allowed. */
export function Interval(bounds: { min: string; max: string; default?: string; units?: string }) {
  const least = parseInterval(bounds.min)!
  const most = parseInterval(bounds.max)!
  const { units = 'smhd' } = bounds
  const rule = `a number and a unit (${[...units].join(', ')}) from ${bounds.min} to ${bounds.max}`
  const initial = bounds.default === undefined ? {} : { default: bounds.default }
  return Type.Transform(Type.String({ ...initial, examples: ['1m', '1h'], description: rule }))
    .Decode((text): Interval => {
      const milliseconds = parseInterval(text)
      if (milliseconds === undefined || milliseconds < least || milliseconds > most) refuse(rule)
      if (!units.includes(text.at(-1)!)) refuse(rule)
      return { text, milliseconds }
    })
    .Encode(interval => interval.text)
}

function refuse(rule: string): never {
  throw new NotOfNoun(rule)
}

export function Sort(initial: 'asc' | 'desc' = 'desc') {
  return Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: initial, description: 'order by time' })
}

export function PageSize(size: number, max: number, min = 1) {
  return Type.Integer({ default: size, minimum: min, maximum: max, description: 'records in a page, at most' })
}

/** One of several codes that the operation itself knows. */
export function OneOf<const T extends readonly string[]>(codes: T, options = {}) {
  const choices = codes.map(code => Type.Literal(code as T[number]))
  return Type.Union(choices, options)
}

/** Several values, by commas or by repetition of the parameter; a hundred at most, so that a token can carry them. */
export function ListOf<T extends TSchema>(item: T, options = {}) {
  return Type.Array(item, { maxItems: 100, ...options })
}

/** A code or name that the store knows or doesn't. */
export const Code = Type.String({ minLength: 1, pattern: '^[^\\x00-\\x1f]*$', rule: 'a code' })

export const Count = Type.Integer({ minimum: 0 })

export const StartTime = { start_time: Type.Optional(Time) }
export const EndTime = { end_time: Type.Optional(Time) }
export const ContinuationToken = Type.String({
  description: 'the position of the next page, as the last answer gave it',
})

// ── What records hold ──

/** Milliseconds since 1970 UTC. */
export const Millis = Type.Integer({ description: 'milliseconds since 1970 UTC' })

export const TimeText = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })

/** An exchange's or chain's identifier: letters, digits and a few marks. */
export const Identifier = Type.String({ pattern: '^[0-9A-Za-z_.:-]+$' })

/** An exact number as text: plain digits, no exponent, no trailing zeros. */
export const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]*[1-9])?$', description: 'exact decimal' })

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}
