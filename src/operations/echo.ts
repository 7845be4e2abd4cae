import { type TObject, TransformKind, type TSchema } from '@sinclair/typebox'
import { Failure } from '../failure.ts'
import { Moment, second } from '../market/time.ts'
import type { Parameters } from './parameters.ts'
import type { WireName } from './render.ts'

/** How a family repeats a request's parameters in `query`, and how its envelope tells the time. */
export type EchoStyle = keyof typeof envelopeTimes

/** The names of the envelope's time as text and as a number, and how many milliseconds one of its units has. */
export const envelopeTimes = {
  typed: { text: 'time', stamp: 'timestamp', unit: 1 },
  typed_answer: { text: 'answer_time', stamp: 'answer_timestamp', unit: 1 },
  typed_seconds: { text: 'time', stamp: 'timestamp', unit: second },
  text: { text: 'time', stamp: 'timestamp', unit: second },
  dates: { text: 'time', stamp: 'timestamp', unit: second },
} as const

export type WrittenParameters = Record<string, string>

/** Writes read parameters as a client would send them; those that were not given and have no default are left out. */
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

/** What of the written parameters a token has to carry: all but those that reading fills in anyway. */
export function withoutDefaults(schema: TObject, written: WrittenParameters): WrittenParameters {
  const given: WrittenParameters = {}
  for (const name in written) {
    const initial = schema.properties[name]?.default
    if (initial === undefined || written[name] !== String(initial)) given[name] = written[name]!
  }
  return given
}

/** Bytes of all parameters together: a token that carries them is at most 4096 characters, the longest value that is read. */
const mostCarried = 2700

/** Refuses at the first page what no next page could be asked for with. */
export function checkCarried(written: WrittenParameters): void {
  if (Buffer.byteLength(JSON.stringify(written)) <= mostCarried) return
  const [longest] = Object.keys(written).sort((a, b) => written[b]!.length - written[a]!.length)
  throw new Failure(
    'badParameter',
    `the parameters must have at most ${mostCarried} bytes in total; shorten ${longest}`,
  )
}

/** Parameters as rows are found by them: times in milliseconds since 1970 UTC, a half where one lies between two. */
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

/** Numbers without the exponent that JavaScript gives small ones, and that no parameter may have. */
function plain(value: unknown): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value)
  const [, sign, digits, decimals = '', zeros] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? []
  return zeros ? `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits}${decimals}` : String(value)
}

/** What an echo is made of. */
export interface Echoed {
  path: Record<string, string>
  schema: TObject
  parameters: Parameters
  written: WrittenParameters
  operation: Record<string, unknown>
  commodity: string
  version: string
  /** When it was asked, as text. */
  time: string
}

export function echoOf(style: EchoStyle, echoed: Echoed, wireName: WireName): Record<string, unknown> {
  const { path, parameters, operation, commodity, version, time } = echoed
  const asText = style === 'text' || style === 'dates'
  const own = asText ? textEcho(echoed, style, wireName) : typedEcho(echoed, style, wireName)
  const echo: Record<string, unknown> = { ...path, ...own, request_time: time }
  const { start_time, end_time } = parameters as { start_time?: Moment; end_time?: Moment }
  const stamp = (time: number) => (asText ? String(Math.ceil(time)) : Math.ceil(time))
  if (start_time) echo.start_timestamp = stamp(start_time.time)
  if (end_time) echo.end_timestamp = stamp(end_time.time)
  return Object.assign(echo, { commodity, data_version: version }, operation)
}

/** Values as what they are: `page_size: 100`. Blocks that were not given are 0 where the clock is told in seconds. */
function typedEcho({ schema, parameters, written }: Echoed, style: EchoStyle, wireName: WireName) {
  const echo: Record<string, unknown> = {}
  for (const name in schema.properties) {
    const value = parameters[name]
    if (typeof value === 'number' || typeof value === 'boolean') echo[wireName(name)] = value
    else if (written[name] !== undefined) echo[wireName(name)] = written[name]
    else if (style === 'typed_seconds' && name.endsWith('_block')) echo[wireName(name)] = 0
  }
  return echo
}

/** Every value as text, what was not given as `*`; where records are of days, times as `seconds:1759276800`. */
function textEcho({ schema, parameters, written }: Echoed, style: EchoStyle, wireName: WireName) {
  const echo: Record<string, string> = {}
  for (const [name, { aliasOf }] of Object.entries<TSchema>(schema.properties)) {
    if (aliasOf) continue
    const value = parameters[name]
    const asDay = style === 'dates' && value instanceof Moment
    echo[wireName(name)] = asDay ? `seconds:${Math.ceil(value.time / second)}` : (written[name] ?? '*')
  }
  if (echo.sort && style === 'text') echo.sort = `${echo.sort}ending`
  return echo
}
