import { Kind, type TSchema, Type } from '@sinclair/typebox'
import { marketParameters } from '../operations/market-data.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { referenceParameters } from '../operations/reference-data.ts'
import type { WireName } from '../operations/render.ts'
import { OneOf } from '../operations/schemas.ts'
import { meaningOf } from './glossary.ts'
import { isPaged } from './openapi-answer.ts'
import { datasetValues } from './openapi-dataset.ts'
import { type JsonSchema, jsonSchema } from './openapi-schema.ts'
import { optionalExample } from './parameter-examples.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: true
  /** Lists use commas, as in production. */
  style?: 'form'
  explode?: false
  description?: string
  example?: unknown
  schema: JsonSchema
}

interface DeclaredParameter {
  name: string
  in: Parameter['in']
  schema: TSchema
  required: boolean
}

/** Parameters of an operation, path parameters first. */
export function parametersOf(family: Family, operation: Operation, wireName: WireName): Parameter[] {
  return declaredOf(family, operation)
    .filter(({ name }) => isPaged(operation) || name !== 'continuation_token')
    .map(declared => parameterOf(declared, exampleFor(declared, operation), wireName))
    .map(parameter => {
      if (!parameter.required || parameter.in !== 'query' || !isPaged(operation)) return parameter
      // OpenAPI cannot express that a token replaces all other parameters.
      return { ...parameter, description: `${parameter.description}; not needed with continuation_token` }
    })
    .map(parameter => withCommodity(parameter, family, operation))
}

/** A path parameter needs no example in the query. */
function exampleFor({ name, in: place, schema }: DeclaredParameter, { path, example }: Operation): string | undefined {
  if (name === 'dataset') return schema.anyOf[0].const
  return place === 'query' && path.includes(`:${name}`) ? undefined : example[name]
}

function declaredOf(family: Family, operation: Operation): DeclaredParameter[] {
  if (family.host === 'reference') return listed('query', referenceParameters(operation))
  const { path, query } = marketParameters(operation)
  const { data_version: _, ...named } = path.properties
  return [...datasetIn(family, operation), ...listed('path', Type.Object(named)), ...listed('query', query)]
}

/** The dataset as one segment of the path. */
function datasetIn(family: Family, { path }: Operation): DeclaredParameter[] {
  const values = datasetValues(path, family)
  if (values.length === 0) return []
  const description = 'dataset and its version; latest selects the current one'
  // Path parameters are required: generators misplace those with a default.
  const schema = OneOf(values, { description })
  return [{ name: 'dataset', in: 'path', schema, required: true }]
}

function listed(place: Parameter['in'], schema: TSchema): DeclaredParameter[] {
  return Object.entries<TSchema>(schema.properties).map(([name, own]) => ({
    name,
    in: place,
    schema: own,
    required: own.default === undefined && (schema.required?.includes(name) ?? false),
  }))
}

function parameterOf(declared: DeclaredParameter, example: string | undefined, wireName: WireName): Parameter {
  const { description: _, ...schema } = jsonSchema(declared.schema, wireName)
  const description = descriptionOf(declared)
  const shown = example === undefined ? optionalExample(declared.name, declared.schema) : undefined
  return {
    name: wireName(declared.name),
    in: declared.in,
    ...(declared.required ? { required: true as const } : {}),
    ...(declared.schema[Kind] === 'Array' ? { style: 'form' as const, explode: false as const } : {}),
    ...(description ? { description } : {}),
    ...(example === undefined ? {} : { example: exampleValue(declared.schema, example) }),
    schema: shown === undefined ? schema : { ...schema, examples: [shown] },
  }
}

function descriptionOf({ name, schema }: DeclaredParameter): string {
  const own = [schema.description ?? meaningOf(name), schema.unit].filter(part => part !== undefined).join('; ')
  const end = /^(start|end)_(time|date|block)$/.exec(name)?.[1]
  if (!end || schema.filter) return own
  const inclusive = end === 'start' || name === 'end_block' || schema.inclusive === true
  const order = end === 'end' ? ', not before its start' : ''
  return `${end} of the range, ${inclusive ? 'inclusive' : 'exclusive'}${order}; ${own}`
}

/** Shows the commodity of the echo: that of the dataset in the path, or the operation's own. */
function withCommodity(parameter: Parameter, family: Family, { echo }: Operation): Parameter {
  if (family.host === 'reference' || parameter.name !== 'commodity') return parameter
  return { ...parameter, schema: { ...parameter.schema, examples: [echo.commodity ?? family.dataset.commodity] } }
}

function exampleValue(schema: TSchema, text: string): unknown {
  const kind = schema[Kind]
  if (kind === 'Array') return text.split(',').map(item => exampleValue(schema.items, item))
  if (kind === 'Integer' || kind === 'Number') return Number(text)
  return kind === 'Boolean' ? text === 'true' : text
}

/**
 * Adds the token of the example's next page, which this server accepts for the key of the examples. A token belongs to
 * one operation and one secret, so no constant could be valid everywhere.
 */
export function withToken(parameter: Parameter, example: unknown): Parameter {
  const { continuation_token: token } = (example ?? {}) as { continuation_token?: string }
  if (parameter.name !== 'continuation_token' || token === undefined) return parameter
  return { ...parameter, schema: { ...parameter.schema, examples: [token] } }
}

function sharedName({ name, in: place }: Parameter): string {
  return place === 'path' ? `${name}_in_path` : name
}

/**
 * Shared parameters by name: the most frequent form of each name that several operations use. Other forms are inlined,
 * and so are tokens, because each operation shows its own.
 */
export function sharedParameters(all: readonly Parameter[]): Record<string, Parameter> {
  const shared: Record<string, Parameter> = {}
  const common = all.filter(({ name }) => name !== 'continuation_token')
  for (const forms of Object.values(Object.groupBy(common, sharedName))) {
    const byForm = Object.values(Object.groupBy(forms!, form => JSON.stringify(form)))
    const [most] = byForm.sort((a, b) => b!.length - a!.length)
    if (most!.length > 1) shared[sharedName(most![0]!)] = most![0]!
  }
  return shared
}

/** A reference to a shared parameter, or the parameter itself. */
export function referenceTo(parameter: Parameter, shared: Record<string, Parameter>): Parameter | { $ref: string } {
  const name = sharedName(parameter)
  const same = name in shared && JSON.stringify(shared[name]) === JSON.stringify(parameter)
  return same ? { $ref: `#/components/parameters/${name}` } : parameter
}
