import { STATUS_CODES } from '../base/builtins.ts'
import { type FailureStatus, meanings } from '../base/failure.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { isPaged, schemaName, schemaRef } from './openapi-answer.ts'

/** The failures of operations, each with a possible message. */
const failures = {
  400: 'page_size must be an integer from 1 to 100000, not "0"',
  401: 'X-Api-Key is required: send your API key in this header',
  403: "this API key's plan does not include region us; it includes eu",
  404: 'unknown exchange "cbs" (did you mean "cbse"?); /v1/exchanges lists them',
  406: 'Accept must allow application/json, not "text/html"',
  414: 'the URL must have at most 16000 characters',
  429: 'rate limit exceeded: this API key allows 10 requests per minute; retry in 42 s',
  431: 'the request line and headers must be at most 16 KB in total',
  500: 'internal error; the log of the server has the cause under the request id',
  503: 'not ready: seeding standard, 42 %',
} satisfies Partial<Record<FailureStatus, string>>

type Documented = keyof typeof failures

const statuses = Object.keys(failures).map(Number) as Documented[]
const ofKeys: readonly Documented[] = [401, 403, 429]

/** The responses of an operation: records, as in `example`, or a failure. */
export function responsesOf(family: Family, operation: Operation, example: unknown): Record<string, object> {
  const needsKey = family.host === 'market' && !operation.open
  const possible = statuses.filter(status => needsKey || !ofKeys.includes(status))
  const refused = possible.map(status => [status, { $ref: `#/components/responses/${nameOf(status)}` }])
  const schema = schemaRef(schemaName(operation, 'Page'))
  const answer = {
    description: isPaged(operation) ? 'A page of records.' : 'The records.',
    headers: headersOf(['etag', 'x-sandbox-hint', ...(needsKey ? Object.keys(limitHeaders) : [])]),
    content: { 'application/json': { schema, example } },
  }
  const unchanged = { $ref: '#/components/responses/NotModified' }
  return { 200: answer, 304: unchanged, ...Object.fromEntries(refused) }
}

export function sharedResponses(): Record<string, object> {
  const unchanged = {
    description: 'The response named in `If-None-Match` is still current.',
    headers: headersOf(['etag']),
  }
  const refused = statuses.map(status => [nameOf(status), failureResponse(status)])
  return { NotModified: unchanged, ...Object.fromEntries(refused) }
}

function failureResponse(status: Documented) {
  const example = { result: 'error', message: failures[status] }
  const headers = headersOf([
    ...(status === 429 ? Object.keys(limitHeaders) : []),
    ...(status === 429 || status === 503 ? ['retry-after'] : []),
  ])
  return {
    description: `${meanings[status][0]!.toUpperCase()}${meanings[status].slice(1)}.`,
    headers,
    content: { 'application/json': { schema: schemaRef('Error'), example } },
  }
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const number = (description: string) => ({ description, schema: { type: 'integer', format: 'int32' } })

const limitHeaders = {
  'x-ratelimit-limit': number('requests per minute that the API key allows'),
  'x-ratelimit-remaining': number('requests left in this minute'),
  'x-ratelimit-reset': number('seconds until the count resets'),
}

export const sharedHeaders = {
  'x-request-id': text('id of the request: the client’s own, or a generated one'),
  etag: text('identifies the response; absent if the response changes with time'),
  'x-sandbox-hint': text(
    'why there is no data (no such instrument, or times that the store or the API key does not cover), or which parameter is ignored because it is unknown',
  ),
  ...limitHeaders,
  'retry-after': number('seconds to wait before the next request'),
}

function headersOf(names: string[]): Record<string, object> {
  const all = ['x-request-id', ...names]
  return Object.fromEntries(all.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

/** `NotFound` for 404. */
function nameOf(status: FailureStatus): string {
  return STATUS_CODES[status]!.replaceAll(' ', '')
}
