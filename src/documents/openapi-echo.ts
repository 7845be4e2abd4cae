import type { TObject, TSchema } from '@sinclair/typebox'
import { versionNumber } from '../operations/dataset.ts'
import type { EchoStyle } from '../operations/echo.ts'
import type { MarketFamily, Operation } from '../operations/operation.ts'
import type { WireName } from '../operations/render.ts'
import { type JsonSchema, jsonSchema, objectSchema } from './openapi-schema.ts'

/** Schema of `query`, in the family's echo style. */
export function queryEcho({ echo, dataset }: MarketFamily, operation: Operation, wireName: WireName): JsonSchema {
  const { query, subject } = operation
  const asText = echo === 'text' || echo === 'dates'
  const blocksAsZero = echo === 'typed_seconds'
  const parameters = Object.entries<TSchema>(query.properties).filter(([, { aliasOf }]) => !aliasOf)
  const always = (name: string) => isAlwaysKnown(query, name) || asText || (blocksAsZero && name.endsWith('_block'))
  const properties: Record<string, JsonSchema> = {
    ...fromEntries(Object.keys(subject?.parameters.properties ?? {}), name => [name, { type: 'string' }]),
    ...fromEntries(parameters, ([name, schema]) => [
      wireName(name),
      asText ? textOf(name, echo) : typedOf(schema, wireName),
    ]),
    request_time: { type: 'string', format: 'date-time' },
    ...stamps(query, asText),
    commodity: constant(dataset.commodity),
    ...versionUsed(operation, dataset.versions),
    ...fromEntries(Object.entries(operation.echo), ([name, value]) => [name, constant(value ?? '')]),
    ...fromEntries(Object.entries(subject?.echo ?? {}), ([name, schema]) => [name, jsonSchema(schema, wireName)]),
  }
  const removed = Object.keys(operation.echo).filter(name => operation.echo[name] === undefined)
  for (const name of removed) delete properties[name]
  const unknown = parameters.flatMap(([name]) => [
    ...(always(name) ? [] : [wireName(name)]),
    ...(isAlwaysKnown(query, name) ? [] : [stampOf(name)]),
  ])
  return objectSchema(properties, unknown)
}

function versionUsed({ older }: Operation, versions: readonly string[]): Record<string, JsonSchema> {
  const description = 'version used'
  return older
    ? { trades_version: { type: 'integer', format: 'int32', enum: versions.map(versionNumber), description } }
    : { data_version: { type: 'string', enum: versions, description } }
}

/** Whether the parameter always has a value. */
function isAlwaysKnown({ properties, required = [] }: TObject, name: string): boolean {
  return required.includes(name) || properties[name]!.default !== undefined || properties[name]!.orNow === true
}

/** Times also appear in milliseconds. */
function stamps({ properties }: TObject, asText: boolean): Record<string, JsonSchema> {
  const type = asText ? { type: 'string' } : { type: 'integer', format: 'int64' }
  const times = ['start_time', 'end_time'].filter(name => name in properties)
  return fromEntries(times, name => [stampOf(name), { ...type, description: 'milliseconds since 1970 UTC' }])
}

function stampOf(name: string): string {
  return name.replace(/_time$/, '_timestamp')
}

function textOf(name: string, echo: EchoStyle): JsonSchema {
  if (name === 'sort') return { type: 'string', enum: echo === 'text' ? ['ascending', 'descending'] : ['asc', 'desc'] }
  return { type: 'string', description: '* if not given' }
}

/** Numbers and booleans keep their type; others are text, lists joined by commas. */
function typedOf(schema: TSchema, wireName: WireName): JsonSchema {
  if (schema.echo === 'text') return { type: 'string' }
  if (schema.echo === 'array_of_text') return { type: 'array', items: { type: 'string' } }
  if (schema.echo === 'array') return { type: 'array', items: typedOf(schema.items, wireName) }
  const { type, format, enum: choices } = jsonSchema(schema, wireName)
  if (typeof type !== 'string' || type === 'array') return { type: 'string' }
  return { type, ...(format ? { format } : {}), ...(choices ? { enum: choices } : {}) }
}

function constant(value: string | boolean): JsonSchema {
  return { type: typeof value, enum: [value] }
}

function fromEntries<T>(items: T[], toEntry: (item: T) => [string, JsonSchema]): Record<string, JsonSchema> {
  return Object.fromEntries(items.map(toEntry))
}
