import { Type } from '@sinclair/typebox'
import { envelopeOf } from '../operations/echo.ts'
import type { Family, MarketFamily, Operation } from '../operations/operation.ts'
import type { WireName } from '../operations/render.ts'
import { version } from '../package.ts'
import { queryEcho } from './openapi-echo.ts'
import { type JsonSchema, jsonSchema, objectSchema } from './openapi-schema.ts'

export function infoOf(title: string, description: string): object {
  const license = { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' }
  return { title, version, description, contact: { name: 'market-data-sandbox' }, license }
}

/** Names of an operation's schemas: `listTrades` has `TradesPage`, `TradesQuery` and `TradesRecord`. */
export function schemaName({ id }: Operation, part: 'Page' | 'Query' | 'Record'): string {
  return id.replace(/^[a-z]+/, '') + part
}

export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Whether responses are pages; others are one record or a whole list. */
export function isPaged({ query }: Operation): boolean {
  return 'page_size' in query.properties
}

const bound: JsonSchema = {
  type: ['integer', 'null'],
  format: 'int64',
  description: 'milliseconds since 1970 UTC; null if unbounded',
}

export const sharedSchemas: Record<string, JsonSchema> = {
  Access: objectSchema({
    access_range: { ...schemaRef('TimeRange'), description: 'times that the plan of the API key covers' },
    data_range: {
      ...schemaRef('TimeRange'),
      description:
        'times of which the API key gets data; if the query lies outside the store, limited to the range of the store',
    },
  }),
  TimeRange: objectSchema({ start_timestamp: bound, end_timestamp: bound }),
  Error: objectSchema({
    result: { type: 'string', enum: ['error'] },
    message: { type: 'string', description: 'names what is wrong and what would be right' },
  }),
}

export function answerSchemas(family: Family, operation: Operation, wireName: WireName): Record<string, JsonSchema> {
  const [page, query, record] = (['Page', 'Query', 'Record'] as const).map(part => schemaName(operation, part))
  const data = operation.keyed
    ? { type: 'object', additionalProperties: schemaRef(record!), description: 'records by code' }
    : { type: 'array', items: schemaRef(record!) }
  const own = { [record!]: jsonSchema(operation.row, wireName) }
  if (family.host === 'reference') return { [page!]: referencePage(operation, data), ...own }
  const envelope = marketPage(family, operation, wireName, { query: schemaRef(query!), data })
  return { [page!]: envelope, [query!]: queryEcho(family, operation, wireName), ...own }
}

const success = { type: 'string', enum: ['success'] }

const nextPage = {
  continuation_token: { type: 'string', description: 'token of the next page; absent on the last page' },
  next_url: { type: 'string', format: 'uri', description: 'URL of the next page; absent on the last page' },
}

function marketPage(
  family: MarketFamily,
  operation: Operation,
  wireName: WireName,
  own: { query: JsonSchema; data: JsonSchema },
) {
  const { text, stamp, unit } = envelopeOf(operation, family.echo)
  const description = `${unit === 1 ? 'milliseconds' : 'seconds'} since 1970 UTC`
  return pageSchema(operation, {
    query: own.query,
    [text]: { type: 'string', format: 'date-time', description: 'time of the server' },
    [stamp]: { type: 'integer', format: 'int64', description },
    data: own.data,
    ...jsonSchema(Type.Object(operation.beside), wireName).properties,
    result: success,
    ...nextPage,
    access: schemaRef('Access'),
  })
}

function referencePage(operation: Operation, data: JsonSchema): JsonSchema {
  const count = { type: 'integer', format: 'int32', description: 'number of records in this response' }
  return pageSchema(operation, { result: success, data, ...(operation.counted ? { count } : {}), ...nextPage })
}

function pageSchema(operation: Operation, properties: Record<string, JsonSchema>): JsonSchema {
  const sometimes = Object.keys(nextPage)
  const known = Object.entries(properties).filter(([name]) => isPaged(operation) || !sometimes.includes(name))
  return objectSchema(Object.fromEntries(known), [...sometimes, ...Object.keys(operation.beside)])
}
