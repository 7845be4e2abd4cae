import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFaultHeader } from '../control/faults/fault-header.ts'
import type { Do } from '../control/faults/fault-schemas.ts'
import type { Fault } from '../control/faults/faults.ts'
import { pageText } from '../control/faults/page-text.ts'
import type { RequestFacts } from '../control/faults/rule.ts'
import { asFailure, Failure, failureBody } from '../failure.ts'
import type { Answer } from '../operations/answer.ts'
import { recordSeparator } from '../operations/page.ts'
import { encodePrefix, encodeWhole } from './compression.ts'
import { sendPage } from './send.ts'
import { breakOff, pause, reset, transmit, turnOf } from './transmit.ts'

type ReadPage = { answer: Answer; error?: undefined } | { answer?: undefined; error: unknown }

/** @param answerTo returns the page or throws its failure */
export async function answerFaulty(
  request: FastifyRequest,
  reply: FastifyReply,
  answerTo: () => Answer,
): Promise<FastifyReply> {
  const asked = attempt(answerTo)
  const fault = await faultFor(request, asked)
  if (fault === undefined) return proceed(reply, asked)
  request.fault = fault.label
  request.effects = effectsOf(fault.do)
  reply.header('x-sandbox-fault', fault.label)
  await pause(fault.delay, reply.raw)
  const { delay, ...effect } = fault.do
  if (Object.keys(effect).length === 0) return proceed(reply, asked)
  if (effect.reset === 'before') return resetBefore(request, reply)
  if (request.method === 'HEAD' && effect.status === undefined) return proceed(reply, asked)
  return send(request, reply, await bodyOf(request, asked, fault), effect)
}

function effectsOf(effect: Do): string[] {
  return Object.entries(effect).map(([name, value]) => (name === 'page' ? `page=${value}` : name))
}

function attempt(answerTo: () => Answer): ReadPage {
  try {
    return { answer: answerTo() }
  } catch (error) {
    return { error }
  }
}

function proceed(reply: FastifyReply, { answer, error }: ReadPage): FastifyReply {
  if (answer === undefined) throw error
  return sendPage(reply, answer)
}

/** A fault of the request takes precedence over rules of its tenant, and these over faults of its key. */
async function faultFor(request: FastifyRequest, { answer }: ReadPage): Promise<Fault | undefined> {
  const { tenant, key, headers, server } = request
  const own = server.state.steered ? headers['x-sandbox-fault'] : undefined
  if (own !== undefined) return tenant!.faults.asked(readFaultHeader(String(own)))
  const facts: RequestFacts = {
    operation: request.routeOptions.config.operation!,
    region: request.place.region,
    path: request.url.split('?', 1)[0]!,
    key: key?.key ?? null,
    page: answer?.page ?? null,
  }
  const hit = tenant!.isFaulty ? await tenant!.faults.hit(facts) : undefined
  return hit ?? (key?.faults && tenant!.faultsOf(key.faults).hit(facts))
}

async function resetBefore(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.bytes = 0
  reply.hijack()
  await reset(reply.raw)
  return reply
}

interface FaultyBody {
  status: number
  text: string
  prefix?: string
  headers: Record<string, string>
}

async function bodyOf(request: FastifyRequest, { answer, error }: ReadPage, fault: Fault): Promise<FaultyBody> {
  const { do: effect, label } = fault
  if (effect.status !== undefined) return statusBody(effect, label)
  if (effect.page === 'expired_token')
    return failed(request, new Failure('badToken', 'continuation_token has expired: restart the walk'))
  if (answer === undefined) return failed(request, asFailure(error, request.url))
  const { continuation_token: token } = request.query as Record<string, string | undefined>
  const { head, records, tail } = await pageText(answer, effect, token)
  const { cut } = effect
  request.rows = Math.min(records.length, cut?.records ?? records.length)
  const body = { status: 200, text: head + records.join(recordSeparator) + tail, headers: {} }
  if (cut?.records === undefined) return body
  return { ...body, prefix: head + records.slice(0, cut.records).join(recordSeparator) }
}

function statusBody({ status, retry_after }: Do, label: string): FaultyBody {
  const text = JSON.stringify({ result: 'error', message: `status ${status} by the fault ${label}` })
  return { status: status!, text, headers: retry_after === undefined ? {} : { 'retry-after': String(retry_after) } }
}

function failed(request: FastifyRequest, failure: Failure): FaultyBody {
  request.refusal = failure.message
  return { status: failure.statusCode, text: failureBody(failure), headers: failure.headers }
}

const notJson = '<html><body><h1>Upstream error</h1></body></html>'

/** Writes the answer directly, because Fastify would not let it break. */
async function send(request: FastifyRequest, reply: FastifyReply, body: FaultyBody, effect: Do): Promise<FastifyReply> {
  const { status, headers } = body
  const text = malformed(body.text, effect)
  const type = effect.malformed === 'content_type' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  reply.headers({
    vary: 'Accept-Encoding, Origin, X-Api-Key',
    'cache-control': 'no-store',
    'content-type': type,
    ...headers,
  })
  const bodiless = request.method === 'HEAD' || status === 204 || status === 304
  const bytes = bodiless ? Buffer.alloc(0) : await encodeWhole(reply, text)
  const length = bodiless ? 0 : await sentLength(reply, body, bytes, effect)
  const whole = length === bytes.length || effect.cut?.clean === true
  reply.hijack()
  const { raw } = reply
  await turnOf(raw)
  if (raw.destroyed) return reply
  const announced = effect.cut?.clean ? length : bytes.length
  raw.writeHead(status, { ...reply.getHeaders(), ...(!bodiless && { 'content-length': announced }) } as never)
  if (length === 0 && !whole) raw.flushHeaders()
  request.bytes = await transmit(raw, bytes, { ...effect, length })
  request.answered = whole && effect.reset === undefined && request.bytes === length
  if (effect.reset !== undefined) await reset(raw)
  else if (request.answered) raw.end()
  else breakOff(raw)
  return reply
}

function malformed(text: string, effect: Do): string {
  if (effect.malformed === 'bom') return `\ufeff${text}`
  return effect.malformed === 'not_json' ? notJson : text
}

async function sentLength(
  reply: FastifyReply,
  { prefix }: FaultyBody,
  bytes: Buffer,
  { cut, reset }: Do,
): Promise<number> {
  if (typeof reset === 'object') return Math.min(reset.bytes, bytes.length)
  if (cut === undefined) return bytes.length
  if (cut.bytes !== undefined) return Math.min(cut.bytes, bytes.length)
  if (prefix === undefined) return bytes.length
  const start = await encodePrefix(reply, prefix)
  start.copy(bytes)
  return Math.min(start.length, bytes.length)
}
