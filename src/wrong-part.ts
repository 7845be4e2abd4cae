import { Kind, type TSchema } from '@sinclair/typebox'
import { suggestion } from './nearest.ts'

/** What is wrong in a value, and where, as a JSON pointer. */
export interface Wrong {
  path: string
  message: string
}

type Check = (schema: TSchema, value: unknown) => Wrong | undefined

/**
 * The first part of a value that its schema does not allow. No message repeats the value, which may be a secret. It knows
 * what schemas of settings are made of; TypeBox's own checker knows everything, and takes 15 ms to load.
 */
export const wrongPart: Check = (schema, value) => {
  const check = checks[schema[Kind]]
  if (check === undefined) throw new Error(`no way to check a value of kind ${schema[Kind]}`)
  return check(schema, value)
}

const checks: Record<string, Check> = {
  Array: ({ items, minItems = 0 }, value) => {
    if (!Array.isArray(value)) return mustBe('an array')
    if (value.length < minItems) return mustBe(`an array of at least ${minItems}`)
    return first(value.entries(), ([n, item]) => within(n, wrongPart(items, item)))
  },
  Object: ({ properties, required = [], additionalProperties }, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return mustBe('an object')
    const known = Object.keys(properties)
    const missing = required.find((name: string) => !Object.hasOwn(value, name))
    if (missing !== undefined) return { path: `/${missing}`, message: 'is required' }
    return first(Object.entries(value), ([name, part]) => {
      if (part === undefined && known.includes(name) && !required.includes(name)) return undefined
      if (known.includes(name)) return within(name, wrongPart(properties[name], part))
      if (additionalProperties !== false) return undefined
      return within(name, { path: '', message: `is not known here${suggestion(name, known)}` })
    })
  },
  String: ({ minLength = 0, pattern = '' }, value) => {
    if (typeof value !== 'string') return mustBe('a text')
    if (value.length < minLength) return mustBe(`a text of at least ${minLength} characters`)
    return new RegExp(pattern).test(value) ? undefined : mustBe(`a text that matches ${pattern}`)
  },
  Integer: ({ minimum = Number.NEGATIVE_INFINITY }, value) => {
    if (!Number.isInteger(value)) return mustBe('an integer')
    return (value as number) < minimum ? mustBe(`an integer of at least ${minimum}`) : undefined
  },
  Boolean: (_schema, value) => (typeof value === 'boolean' ? undefined : mustBe('true or false')),
  Union: ({ anyOf }, value) => {
    const choices: unknown[] = anyOf.map((choice: TSchema) => choice.const)
    return choices.includes(value) ? undefined : mustBe(choices.map(choice => JSON.stringify(choice)).join(' or '))
  },
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
