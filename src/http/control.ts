import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Powers } from '../control/powers.ts'
import type { ServedTenants } from '../control/served.ts'
import { checkBody, TypedText, type Verb, type VerbCall, verb } from '../control/verb.ts'
import { verbs } from '../control/verbs.ts'
import { Failure, shown } from '../failure.ts'
import { lazy } from '../lazy.ts'
import { nearest } from '../nearest.ts'
import { compileParameters, type RawParameters } from '../operations/parameters.ts'

interface VerbRoute {
  verb: Verb
  segments: string[]
  readQuery(query: RawParameters): Record<string, unknown>
}

const document: Verb = verb({
  id: 'getControlDocument',
  method: 'GET',
  path: '/sandbox/openapi.json',
  summary: 'This document',
  reply: Type.Object({}),
  run: async () => {
    const { controlDocument } = await import('../documents/openapi-control.ts')
    return controlDocument(served)
  },
})

const served: readonly Verb[] = [...verbs, document]
const routes = lazy(() => served.map(routeOf))

function routeOf(verb: Verb): VerbRoute {
  const query = lazy(() => compileParameters(verb.query ?? Type.Object({}), 'strict'))
  return { verb, segments: verb.path.split('/'), readQuery: wire => query()(wire) }
}

/** Plain data, since another thread may run it. */
export interface CheckedCall extends Pick<VerbCall, 'params' | 'query' | 'body' | 'lastEventId' | 'origin'> {
  verb: string
  tenant: string
}

/** A stream is a web stream between threads. */
export interface ControlAnswer {
  status: number
  type?: string
  content?: string | Readable | ReadableStream | undefined
}

export type RunVerb = (call: CheckedCall) => Promise<ControlAnswer>

/** @param origin scheme, host and port of the data */
export async function answerControl(
  request: FastifyRequest,
  reply: FastifyReply,
  { tenants, run }: { tenants: ServedTenants; run: RunVerb },
  origin: string,
): Promise<FastifyReply> {
  const { route, params } = find(request)
  const { verb } = route
  const tenant = tenants.named(params.tenant ?? tenants.default.name).name
  const query = route.readQuery(request.query as RawParameters)
  const body = request.body ?? undefined
  if (verb.body) checkBody(verb.body, required(verb, body))
  else if (body !== undefined) throw new Failure('badRequest', `${verb.method} ${verb.path} takes no body`)
  const lastEventId = lastEventIdOf(request)
  const { status, type, content } = await run({ verb: verb.id, tenant, params, query, body, lastEventId, origin })
  if (type !== undefined) reply.type(type)
  // A live stream never ends, and so neither would the answer.
  if (request.method === 'HEAD' && content instanceof Readable) return reply.code(status).send(void content.destroy())
  return reply.code(status).send(content)
}

export async function runVerb(
  powers: Powers,
  { verb: id, tenant: name, ...call }: CheckedCall,
): Promise<ControlAnswer> {
  const { verb } = routes().find(route => route.verb.id === id)!
  const tenant = powers.tenants.named(name)
  await tenant.readOrdinals()
  const result = await verb.run({ powers, tenant, ...call })
  await tenant.ordinalsWritten()
  return answerOf(verb, result)
}

function lastEventIdOf({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id']
  return /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined
}

function required({ example }: Verb, body: unknown): unknown {
  if (body !== undefined) return body
  throw new Failure('badParameter', `a body is required, as application/json: ${JSON.stringify(example)}`)
}

function answerOf({ status = 200, type, reply: schema }: Verb, result: unknown): ControlAnswer {
  if (schema === undefined && type === undefined) return { status: 204 }
  if (result instanceof TypedText) return { status, type: result.type, content: result.text }
  if (type !== undefined) return { status, type, content: result as string | Readable }
  return { status, type: 'application/json; charset=utf-8', content: JSON.stringify(result) }
}

function find({ method, url }: FastifyRequest): { route: VerbRoute; params: Record<string, string> } {
  const path = url.split('?', 1)[0]!.replace(/\/$/, '')
  const segments = path.split('/').map(decoded)
  const known = routes().filter(route => matches(route.segments, segments))
  if (known.length === 0) throw unknownPath(path)
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = known.find(({ verb }) => verb.method === wanted)
  if (route !== undefined) return { route, params: paramsOf(route.segments, segments) }
  const allow = known.map(({ verb }) => verb.method).join(', ')
  throw new Failure('methodNotAllowed', `${method} is not allowed here: ${path} accepts ${allow}`, { allow })
}

function matches(pattern: string[], segments: string[]): boolean {
  return pattern.length === segments.length && pattern.every((part, n) => part.startsWith(':') || part === segments[n])
}

function paramsOf(pattern: string[], segments: string[]): Record<string, string> {
  const named = pattern.flatMap((part, n) => (part.startsWith(':') ? [[part.slice(1), segments[n]!]] : []))
  return Object.fromEntries(named)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** `/sandbox/clock` means the default tenant. */
function unknownPath(path: string): Failure {
  const [, tenant = 'default'] = /^\/sandbox\/tenants\/([^/]+)/.exec(path) ?? []
  const paths = new Map<string, string>()
  for (const { verb } of routes()) {
    const own = verb.path.replace(':tenant', () => tenant)
    paths.set(own, own).set(own.replace(`/tenants/${tenant}/`, '/'), own)
  }
  const near = paths.get(nearest(path, paths.keys()) ?? '')
  const hint = near ? `; did you mean ${near}?` : '; /sandbox/openapi.json lists the paths'
  return new Failure('notFound', `nothing is served at ${shown(path)}${hint}`)
}
