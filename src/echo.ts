import { type TObject, TransformKind, type TSchema } from '@sinclair/typebox'
import { Failure } from './failure.ts'
import type { Parameters } from './parameters.ts'
import type { WireName } from './render.ts'
import { formatTime, Moment } from './time.ts'

/** How a family repeats a request's parameters in `query`, and how its envelope tells the time. */
export type EchoStyle = keyof typeof envelopeTimes

/** The names of the envelope's time as text and in milliseconds. */
export const envelopeTimes = {
  typed: { text: 'time', stamp: 'timestamp' },
  typed_answer: { text: 'answer_time', stamp: 'answer_timestamp' },
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
  const given = Object.entries(written).filter(([name, text]) => text !== String(schema.properties[name]?.default))
  return Object.fromEntries(given)
}

/** Bytes of all parameters together: a token that carries them is at most 4096 characters, the longest value that is read. */
const mostCarried = 2700

/** Refuses at the first page what no next page could be asked for with. */
export function checkCarried(written: WrittenParameters): void {
  if (Buffer.byteLength(JSON.stringify(written)) <= mostCarried) return
  const [longest] = Object.keys(written).sort((a, b) => written[b]!.length - written[a]!.length)
  throw new Failure(
    'badParameter',
    `the parameters are longer than ${mostCarried} bytes together, ${longest} most of all: ask for less at once`,
  )
}

/** Parameters as rows are found by them: times in milliseconds since 1970 UTC, a half where one lies between two. */
export function inMilliseconds(parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, value instanceof Moment ? value.time : value]),
  )
}

function valueWriter(schema: TSchema): (value: unknown) => string {
  const transform = (schema as TSchema & { [TransformKind]?: unknown })[TransformKind] as
    | { Encode(value: unknown): string }
    | undefined
  if (transform) return value => transform.Encode(value)
  return value => (Array.isArray(value) ? value.join(',') : String(value))
}

/** What an echo is made of. */
export interface Echoed {
  path: Record<string, string>
  parameters: Parameters
  written: WrittenParameters
  operation: Record<string, string>
  commodity: string
  version: string
  now: number
}

/** Values as what they are: `page_size: 100`; times as ISO 8601 and, beside them, in milliseconds. */
export function typedEcho(echoed: Echoed, wireName: WireName): Record<string, unknown> {
  const { path, parameters, written, operation, commodity, version, now } = echoed
  const echo: Record<string, unknown> = { ...path }
  for (const name in written) {
    const value = parameters[name]
    echo[wireName(name)] = typeof value === 'number' || typeof value === 'boolean' ? value : written[name]
  }
  echo.request_time = formatTime(now)
  const { start_time, end_time } = parameters as { start_time?: Moment; end_time?: Moment }
  if (start_time) echo.start_timestamp = Math.ceil(start_time.time)
  if (end_time) echo.end_timestamp = Math.ceil(end_time.time)
  return Object.assign(echo, { commodity, data_version: version }, operation)
}
