import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../base/failure.ts'
import { readFaultHeader } from '../../control/faults/fault-header.ts'
import type { Do } from '../../control/faults/fault-schemas.ts'
import type { Fault } from '../../control/faults/faults.ts'
import { faultyPage, type PagePart, upTo } from '../../control/faults/page-text.ts'
import type { RequestFacts } from '../../control/faults/rule.ts'
import type { Answer } from '../../operations/answer.ts'
import { settled } from '../../operations/paging/elsewhere.ts'
import { askedFault } from '../request-tenant.ts'
import { encodeParts, encodePrefix, encodeWhole } from './compression.ts'
import { hold } from './held.ts'
import { failureBody, refusalOf } from './refusal.ts'
import { patienceOf, sendPage } from './send.ts'
import { breakOff, pause, reset, transmit, turnOf } from './transmit.ts'

type ReadPage = { answer: Answer; error?: undefined } | { answer?: undefined; error: unknown }

/** @param answerTo returns the page or throws its failure */
export async function answerFaulty(
  request: FastifyRequest,
  reply: FastifyReply,
  answerTo: () => Answer,
): Promise<FastifyReply> {
  const asked = await attempt(() => settled(answerTo, patienceOf(reply)))
  if (asked.answer !== undefined) request.raw.record.walk = asked.answer
  const fault = await faultFor(request, asked)
  if (fault === undefined) return proceed(reply, asked)
  Object.assign(request.raw.record, { fault: fault.label, effects: effectsOf(fault.do) })
  reply.header('x-sandbox-fault', fault.label)
  await pause(fault.delay, reply.raw)
  const { delay, ...effect } = fault.do
  if (Object.keys(effect).length === 0) return proceed(reply, asked)
  if (effect.reset === 'before') {
    request.raw.record.bytes = 0
    reply.hijack()
    await reset(reply.raw)
    return reply
  }
  if (request.method === 'HEAD' && effect.status === undefined) return proceed(reply, asked)
  return send(request, reply, await bodyOf(request, reply, asked, fault), effect)
}

function effectsOf(effect: Do): string[] {
  return Object.entries(effect).map(([name, value]) => (name === 'page' ? `page=${value}` : name))
}

async function attempt(answerTo: () => Promise<Answer>): Promise<ReadPage> {
  try {
    return { answer: await answerTo() }
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
  const { tenant, key, place } = request.raw.record
  const { known } = request.server.state
  const asked = askedFault(request)
  if (asked !== undefined) return tenant!.faults.asked(readFaultHeader(asked, known))
  const facts: RequestFacts = {
    operation: request.routeOptions.config.operation!,
    region: place.region,
    path: request.url.split('?', 1)[0]!,
    key: key?.key ?? null,
    page: answer?.page ?? null,
  }
  const hit = tenant!.isFaulty ? await tenant!.faults.hit(facts) : undefined
  return hit ?? (key?.faults && tenant!.faultsOf(key.faults).hit(facts))
}

interface FaultyBody {
  status: number
  headers: Record<string, string>
  /** A long page is sent in parts, without its length. */
  text: string | AsyncGenerator<PagePart>
  /** What is sent of the text if records are cut. */
  prefix?: string
}

/** @throws Failure if the clients of faulty responses leave too much unread */
async function bodyOf(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { answer, error }: ReadPage,
  fault: Fault,
): Promise<FaultyBody> {
  const { do: effect, label } = fault
  if (effect.status !== undefined) return statusBody(effect, label)
  if (effect.page === 'expired_token')
    return failed(refusalOf(new Failure('badToken', 'continuation_token has expired: restart the walk'), request))
  if (answer === undefined) return failed(refusalOf(error, request))
  const { continuation_token: token } = request.query as Record<string, string | undefined>
  const { isShort, bytes, parts } = await faultyPage(answer, effect, token)
  hold(raw, bytes)
  if (isShort) return shortBody(request, await Array.fromAsync(parts), effect)
  return { status: 200, headers: {}, text: effect.cut?.records === undefined ? parts : upTo(effect.cut.records, parts) }
}

async function shortBody(request: FastifyRequest, parts: PagePart[], { cut }: Do): Promise<FaultyBody> {
  const sent = cut?.records === undefined ? parts : await Array.fromAsync(upTo(cut.records, parts))
  request.raw.record.rows = sent.reduce((rows, { records = 0 }) => rows + records, 0)
  const body = { status: 200, headers: {}, text: joined(parts) }
  return sent === parts ? body : { ...body, prefix: joined(sent) }
}

function joined(parts: readonly PagePart[]): string {
  return parts.map(({ text }) => text).join('')
}

function statusBody({ status, retry_after }: Do, label: string): FaultyBody {
  const text = JSON.stringify({ result: 'error', message: `status ${status} by the fault ${label}` })
  return { status: status!, text, headers: retry_after === undefined ? {} : { 'retry-after': String(retry_after) } }
}

function failed(failure: Failure): FaultyBody {
  return { status: failure.statusCode, text: failureBody(failure), headers: failure.headers }
}

const notJson = '<html><body><h1>Upstream error</h1></body></html>'

/** A body as it is sent. */
interface Wire {
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>
  /** What the headers announce; undefined if it is unknown. */
  length?: number
  most: number
  /** Nothing is missing after the last chunk. */
  isWhole: boolean
}

/** Writes the response directly, because Fastify would not let it break. */
async function send(request: FastifyRequest, reply: FastifyReply, body: FaultyBody, effect: Do): Promise<FastifyReply> {
  const { raw } = reply
  const type = effect.malformed === 'content_type' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  reply.headers({
    vary: 'Accept-Encoding, Origin, X-Api-Key',
    'cache-control': 'no-store',
    'content-type': type,
    ...body.headers,
  })
  const { chunks, length, most, isWhole } = await wireOf(request, reply, body, effect)
  reply.hijack()
  await turnOf(raw)
  if (raw.destroyed) return reply
  const announced = length === undefined ? {} : { 'content-length': length }
  raw.writeHead(body.status, { ...reply.getHeaders(), ...announced } as never)
  const { sent, end } = await transmit(raw, chunks, { ...effect, most })
  const { record } = request.raw
  record.bytes = sent
  const isValid = effect.cut?.clean === true || (end === 'whole' && isWhole)
  record.answered = isValid && end !== 'left' && effect.reset === undefined
  if (sent === 0 && !record.answered) raw.flushHeaders()
  if (effect.reset !== undefined) await reset(raw)
  else if (record.answered) raw.end()
  else breakOff(raw)
  return reply
}

async function wireOf(request: FastifyRequest, reply: FastifyReply, body: FaultyBody, effect: Do): Promise<Wire> {
  const { text } = body
  const unlimited = Number.POSITIVE_INFINITY
  if (request.method === 'HEAD') return { chunks: [], most: unlimited, isWhole: true }
  if (typeof text !== 'string' && effect.malformed !== 'not_json') return streamed(request, reply, text, effect)
  const bytes = await encodeWhole(reply, malformed(typeof text === 'string' ? text : '', effect))
  const sent = await sentLength(reply, body, bytes, effect)
  const length = effect.cut?.clean ? sent : bytes.length
  return { chunks: [bytes.subarray(0, sent)], length, most: unlimited, isWhole: sent === bytes.length }
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

function streamed(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncGenerator<PagePart>,
  { cut, reset, malformed }: Do,
): Wire {
  const isWhole = cut?.records === undefined
  const most = typeof reset === 'object' ? reset.bytes : (cut?.bytes ?? Number.POSITIVE_INFINITY)
  const texts = async function* () {
    if (malformed === 'bom') yield '\ufeff'
    for await (const { text, records = 0 } of parts) {
      request.raw.record.rows += records
      yield text
    }
  }
  return { chunks: encodeParts(reply, texts(), isWhole), most, isWhole }
}
