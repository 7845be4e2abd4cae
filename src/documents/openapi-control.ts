import type { TSchema } from '@sinclair/typebox'
import { type FailureStatus, meanings } from '../base/failure.ts'
import { faultId } from '../control/faults/fault-schemas.ts'
import type { Verb } from '../control/verb.ts'
import { infoOf, sharedSchemas } from './openapi-answer.ts'
import { type JsonSchema, jsonSchema } from './openapi-schema.ts'

/** The OpenAPI 3.1 document of the control plane, built from its verbs. It is the same for every client. */
export function controlDocument(verbs: readonly Verb[]): object {
  const schemas: Record<string, JsonSchema> = { Error: sharedSchemas.Error! }
  const paths: Record<string, Record<string, object>> = {}
  for (const verb of verbs) {
    const path = verb.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [verb.method.toLowerCase()]: operationOf(verb, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: infoOf('Control plane', description),
    servers: [{ url: '/', description: 'this server' }],
    tags: [...new Set(verbs.map(tagOf))].map(name => ({ name, description: tags[name] })),
    // No token is needed on loopback.
    security: [{ ControlToken: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        ControlToken: { type: 'http', scheme: 'bearer', description: 'The value of `SANDBOX_CONTROL_TOKEN`.' },
      },
      schemas,
    },
  }
}

const description = `Controls this server for tests: tenants, clock, faults, scenarios, journal and reports.

A **tenant** is an API key with a clock, faults and a journal of its own. The built-in keys belong to the tenant \`default\`.

**Access.** Without \`SANDBOX_CONTROL_TOKEN\`, a server on loopback accepts requests from its own machine only, and any other server
refuses all requests. With it, every request needs the token. Requests from web pages of other origins are refused.

**Errors** are \`{"result":"error","message":"…"}\`. The message names the part, its value and what would be right.`

const tags: Record<string, string> = {
  tenants: 'API keys with their own clock, limits and faults.',
  clock: 'The time at which a tenant sees the market.',
  faults: 'Faults in the responses to a tenant.',
  journal: 'The requests of a tenant, and checks against expectations.',
  scenarios: 'Outages, flash crashes and other unusual market events.',
  state: 'Clock, faults and limits as one document.',
  document: 'The list of verbs, and this document.',
}

/** Tags by the path segment after the tenant, where they differ from it. */
const tagsOfParts: Record<string, string> = { verify: 'journal', report: 'journal', scenario: 'scenarios' }

function tagOf({ path }: Verb): string {
  const [, , first = '', , part = ''] = path.split('/')
  if (first === 'tenants') return tagsOfParts[part] ?? (Object.hasOwn(tags, part) ? part : 'tenants')
  return first === 'scenarios' ? first : 'document'
}

function operationOf(verb: Verb, schemas: Record<string, JsonSchema>): object {
  const { id, summary, description, body, example } = verb
  const failures = failuresOf(verb).map(status => [status, failureResponse(status, verb)])
  return {
    operationId: id,
    tags: [tagOf(verb)],
    summary,
    description: description ?? `${summary}.`,
    parameters: parametersOf(verb),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: named(body, schemas), example } } },
    }),
    responses: { ...answerOf(verb, schemas), ...Object.fromEntries(failures) },
  }
}

const pathParameters: Record<string, object> = {
  tenant: { description: 'name of the tenant; `default` has the keys of the server', example: 'default' },
  id: { description: 'name of the rule', example: 'f1' },
  ordinal: { description: 'number of the request in the journal', example: '1' },
}

function parametersOf({ path, query }: Verb): object[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameters[name!],
    schema: name === 'id' ? { type: 'string', pattern: faultId.pattern } : { type: 'string' },
  }))
  const inQuery = Object.entries<TSchema>(query?.properties ?? {}).map(([name, declared]) => {
    const { description, ...schema } = jsonSchema(declared)
    return { name, in: 'query', ...(description ? { description } : {}), schema }
  })
  return [...inPath, ...inQuery]
}

function answerOf({ reply, status = 200, type, also }: Verb, schemas: Record<string, JsonSchema>) {
  if (reply === undefined) return { 204: { description: 'Done.' } }
  const content = {
    [type ?? 'application/json']: { schema: named(reply, schemas) },
    ...(also && { [also]: { schema: { type: 'string' } } }),
  }
  return { [status]: { description: status === 201 ? 'Created.' : 'The response.', content } }
}

function failuresOf({ path, query, body, conflict }: Verb): FailureStatus[] {
  const possible: [FailureStatus, boolean][] = [
    [400, body !== undefined || query !== undefined],
    [401, true],
    [403, true],
    [404, path.includes(':')],
    [409, conflict !== undefined],
    [413, body !== undefined],
    [415, body !== undefined],
  ]
  return possible.filter(([, holds]) => holds).map(([one]) => one)
}

/** Meanings of statuses that differ from their meanings for data operations. */
const ownMeanings: Partial<Record<FailureStatus, string>> = {
  400: 'malformed or missing part of the body or the query',
  401: 'missing or wrong control token',
  403: 'request from another machine, another host name or another origin',
  404: 'unknown tenant, rule, scenario or entry',
}

function failureResponse(status: FailureStatus, { conflict }: Verb) {
  const meaning = (status === 409 && conflict) || ownMeanings[status] || meanings[status]
  return {
    description: `${meaning[0]!.toUpperCase()}${meaning.slice(1)}.`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

/** A titled schema becomes a component; others are inlined. */
function named(schema: TSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  if (schema.title === undefined) return jsonSchema(schema)
  schemas[schema.title] ??= jsonSchema(schema)
  return { $ref: `#/components/schemas/${schema.title}` }
}
