import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import type { WireName } from '../operations/render.ts'
import { meaningOf } from './glossary.ts'

/** JSON Schema 2020-12, as in OpenAPI 3.1, without what converters to OpenAPI 3.0 do not know. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  [keyword: string]: unknown
}

/** Keywords copied from declarations; others serve only our messages. */
const keywords = [
  'description',
  'default',
  'examples',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'additionalProperties',
]

/** Converts a declared schema. Only the top-level fields of a record can have names from settings. */
export function jsonSchema(schema: TSchema, wireName: WireName = name => name): JsonSchema {
  const describe = describers[schema[Kind]]
  if (!describe) throw new Error(`cannot document a schema of kind ${schema[Kind]}`)
  const said = keywords.filter(keyword => schema[keyword] !== undefined).map(keyword => [keyword, schema[keyword]])
  return { ...describe(schema, wireName), ...Object.fromEntries(said) }
}

/** An object with all fields required, except `sometimes`. */
export function objectSchema(properties: Record<string, JsonSchema>, sometimes: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter(name => !sometimes.includes(name))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties }
}

const describers: Record<string, (schema: TSchema, wireName: WireName) => JsonSchema> = {
  String: () => ({ type: 'string' }),
  Boolean: () => ({ type: 'boolean' }),
  Null: () => ({ type: 'null' }),
  Unknown: () => ({}),
  Number: ({ exclusiveMaximum: end }) => ({
    type: 'number',
    format: 'double',
    // The last double below it: OpenAPI 3.0 has no numeric `exclusiveMaximum`.
    ...(end === undefined ? {} : { maximum: end * (1 - Number.EPSILON / 2) }),
  }),
  Integer: ({ maximum = Number.POSITIVE_INFINITY, beyondInt53 }) =>
    beyondInt53
      ? { type: 'number', format: 'double' }
      : { type: 'integer', format: maximum < 2 ** 31 ? 'int32' : 'int64' },
  Literal: ({ const: value }) => ({ type: typeof value, enum: [value] }),
  Array: ({ items }, wireName) => ({ type: 'array', items: jsonSchema(items, wireName) }),
  Record: ({ patternProperties }) => ({
    type: 'object',
    additionalProperties: jsonSchema(Object.values(patternProperties as Record<string, TSchema>)[0]!),
  }),
  Object: ({ properties }, wireName) => {
    const fields = Object.entries<TSchema>(properties)
    return objectSchema(
      Object.fromEntries(fields.map(([name, field]) => [wireName(name), fieldSchema(name, field)])),
      fields.flatMap(([name, field]) => (OptionalKind in field ? [wireName(name)] : [])),
    )
  },
  Union: ({ anyOf }, wireName) => unionOf(anyOf.map((member: TSchema) => choice(member, wireName))),
}

/** A field is described by its declaration or by its name; a shared schema such as Decimal adds its unit. */
function fieldSchema(name: string, field: TSchema): JsonSchema {
  const schema = jsonSchema(field)
  const parts = [schema.description ?? meaningOf(name), unitOf(field)].filter(part => part !== undefined)
  return parts.length > 0 ? { ...schema, description: parts.join('; ') } : schema
}

function unitOf({ unit, anyOf = [] }: TSchema): string | undefined {
  return unit ?? anyOf.map(unitOf).find((one: string | undefined) => one !== undefined)
}

/** Choices may be field names. */
function choice(schema: TSchema, wireName: WireName): JsonSchema {
  return jsonSchema(typeof schema.const === 'string' ? { ...schema, const: wireName(schema.const) } : schema)
}

/** Writes choices as one enum and nullable values as two types, which client generators handle best. */
function unionOf(members: JsonSchema[]): JsonSchema {
  const others = members.filter(({ type }) => type !== 'null')
  const own = others.length === 1 ? others[0]! : enumOf(others)
  return others.length === members.length ? own : nullable(own)
}

function enumOf(members: JsonSchema[]): JsonSchema {
  const types = [...new Set(members.map(({ type }) => type))]
  if (types.length > 1 || !members.every(member => member.enum)) return { anyOf: members }
  return { type: types[0]!, enum: members.flatMap(member => member.enum!) }
}

function nullable({ type, enum: choices, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (anyOf) return { anyOf: [nullable(anyOf[0]!), ...anyOf.slice(1)], ...rest }
  return { type: [type as string, 'null'], ...(choices ? { enum: [...choices, null] } : {}), ...rest }
}
