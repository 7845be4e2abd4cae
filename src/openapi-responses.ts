import { type FailureStatus, meanings } from './failure.ts'
import { STATUS_CODES } from './http.ts'
import { isPaged, schemaName, schemaRef } from './openapi-answer.ts'
import type { Family, Operation } from './operation.ts'

/** The failures that reading data can have; those of an API key where one is needed. */
const failures: FailureStatus[] = [400, 404, 406, 414, 431, 500, 503]
const failuresOfKeys: FailureStatus[] = [401, 403, 429]

/** What an operation can answer: its records, of which `example` shows the first, or a failure. */
export function responsesOf(family: Family, operation: Operation, example: unknown): Record<string, object> {
  const statuses = family.host === 'market' ? [...failures, ...failuresOfKeys] : failures
  const refused = statuses.map(status => [status, { $ref: `#/components/responses/${nameOf(status)}` }])
  const schema = schemaRef(schemaName(operation, 'Page'))
  const answer = {
    description: isPaged(operation) ? 'A page of records.' : 'The records.',
    headers: headersOf(family.host === 'market' ? Object.keys(limitHeaders) : []),
    content: { 'application/json': { schema, example } },
  }
  return { 200: answer, ...Object.fromEntries(refused) }
}

/** The failures, by the name that operations refer to them by. */
export function sharedResponses(): Record<string, object> {
  const content = { 'application/json': { schema: schemaRef('Error') } }
  const toResponse = (status: FailureStatus) => [
    nameOf(status),
    {
      description: `${meanings[status]}.`,
      headers: headersOf(status === 429 ? [...Object.keys(limitHeaders), 'retry-after'] : []),
      content,
    },
  ]
  return Object.fromEntries([...failures, ...failuresOfKeys].map(toResponse))
}

const number = (description: string) => ({ description, schema: { type: 'integer', format: 'int32' } })

const limitHeaders = {
  'x-ratelimit-limit': number('requests that the API key may make in a minute'),
  'x-ratelimit-remaining': number('requests that are left of them'),
  'x-ratelimit-reset': number('seconds until all are there again'),
}

export const sharedHeaders = {
  'x-request-id': { description: 'id of the request: the client’s own, or a new one', schema: { type: 'string' } },
  ...limitHeaders,
  'retry-after': number('seconds to wait'),
}

function headersOf(names: string[]): Record<string, object> {
  const all = ['x-request-id', ...names]
  return Object.fromEntries(all.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

/** `NotFound` for 404. */
function nameOf(status: FailureStatus): string {
  return STATUS_CODES[status]!.replaceAll(' ', '')
}
