import { type TObject, TransformKind, type TSchema } from '@sinclair/typebox'
import { badParameter } from '../base/failure.ts'
import { formatTime, Moment, second } from '../market/time.ts'
import { versionNumber } from './dataset.ts'
import type { Parameters } from './parameters.ts'
import type { WireName } from './render.ts'

export type EchoStyle = keyof typeof envelopeTimes

/** Text and number of the envelope's time, and milliseconds per unit of the number. */
export const envelopeTimes = {
  typed: { text: 'time', stamp: 'timestamp', unit: 1 },
  typed_answer: { text: 'answer_time', stamp: 'answer_timestamp', unit: 1 },
  typed_seconds: { text: 'time', stamp: 'timestamp', unit: second },
  text: { text: 'time', stamp: 'timestamp', unit: second },
  dates: { text: 'time', stamp: 'timestamp', unit: second },
} as const

/** Of a family, or of an operation that differs from it. */
export function envelopeOf({ windowed }: { windowed: boolean }, style: EchoStyle) {
  return windowed ? { ...envelopeTimes[style], unit: second, decimals: 9 } : { ...envelopeTimes[style], decimals: 3 }
}

/** A time with three or nine decimals. */
export function envelopeTime(time: number, decimals: number): string {
  const text = formatTime(time)
  return decimals === 9 ? text.replace('Z', '000000Z') : text
}

/** Echo of the times of a page. They are not those asked for, so those are not written as numbers either. */
export function windowEcho({ from, until }: { from: number; until: number }): Echo {
  const [start_time, end_time] = [from, until].map(time => formatTime(time).replace('.000Z', 'Z'))
  return { start_time, end_time, start_timestamp: undefined, end_timestamp: undefined }
}

export type WrittenParameters = Record<string, string>

/** Absent parameters without a default are left out. */
export function parameterWriter(schema: TObject): (parameters: Parameters) => WrittenParameters {
  const writers = Object.entries<TSchema>(schema.properties).map(
    ([name, property]) => [name, valueWriter(property)] as const,
  )
  return parameters => {
    const written: WrittenParameters = {}
    for (const [name, write] of writers) if (parameters[name] !== undefined) written[name] = write(parameters[name])
    return written
  }
}

/** The parameters that a token must carry: all except defaults. */
export function withoutDefaults(schema: TObject, written: WrittenParameters): WrittenParameters {
  const given: WrittenParameters = {}
  for (const name in written) {
    const initial = schema.properties[name]?.default
    if (initial === undefined || written[name] !== String(initial)) given[name] = written[name]!
  }
  return given
}

/** Limit on the bytes of all parameters, so that a token is no longer than a parameter may be. A hundred sequence ids have 3,500. */
const mostCarried = 4000

/** @param labelOf a parameter as the client sent it */
export function checkCarried(written: WrittenParameters, labelOf: (name: string) => string): void {
  if (Buffer.byteLength(JSON.stringify(written)) <= mostCarried) return
  const [longest] = Object.keys(written).sort((a, b) => written[b]!.length - written[a]!.length)
  throw badParameter(`the parameters must have at most ${mostCarried} bytes in total; shorten ${labelOf(longest!)}`)
}

/** Times as milliseconds since 1970 UTC, with a half between two. */
export function inMilliseconds(parameters: Parameters): Parameters {
  const all: Parameters = {}
  for (const name in parameters) {
    const value = parameters[name]
    all[name] = value instanceof Moment ? value.time : value
  }
  return all
}

function valueWriter(schema: TSchema): (value: unknown) => string {
  const transform = (schema as TSchema & { [TransformKind]?: unknown })[TransformKind] as
    | { Encode(value: unknown): string }
    | undefined
  if (transform) return value => transform.Encode(value)
  return value => (Array.isArray(value) ? value.map(plain).join(',') : plain(value))
}

function plain(value: unknown): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value)
  const [, sign, digits, decimals = '', zeros] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? []
  return zeros ? `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits}${decimals}` : String(value)
}

interface Echoed {
  path: Record<string, string>
  parameters: Parameters
  written: WrittenParameters
  commodity: string
  version: string
  time: string
  found: Record<string, unknown>
}

/** Fields that are the same in every echo; undefined removes a field. */
type EchoConstants = Record<string, string | boolean | undefined> & { commodity?: string | undefined }

/** What an operation says of its echo. */
export interface EchoRules {
  query: TObject
  /** Constant fields, such as `aggregation: 'ohlcv'`; undefined removes a field. */
  echo: EchoConstants
  /** Whether it has `trades_version`, a number, in place of `data_version`, as the prefix `/v1/data` does. */
  older: boolean
}

/** Prepared for an operation. */
export function echoWriter(
  style: EchoStyle,
  { query: schema, echo: constants, older }: EchoRules,
  wireName: WireName,
): (echoed: Echoed) => string {
  const names = Object.entries<TSchema>(schema.properties).map(
    ([name, { aliasOf, echo }]) =>
      ({ name, label: wireName(name), isAlias: aliasOf !== undefined, as: echo }) satisfies EchoedName,
  )
  const asText = style === 'text' || style === 'dates'
  const add = asText ? addText : addTyped
  const stamp = (time: number) => (asText ? String(Math.ceil(time)) : Math.ceil(time))
  return ({ path, parameters, written, commodity, version, time, found }) => {
    const echo: Record<string, unknown> = { ...path }
    for (const one of names) add(echo, one, parameters[one.name], written[one.name], style)
    echo.request_time = time
    const { start_time, end_time } = parameters as { start_time?: Moment; end_time?: Moment }
    if (start_time) echo.start_timestamp = stamp(start_time.time)
    if (end_time) echo.end_timestamp = stamp(end_time.time)
    echo.commodity = commodity
    if (older) echo.trades_version = versionNumber(version)
    else echo.data_version = version
    return JSON.stringify(Object.assign(echo, constants, found))
  }
}

interface EchoedName {
  name: string
  label: string
  isAlias: boolean
  /** How typed echoes write it, if not as usual. */
  as: EchoedAs | undefined
}

/** Lists as arrays, of text or of typed values, or numbers as text; an option of a parameter's schema. */
type EchoedAs = 'array' | 'array_of_text' | 'text'

type Echo = Record<string, unknown>

/** Typed values: `page_size: 100`. Absent blocks are 0 in families whose clock is in seconds. */
function addTyped(
  echo: Echo,
  { name, label, as }: EchoedName,
  value: unknown,
  text: string | undefined,
  style: EchoStyle,
) {
  if (as !== undefined && value !== undefined) echo[label] = echoedAs(as, value)
  else if (typeof value === 'number' || typeof value === 'boolean') echo[label] = value
  else if (text !== undefined) echo[label] = text
  else if (style === 'typed_seconds' && name.endsWith('_block')) echo[label] = 0
}

function echoedAs(as: EchoedAs, value: unknown): unknown {
  if (as === 'text') return plain(value)
  return (value as unknown[]).map(item => (item instanceof Moment ? item.text : as === 'array' ? item : plain(item)))
}

/** Every value as text, `*` if absent; daily records write times as `seconds:1759276800`. */
function addText(echo: Echo, { name, label, isAlias }: EchoedName, value: unknown, text = '*', style: EchoStyle) {
  if (isAlias) return
  const asDay = style === 'dates' && value instanceof Moment
  const ending = style === 'text' && name === 'sort' ? 'ending' : ''
  echo[label] = asDay ? `seconds:${Math.ceil(value.time / second)}` : text + ending
}
