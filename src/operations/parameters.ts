import { Kind, type TObject, TransformKind, type TSchema } from '@sinclair/typebox'
import { badParameter, Failure, listed, shown } from '../base/failure.ts'
import { suggestion } from '../base/nearest.ts'
import { aBoolean, aNumber, anInteger, boundsOf, isWithin, textRule } from '../base/wrong-part.ts'
import { remembered } from '../market/made-once.ts'
import { parseInterval } from '../market/time.ts'
import type { WireName } from './render.ts'
import { type Interval, type IntervalSizes, InvalidValue } from './schemas.ts'

/** `strict` also refuses unknown names; `lenient` clamps page sizes, as production does, and ignores empty values. */
export type Validation = 'standard' | 'strict' | 'lenient'

export type RawParameters = Record<string, string | string[] | undefined>
export type Parameters = Record<string, unknown>

/** @param before parameters that were read before this one */
type Reader = (value: string | string[], before?: Parameters) => unknown

/** Longest accepted value; no valid code, time, number or list is longer. */
const longest = 6144

/** The kind of a schema decides how its text is read. @param wireValue maps choices to their wire names */
export function compileParameters(
  schema: TObject,
  validation: Validation,
  wireName: WireName = name => name,
  wireValue: WireName = value => value,
): (wire: RawParameters) => Parameters {
  const reading = { validation, wireValue }
  const all = Object.keys(schema.properties).map(name => compileParameter(name, wireName(name), schema, reading))
  const token = all.find(({ name }) => name === 'continuation_token')
  const unknownIn = unknownParameter(schema, wireName)
  const aliases = all.flatMap(one => (one.aliasOf === undefined ? [] : [{ ...one, aliasOf: one.aliasOf }]))
  return given => {
    const wire = validation === 'lenient' ? withoutEmpty(given) : given
    // A token carries all parameters; others are ignored.
    if (token && wire[token.label] !== undefined) return { [token.name]: token.read(wire[token.label]!) }
    const unknown = validation === 'strict' ? unknownIn(wire) : undefined
    if (unknown !== undefined) throw badParameter(unknown)
    const parameters: Parameters = {}
    for (const { name, label, read, initial, sizes } of all) {
      const value = wire[label]
      if (value !== undefined) parameters[name] = read(value, parameters)
      else if (initial !== undefined) parameters[name] = initial
      else if (sizes) parameters[name] = sizeFor(sizes, parameters).initial
    }
    for (const alias of aliases) if (parameters[alias.name] !== undefined) replaceAlias(parameters, alias, wire)
    // Wrong parameters are reported before missing ones.
    const missing = all.filter(({ name, required }) => required && parameters[name] === undefined)
    if (missing.length > 0) throw badParameter(areRequired(missing.map(({ label }) => label)))
    return parameters
  }
}

/** Of a repeated parameter, the values that are not empty count. */
function withoutEmpty(wire: RawParameters): RawParameters {
  const filled: RawParameters = {}
  for (const [name, given] of Object.entries(wire)) {
    const values = [given ?? []].flat().filter(value => value !== '')
    filled[name] = values.length > 1 ? values : values[0]
  }
  return filled
}

/** A message about the first parameter that nothing reads; undefined if there is none, or if a token carries all. */
export function unknownParameter(schema: TObject, wireName: WireName): (wire: RawParameters) => string | undefined {
  const { continuation_token: token, ...others } = schema.properties
  // Without pages there are no tokens.
  const isPaged = token !== undefined && 'page_size' in others
  const names = Object.keys(isPaged ? schema.properties : others).map(wireName)
  const isKnown = new Set(names)
  const known = names.length > 0 ? `; known are ${names.join(', ')}` : '; there are none here'
  return wire => {
    if (isPaged && wire.continuation_token !== undefined) return undefined
    for (const name in wire)
      if (!isKnown.has(name)) return `unknown parameter ${shown(name)}${suggestion(name, names) || known}`
    return undefined
  }
}

function areRequired(labels: readonly string[]): string {
  return `${listed(labels, 'and')} ${labels.length === 1 ? 'is' : 'are'} required`
}

function replaceAlias(
  parameters: Parameters,
  { name, label, aliasOf }: { name: string; label: string; aliasOf: string },
  wire: RawParameters,
): void {
  if (wire[aliasOf] !== undefined && String(wire[aliasOf]) !== String(wire[label]))
    throw badParameter(`${label} is an alias of ${aliasOf}; send one of them`)
  parameters[aliasOf] = parameters[name]
  delete parameters[name]
}

/** A parameter's name in a query, which may have sent it as an alias. */
export function labelIn(wire: RawParameters, { properties }: TObject, wireName: WireName): (name: string) => string {
  return name => {
    const aliases = Object.keys(properties).filter(other => properties[other]!.aliasOf === name)
    return wireName(aliases.find(alias => wire[wireName(alias)] !== undefined) ?? name)
  }
}

export function readerOf(
  schema: TObject,
  wireName: WireName,
): (validation: Validation) => (wire: RawParameters) => Parameters {
  return remembered(validation => compileParameters(schema, validation, wireName, wireName))
}

interface ReadingRules {
  validation: Validation
  wireValue: WireName
}

function compileParameter(name: string, label: string, schema: TObject, reading: ReadingRules) {
  const property = schema.properties[name]!
  const sizes: IntervalSizes | undefined = property.sizes
  const read = readerFor(label, property, reading)
  const initial = property.default === undefined ? undefined : read(String(property.default))
  const aliasOf: string | undefined = property.aliasOf
  return { name, label, read, initial, sizes, aliasOf, required: schema.required?.includes(name) ?? false }
}

function readerFor(label: string, schema: TSchema, reading: ReadingRules): Reader {
  if (schema[Kind] === 'Array') return listReader(label, schema, reading)
  if (!schema.sizes) return singleReader(label, schema, reading)
  return (value, before = {}) => {
    const { maximum, where } = sizeFor(schema.sizes, before)
    return singleReader(label, { ...schema, maximum, where }, reading)(value)
  }
}

function sizeFor(sizes: IntervalSizes, { interval }: Parameters): IntervalSizes[number] {
  const { milliseconds } = interval as Interval
  return sizes.find(({ upTo }) => milliseconds <= parseInterval(upTo)!) ?? sizes.at(-1)!
}

function singleReader(name: string, schema: TSchema, reading: ReadingRules): Reader {
  const readText = textReader(schema, reading)
  return value => {
    if (typeof value !== 'string') throw badParameter(`${name} must be given once, not ${value.length} times`)
    return named(name, readText, value)
  }
}

function listReader(name: string, schema: TSchema, reading: ReadingRules): Reader {
  const readText = textReader(schema.items, { ...reading, validation: 'standard' })
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY
  return value => {
    const texts = (typeof value === 'string' ? [value] : value).flatMap(text => text.split(','))
    if (schema.starIsAll && texts.some(text => text.trim() === '*')) return undefined
    if (texts.length > most) throw badParameter(`${name} must have at most ${most} values, not ${texts.length}`)
    return texts.map(text => named(name, readText, text.trim()))
  }
}

function named(name: string, readText: (text: string) => unknown, text: string): unknown {
  if (text.length > longest)
    throw new Failure('tooLong', `${name} must have at most ${longest} characters, not ${text.length}`)
  try {
    return readText(text)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    throw badParameter(`${name} must be ${error.message}, not ${text === '' ? 'empty' : shown(text)}`)
  }
}

function textReader(schema: TSchema, reading: ReadingRules): (text: string) => unknown {
  const transform = (schema as TSchema & { [TransformKind]?: unknown })[TransformKind] as
    | { Decode(text: string): unknown }
    | undefined
  if (transform) return text => transform.Decode(text)
  const reader = readers[schema[Kind]]
  if (!reader) throw new Error(`cannot parse a parameter of kind ${schema[Kind]}`)
  return reader(schema, reading)
}

const readers: Record<string, (schema: TSchema, reading: ReadingRules) => (text: string) => unknown> = {
  String: schema => {
    const { minLength = 0, pattern = '' } = schema
    const rule = textRule(schema)
    const matching = new RegExp(pattern)
    return given => {
      const text = schema.lowerCase ? given.toLowerCase() : given
      if (text.length < minLength || !matching.test(text)) throw new InvalidValue(rule)
      return text
    }
  },
  Boolean: () => text => {
    const value = booleans[text.toLowerCase()]
    if (value === undefined) throw new InvalidValue(aBoolean)
    return value
  },
  Union: (schema, { wireValue }) => {
    const own = new Map<string, string>(schema.anyOf.map(({ const: own }: TSchema) => [wireValue(own), own]))
    const names = [...own.keys()]
    const choices = new Map([...own, ...Object.entries<string>(schema.synonyms ?? {})])
    return text => {
      const choice = choices.get(text) ?? choices.get(text.toLowerCase())
      if (choice === undefined) throw new InvalidValue(listed(names, 'or'))
      return choice
    }
  },
  Integer: (schema, { validation }) => numberReader(schema, whole, validation === 'lenient'),
  Number: schema => numberReader(schema, decimal, false),
}

const booleans: Record<string, boolean> = Object.assign(Object.create(null), {
  true: true,
  1: true,
  false: false,
  0: false,
})

interface NumberKind {
  phrase: string
  pattern: RegExp
  isWhole: boolean
}

const decimal = { phrase: aNumber, pattern: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i, isWhole: false }
/** Clients format a hundred as 1e2 or 100.0. */
const whole = { phrase: anInteger, pattern: /^[+-]?(\d+(\.0*)?|(\d+\.?\d*|\.\d+)e[+-]?\d{1,3})$/i, isWhole: true }

function numberReader(schema: TSchema, kind: NumberKind, clamp: boolean): (text: string) => number {
  const { phrase, pattern, isWhole } = kind
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const rule = phrase + boundsOf(schema)
  return text => {
    const value = pattern.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(value) || (isWhole && Math.trunc(value) !== value)) throw new InvalidValue(rule)
    // Beyond the safe integers a double would lose digits.
    if (clamp) return Math.min(Math.max(value, minimum, Number.MIN_SAFE_INTEGER), maximum, Number.MAX_SAFE_INTEGER)
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new InvalidValue(value < 0 ? rule : boundedRule(rule, schema))
    if (!isWithin(schema, value)) throw new InvalidValue(rule)
    return value
  }
}

function boundedRule(rule: string, { maximum, exclusiveMaximum }: TSchema): string {
  return maximum === undefined && exclusiveMaximum === undefined
    ? `${rule} and at most ${Number.MAX_SAFE_INTEGER}`
    : rule
}
