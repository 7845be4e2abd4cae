import { Kind, type TSchema } from '@sinclair/typebox'
import { aDuration, parseDuration } from '../market/duration.ts'
import { parseTime } from '../market/time.ts'
import { suggestion } from './nearest.ts'

/** A fault in a value and its place, as a JSON pointer. */
export interface Wrong {
  path: string
  message: string
}

type PartCheck = (schema: TSchema, value: unknown) => Wrong | undefined

/**
 * The first part of a value that violates its schema. No message repeats the value, which may be secret. Supports the
 * kinds of schemas that settings use; loading TypeBox's checker takes 15 ms.
 */
export const wrongPart: PartCheck = (schema, value) => {
  const check = checks[schema[Kind]]
  if (check === undefined) throw new Error(`no way to check a value of kind ${schema[Kind]}`)
  return check(schema, value)
}

const checks: Record<string, PartCheck> = {
  Array: ({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }, value) => {
    if (!Array.isArray(value)) return mustBe('an array')
    if (value.length < minItems) return mustBe(`an array of at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`)
    if (value.length > maxItems) return mustBe(`an array of at most ${maxItems}`)
    return first(value.entries(), ([n, item]) => within(n, wrongPart(items, item)))
  },
  Object: ({ properties, required = [], additionalProperties }, value) => {
    if (!isObject(value)) return mustBe('an object')
    const known = Object.keys(properties)
    const missing = required.find((name: string) => !Object.hasOwn(value, name))
    if (missing !== undefined)
      return { path: `/${missing}`, message: `is required${misplaced(missing, properties, value)}` }
    return first(Object.entries(value), ([name, part]) => {
      if (part === undefined && known.includes(name) && !required.includes(name)) return undefined
      if (known.includes(name)) return within(name, wrongPart(properties[name], part))
      if (additionalProperties !== false) return undefined
      return within(name, {
        path: '',
        message: `is not a known field${suggestion(name, known) || `: known are ${known.join(', ')}`}`,
      })
    })
  },
  Record: ({ patternProperties, maxProperties = Number.POSITIVE_INFINITY }, value) => {
    if (!isObject(value)) return mustBe('an object')
    if (Object.keys(value).length > maxProperties) return mustBe(`an object of at most ${maxProperties} fields`)
    const [schema] = Object.values<TSchema>(patternProperties)
    return first(Object.entries(value), ([name, part]) => within(name, wrongPart(schema!, part)))
  },
  String: ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '', format, rule }, value) => {
    if (typeof value !== 'string') return mustBe(rule ?? formats[format]?.rule ?? 'a string')
    if (value.length < minLength) return mustBe(rule ?? `a string of at least ${minLength} characters`)
    if (value.length > maxLength) return mustBe(rule ?? `a text of at most ${maxLength} characters`)
    if (!new RegExp(pattern).test(value)) return mustBe(textRule({ rule, pattern }))
    return wrongFormat(format, value, rule)
  },
  Integer: (schema, value) => (Number.isInteger(value) ? wrongNumber(anInteger, schema, value) : mustBe(anInteger)),
  Number: (schema, value) => (Number.isFinite(value) ? wrongNumber(aNumber, schema, value) : mustBe(aNumber)),
  Boolean: (_schema, value) => (typeof value === 'boolean' ? undefined : mustBe(aBoolean)),
  Null: (_schema, value) => (value === null ? undefined : mustBe('null')),
  Literal: (schema, value) => (value === schema.const ? undefined : mustBe(JSON.stringify(schema.const))),
  Unknown: () => undefined,
  Union: ({ anyOf, rule }, value) => {
    const possible: TSchema[] = anyOf.filter((choice: TSchema) => isOfType(choice, value) && sharesName(choice, value))
    if (possible.length === 1 && possible[0]!.const === undefined) return wrongPart(possible[0]!, value)
    if (possible.some(choice => wrongPart(choice, value) === undefined)) return undefined
    const choices = anyOf.map((choice: TSchema) => JSON.stringify(choice.const))
    return mustBe(rule ?? choices.join(' or '))
  },
}

/** A union is checked against the member of the value's type, so the message is specific. */
function isOfType({ type }: TSchema, value: unknown): boolean {
  if (type === 'integer') return typeof value === 'number'
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === (value === null ? 'null' : typeof value)
}

/** Among several object types, the field names decide. */
function sharesName({ properties }: TSchema, value: unknown): boolean {
  return properties === undefined || Object.keys(value as object).some(name => Object.hasOwn(properties, name))
}

/** A hint if fields of a missing part are beside it. */
function misplaced(missing: string, properties: Record<string, TSchema>, value: object): string {
  const own = Object.keys(properties[missing]!.properties ?? {})
  const inner = Object.keys(value).find(name => own.includes(name) && !Object.hasOwn(properties, name))
  return inner === undefined ? '' : `: put ${inner} into it, as {"${missing}": {"${inner}": …}}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongNumber(phrase: string, schema: TSchema, value: unknown): Wrong | undefined {
  return isWithin(schema, value as number) ? undefined : mustBe(phrase + boundsOf(schema))
}

/** Whether a number is within the bounds of its schema. */
export function isWithin({ minimum, maximum, exclusiveMaximum }: Partial<TSchema>, value: number): boolean {
  // Nothing is beyond an absent bound.
  return !(value < minimum || value > maximum || value >= exclusiveMaximum)
}

export const anInteger = 'an integer'
export const aNumber = 'a number'
export const aBoolean = 'true or false'

/** What a text must be by its schema. */
export function textRule({ rule, pattern = '' }: Partial<TSchema>): string {
  return rule ?? (pattern ? `a string that matches ${pattern}` : 'a string')
}

/** The bounds of a number by its schema, to follow what it is. */
export function boundsOf({ minimum, maximum, exclusiveMaximum, where }: Partial<TSchema>): string {
  const from = minimum === undefined ? '' : ` from ${minimum}`
  if (exclusiveMaximum !== undefined) return `${from} to below ${exclusiveMaximum}`
  if (maximum === undefined) return from && ` of at least ${minimum}`
  return `${from ? `${from} to` : ' of at most'} ${maximum}${where ? ` ${where}` : ''}`
}

/** Checks that a pattern cannot express. */
const formats: Record<string, { read(text: string): unknown; rule: string }> = {
  'date-time': { read: parseTime, rule: 'an ISO 8601 time such as "2026-01-15T12:00:00Z"' },
  duration: { read: parseDuration, rule: aDuration },
}

function wrongFormat(format: string | undefined, text: string, rule?: string): Wrong | undefined {
  const known = format === undefined ? undefined : formats[format]
  return known === undefined || known.read(text) !== undefined ? undefined : mustBe(rule ?? known.rule)
}

function mustBe(what: string): Wrong {
  return { path: '', message: `must be ${what}` }
}

function within(part: string | number, wrong: Wrong | undefined): Wrong | undefined {
  if (wrong === undefined) return undefined
  return { ...wrong, path: `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}${wrong.path}` }
}

function first<T>(parts: Iterable<T>, check: (part: T) => Wrong | undefined): Wrong | undefined {
  for (const part of parts) {
    const wrong = check(part)
    if (wrong !== undefined) return wrong
  }
  return undefined
}
