import { type TSchema, Type } from '@sinclair/typebox'
import { addressForm, addressPattern, canonical } from '../market/address.ts'
import { day, formatTime, Moment, parseInterval, parseMoment, parseTime, second } from '../market/time.ts'

/** Thrown by a transform; the message completes "<parameter> must be …". */
export class InvalidValue extends Error {}

const timeForms = 'YYYY-MM-DD, or YYYY-MM-DDThh:mm with optional seconds, decimals, and Z or an offset'
const aTime = `an ISO 8601 time (${timeForms}) of the years 0000 to 9999 UTC such as 2026-01-31T00:00:00.000Z`

/** In seconds, with or without a fraction, or in milliseconds, microseconds or nanoseconds. */
const unixTime = /^\d{10}(\.\d+|\d{3}|\d{6}|\d{9})?$/

/** What would be right in place of a text that is no time. */
function timeRule(text: string): string {
  if (unixTime.test(text)) {
    const time = Number(text.replace('.', '').padEnd(13, '0').slice(0, 13))
    return `an ISO 8601 time, which is ${formatTime(time)} for this Unix time`
  }
  const named = parseTime(text.replace(/ UTC$/, 'Z'))
  if (named !== undefined) return `an ISO 8601 time, which is ${formatTime(named)} for this text`
  const [, year, month, date] = /^(\d{4})-?(0[1-9]|1[0-2])-?(\d{2})(?!\d)/.exec(text) ?? []
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(date) > days ? `a day that exists: ${year}-${month} has ${days} days` : aTime
}

/** Not documented as `date-time`, which requires an offset; without one a time is UTC. */
const timeText = '^[0-9]{4}-?[0-9]{2}-?[0-9]{2}([T ].+)?$'

export const Time = Type.Transform(
  Type.String({
    pattern: timeText,
    examples: ['2026-01-31T00:00:00.000Z'],
    description: 'ISO 8601; UTC unless it has an offset',
  }),
)
  .Decode(text => parseMoment(text) ?? refuse(timeRule(text)))
  .Encode(moment => moment.text)

export const StartTime = { start_time: Type.Optional(Time) }
export const EndTime = { end_time: Type.Optional(Time) }

export const OngoingOrTime = Type.Transform(Type.String({ description: 'ISO 8601 time, or ongoing' }))
  .Decode(text => (text === 'ongoing' ? text : (parseMoment(text) ?? refuse(`ongoing or ${aTime}`))))
  .Encode(value => (typeof value === 'string' ? value : value.text))

export interface Interval {
  text: string
  milliseconds: number
}

/** @param bounds allowed `units`; the length must be a multiple of `step` */
export function Interval(bounds: { min: string; max: string; default?: string; units?: string; step?: string }) {
  const least = parseInterval(bounds.min)!
  const most = parseInterval(bounds.max)!
  const { units = 'smhd', step } = bounds
  const multiple = step === undefined ? 1 : parseInterval(step)!
  const steps = step === undefined ? '' : ` in steps of ${step}`
  const rule = `a number and a unit (${[...units].join(', ')}) from ${bounds.min} to ${bounds.max}${steps}`
  const read = (text: string): Interval | undefined => {
    const milliseconds = parseInterval(text)
    if (milliseconds === undefined || milliseconds < least || milliseconds > most) return undefined
    if (milliseconds % multiple !== 0) return undefined
    return units.includes(text.at(-1)!) ? { text, milliseconds } : undefined
  }
  const initial = bounds.default === undefined ? {} : { default: bounds.default }
  const examples = ['1m', '5m', '1h', '1d'].filter(read)
  // Elsewhere, M is a month.
  const inCase = (text: string) =>
    /[DHS]$/.test(text) && read(text.toLowerCase()) ? `, in lower case: ${text.toLowerCase()}` : ''
  return Type.Transform(Type.String({ ...initial, examples, unit: rule }))
    .Decode(text => read(text) ?? refuse(`${rule}${inCase(text)}`))
    .Encode(interval => interval.text)
}

/** One of a few intervals, however it is written: `60m` is `1h`. */
export function IntervalAmong<const T extends readonly string[]>(texts: T, initial: T[number]) {
  const rule = `one of ${texts.join(', ')}`
  const read = (text: string): Interval | undefined => {
    const milliseconds = parseInterval(text)
    const known = texts.some(one => parseInterval(one) === milliseconds)
    return known && milliseconds !== undefined ? { text, milliseconds } : undefined
  }
  return Type.Transform(Type.String({ default: initial, examples: [...texts], unit: rule }))
    .Decode(text => read(text) ?? refuse(rule))
    .Encode(interval => interval.text)
}

/** An interval without `milliseconds` and `blocks` selects every change. */
export interface BlockInterval {
  text: string
  milliseconds?: number
  blocks?: number
}

const mostBlocks = 1_000_000
const aBlockInterval = `change, a number of blocks from 1b to ${mostBlocks}b, or a number and a unit (s, m, h, d) from 1s to 1d`

export const BlockInterval = Type.Transform(
  Type.String({ default: '1b', examples: ['1b', '1h', 'change'], unit: aBlockInterval }),
)
  .Decode((text): BlockInterval => {
    if (text === 'change') return { text }
    const [, digits] = /^(\d{1,9})b$/.exec(text) ?? []
    const blocks = Number(digits)
    if (blocks >= 1 && blocks <= mostBlocks) return { text, blocks }
    const milliseconds = parseInterval(text) ?? 0
    return milliseconds >= second && milliseconds <= day ? { text, milliseconds } : refuse(aBlockInterval)
  })
  .Encode(interval => interval.text)

function refuse(rule: string): never {
  throw new InvalidValue(rule)
}

const sortSynonyms = { ascending: 'asc', descending: 'desc' }

export function Sort(initial: 'asc' | 'desc' = 'desc') {
  return OneOf(['asc', 'desc'], { default: initial, synonyms: sortSynonyms, description: 'order of the records' })
}

export function PageSize(size: number, max: number) {
  return Type.Integer({ default: size, minimum: 1, maximum: max, description: 'maximum number of records per page' })
}

/** Page sizes up to the longest interval that each is for. */
export type IntervalSizes = readonly { upTo: string; initial: number; maximum: number; where: string }[]

/** The default and the maximum depend on the parameter `interval`, which is declared before it. */
export function PageSizeByInterval(sizes: IntervalSizes) {
  const rules = sizes.map(({ initial, maximum, where }) => `${initial} (at most ${maximum}) ${where}`)
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Math.max(...sizes.map(({ maximum }) => maximum)),
      sizes,
      example: Math.min(...sizes.map(({ maximum }) => maximum)),
      description: `maximum number of records per page; default: ${rules.join(', ')}`,
    }),
  )
}

export function OneOf<const T extends readonly string[]>(codes: T, options = {}) {
  const choices = codes.map(code => Type.Literal(code as T[number]))
  return Type.Union(choices, options)
}

/** By commas or repetition; at most a hundred values, so that a token can carry it. With `starIsAll`, `*` is no filter. */
export function ListOf<T extends TSchema>(item: T, options = {}) {
  return Type.Array(item, { maxItems: 100, ...options })
}

/** Codes are lower case in the store; clients may send any case. */
export const Code = Type.String({ minLength: 1, pattern: '^[^\\x00-\\x1f]*$', rule: 'a code', lowerCase: true })

export const Count = Type.Integer({ minimum: 0 })

const DateText = Type.Transform(
  Type.String({
    pattern: '^[0-9]{4}-?[0-9]{2}-?[0-9]{2}$',
    examples: ['20260131'],
    description: 'UTC day as YYYYMMDD',
  }),
)
  .Decode(text => {
    const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? []
    return parseMoment(`${year}-${month}-${date}`) ?? refuse('a day as YYYYMMDD')
  })
  .Encode(moment => moment.text.slice(0, 10).replaceAll('-', ''))

const DayOfTime = Type.Transform(
  Type.String({
    pattern: timeText,
    examples: ['2026-01-31T00:00:00.000Z'],
    description: 'ISO 8601; the time of day is ignored',
  }),
)
  .Decode(text => Moment.at(Math.floor((parseMoment(text) ?? refuse(timeRule(text))).time / day) * day))
  .Encode(moment => moment.text)

function dates<T extends TSchema>(day: T) {
  return {
    start_date: Type.Optional(day),
    end_date: Type.Optional(day),
    end_sate: Type.Optional({ ...day, aliasOf: 'end_date', description: 'alias of end_date' }),
  }
}

/** Days of a range [start, end). */
export const Days = { start_time: Type.Optional(DayOfTime), end_time: Type.Optional(DayOfTime), ...dates(DateText) }

/** Whole days are echoed as YYYYMMDD. */
const DateOrTime = Type.Transform(
  Type.String({ pattern: timeText, examples: ['20260131'], description: 'UTC day as YYYYMMDD, or ISO 8601 time' }),
)
  .Decode(text => parseMoment(text) ?? refuse(`a day as YYYYMMDD, or ${aTime}`))
  .Encode(moment => (moment.time % day === 0 ? moment.text.slice(0, 10).replaceAll('-', '') : moment.text))

export const TimesOrDays = { ...StartTime, ...EndTime, ...dates(DateOrTime) }

export const BlockNumber = Type.Integer({ minimum: 0, description: 'block number' })

/** A range of blocks that includes both bounds. */
export const BlockRange = { start_block: Type.Optional(BlockNumber), end_block: Type.Optional(BlockNumber) }

export const Live = Type.Boolean({
  default: false,
  description: 'true includes the newest blocks; false omits blocks that may still be reorganised',
})

function onChain(pattern: RegExp, phrase: string, form: string) {
  const rule = `${phrase}: ${form}`
  return Type.Transform(Type.String({ pattern: pattern.source, unit: form }))
    .Decode(text => (pattern.test(text) ? canonical(text) : refuse(rule)))
    .Encode(text => text)
}

export const Address = onChain(addressPattern, 'an address', addressForm)

export const TransactionHash = onChain(
  /^((0[xX])?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{86,88})$/,
  'a transaction hash',
  '64 hexadecimal digits, or 86 to 88 characters of base 58',
)

/** Times, order and size of pages. */
export function Pages(size: number, max: number) {
  return { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(size, max) }
}

export const InclusiveEndTime = { end_time: Type.Optional({ ...Time, inclusive: true }) }

/** Blocks by number or by time, final ones unless `live`. */
export const OfBlocks = {
  live: Live,
  block_number: Type.Optional(BlockNumber),
  ...BlockRange,
  ...StartTime,
  ...InclusiveEndTime,
}

export const TimeOrNow = Type.Optional({ ...Time, orNow: true as const, description: 'ISO 8601; default: now' })
export const ContinuationToken = Type.String({
  description: 'token of the next page, from the previous response; other parameters are ignored',
})

export const Millis = Type.Integer({ unit: 'milliseconds since 1970 UTC' })

export const IntervalStart = { ...Millis, description: 'start of the interval' }

/** Beyond 2^53−1, where validators refuse `int64`: documented as `double`, which holds whole seconds exactly. */
export const Nanoseconds = Type.Integer({ beyondInt53: true, unit: 'nanoseconds since 1970 UTC' })

export const Seconds = Type.Integer({ unit: 'seconds since 1970 UTC' })

export const TimeText = Type.String({ format: 'date-time', unit: 'ISO 8601, UTC' })

export const Identifier = Type.String({ pattern: '^[0-9A-Za-z_.:-]+$' })

export const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]*[1-9])?$', unit: 'exact decimal' })

/** An exact decimal, written unchanged. */
export function ExactNumber(options = {}) {
  return Type.Number({ ...options, exact: true })
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}
