import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure, shown } from '../../base/failure.ts'
import { nearest } from '../../base/nearest.ts'
import type { Powers } from '../../control/powers.ts'
import type { Register } from '../../control/tenants/register.ts'
import { checkBody, largestBody, TypedText, type Verb, type VerbCall, verb } from '../../control/verb.ts'
import { verbs } from '../../control/verbs.ts'
import { lazy, remembered } from '../../market/made-once.ts'
import { compileParameters, type RawParameters } from '../../operations/parameters.ts'
import { encodeWhole, sendBody } from '../answer/compression.ts'
import { hold } from '../answer/held.ts'
import { sendShared } from '../answer/send-shared.ts'
import { misfits, segmentsOf } from '../path-segments.ts'
import { longJson } from './long-json.ts'

interface VerbRoute {
  verb: Verb
  segments: string[]
}

/** Longer ones than any tenant has are named in failures, too. */
const longestName = 1000

const json = 'application/json; charset=utf-8'

const document: Verb = verb({
  id: 'getControlDocument',
  method: 'GET',
  path: '/sandbox/openapi.json',
  summary: 'This document',
  reply: Type.Object({}),
  run: () => controlText(),
})

/** Takes 10 ms. */
const controlText = lazy(async () => {
  const { controlDocument } = await import('../../documents/openapi-control.ts')
  return new TypedText(json, JSON.stringify(controlDocument(served)))
})

const listed = Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() })

const list: Verb = verb({
  id: 'listVerbs',
  method: 'GET',
  path: '/sandbox',
  summary: 'Verbs of the control plane',
  reply: Type.Object({ verbs: Type.Array(listed) }),
  run: () => ({
    verbs: served.map(({ method, path, summary }) => ({ method, path: path.replace(/:(\w+)/g, '{$1}'), summary })),
  }),
})

const served: readonly Verb[] = [...verbs, list, document]
/** Not the framework's: its routes are declared at start, and loading the verbs would take 20 ms of each. */
const routes = lazy(() => served.map((verb): VerbRoute => ({ verb, segments: segmentsOf(verb.path) })))

const queryReader = remembered((verb: Verb) => compileParameters(verb.query ?? Type.Object({}), 'strict'))

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
  { tenants, run }: { tenants: Register; run: RunVerb },
  origin: string,
): Promise<FastifyReply> {
  const { route, params } = find(request)
  const { verb } = route
  const tenant = tenants.named(params.tenant ?? tenants.default.name).name
  const query = queryReader(verb)(request.query as RawParameters)
  const body = bodyOf(verb, request.body as string | undefined)
  const { 'last-event-id': id } = request.headers
  const lastEventId = /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined
  const { status, type, content } = await run({ verb: verb.id, tenant, params, query, body, lastEventId, origin })
  if (type !== undefined) reply.type(type)
  // A live stream never ends, and so neither would the response.
  if (request.method === 'HEAD' && content instanceof Readable) return reply.code(status).send(void content.destroy())
  reply.code(status)
  if (content instanceof Readable && type === json) return sendBody(reply, content)
  if (typeof content !== 'string') return reply.send(content && endingWith(request, content as Readable))
  const bytes = await encodeWhole(reply, content)
  hold(reply.raw, bytes.length)
  return sendShared(reply, bytes)
}

/** A stream ends with its client's FIN: a live one would notice only when it writes again. */
function endingWith({ raw }: FastifyRequest, stream: Readable): Readable {
  const { socket } = raw
  const end = () => stream.destroy()
  socket.once('end', end)
  return stream.once('close', () => socket.off('end', end))
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

function bodyOf({ method, path, body: schema, largest = largestBody, example }: Verb, text = ''): unknown {
  const size = Buffer.byteLength(text)
  if (schema !== undefined && size > largest)
    throw new Failure(
      'tooLarge',
      `the body of ${method} ${path} must be at most ${largest >> 10} KiB, not ${size} bytes`,
    )
  const body = text === '' ? undefined : (parsed(text) ?? undefined)
  if (schema !== undefined && body === undefined)
    throw new Failure('badParameter', `a body is required, as application/json: ${JSON.stringify(example)}`)
  if (schema !== undefined) checkBody(schema, body)
  else if (body !== undefined) throw new Failure('badRequest', `${method} ${path} takes no body`)
  return body
}

/** Bodies that the schemas accept have some ten levels; a megabyte of brackets takes a tenth of a second to parse. */
const deepest = 50

function isDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let n = 0; n < text.length && depth <= deepest; n++) {
    const code = text[n]
    if (code === '"') isInText = !isInText
    else if (isInText && code === '\\') n++
    else if (!isInText && (code === '[' || code === '{')) depth++
    else if (!isInText && (code === ']' || code === '}')) depth--
  }
  return depth > deepest
}

function parsed(text: string): unknown {
  if (isDeep(text)) throw new Failure('badRequest', `the body must have at most ${deepest} levels of lists and objects`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Failure('badRequest', `the body is not valid JSON: ${(error as Error).message}`)
  }
}

function answerOf({ status = 200, type, isLong, reply: schema }: Verb, result: unknown): ControlAnswer {
  if (schema === undefined && type === undefined) return { status: 204 }
  if (result instanceof TypedText) return { status, type: result.type, content: result.text }
  if (type !== undefined) return { status, type, content: result as string | Readable }
  return { status, type: json, content: isLong ? longJson(result as object) : JSON.stringify(result) }
}

function find({ method, url }: FastifyRequest): { route: VerbRoute; params: Record<string, string> } {
  const path = url.split('?', 1)[0]!.replace(/\/$/, '')
  const segments = segmentsOf(path)
  const isTooLong = segments.some(({ length }) => length > longestName)
  const known = isTooLong ? [] : routes().filter(route => misfits(route.segments, segments) === 0)
  if (known.length === 0) throw unknownPath(path)
  const route = known.find(({ verb }) => verb.method === (method === 'HEAD' ? 'GET' : method))
  if (route !== undefined) return { route, params: paramsOf(route.segments, segments) }
  const allow = known.map(({ verb }) => verb.method).join(', ')
  throw new Failure('methodNotAllowed', `${method} is not allowed here: ${path} accepts ${allow}`, { allow })
}

function paramsOf(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name, n) => (name.startsWith(':') ? [[name.slice(1), values[n]!]] : [])))
}

/** `/sandbox/clock` means the default tenant. */
function unknownPath(path: string): Failure {
  const [, tenant = 'default'] = /^\/sandbox\/tenants\/([^/]+)/.exec(path) ?? []
  const paths = new Map<string, string>()
  for (const { verb } of routes()) {
    const own = verb.path.replace(':tenant', () => tenant)
    paths.set(own, own).set(own.replace(`/tenants/${tenant}/`, '/'), own)
  }
  // What all paths share would make unrelated ones similar.
  const shared = '/sandbox/'.length
  const short = [...paths.keys()].map(known => known.slice(shared))
  const near = paths.get(path.slice(0, shared) + (nearest(path.slice(shared), short) ?? ''))
  const hint = near ? `; did you mean ${near}?` : '; /sandbox/openapi.json lists the paths'
  return new Failure('notFound', `nothing is served at ${shown(path)}${hint}`)
}
