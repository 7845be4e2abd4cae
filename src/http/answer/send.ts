import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Answer, asText, firstSlice, isLast, isLong, textParts } from '../../operations/answer.ts'
import { headerText } from '../../operations/hints.ts'
import { Patience, readAgain } from '../../operations/paging/once-held.ts'
import { hasTimeForSlice, inTurn, Unfinished } from '../../operations/paging/turns.ts'
import { Missing } from '../../store/history/coverage.ts'
import { pathOf } from '../observe/log.ts'
import { BufferPool } from './buffer-pool.ts'
import { type Caching, cachingOf, isKnown } from './caching.ts'
import { type Body, isStream, sendBody } from './compression.ts'
import type { Encoding } from './encoding.ts'
import type { CachedPage } from './page-cache.ts'
import { sendParts } from './send-shared.ts'

const buffers = new BufferPool()

const noMatch = 'no record matches the parameters'

/** What a response depends on besides its URL. */
const varying = 'Accept-Encoding, Origin'
const varyingByKey = `${varying}, X-Api-Key`

/**
 * Sends a page. One slice goes out as one buffer; more is streamed slice by slice at the client's pace, so memory stays
 * flat. @param key cache key of the page, if it may be cached
 */
export function sendPage(reply: FastifyReply, answer: Answer, key?: string): FastifyReply {
  const { request } = reply
  const { hint, ignored } = answer
  request.raw.record.walk = answer
  if (hint !== undefined) giveHint(reply, hint)
  const { etag, control } = cachingOf(request, request.raw.record.tenant!, answer)
  const vary = answer.asker === null ? varying : varyingByKey
  const caching = { etag, control, vary, ignored: ignored && headerText(`ignored: ${ignored}`) }
  if (isNotModified(reply, caching)) return reply.code(304).send()
  // HEAD omits what depends on the records (RFC 9110, section 9.3.2): length and compression.
  if (request.method === 'HEAD') return reply.send()
  const send = () => sendRecords(reply, answer, caching, key)
  if (!isLong(answer) || hasTimeForSlice()) return sendOnceHeld(reply, answer, send)
  // Of many long pages that arrive together, the first slices take turns too.
  inTurn(() => sendOnceHeld(reply, answer, send)).catch(error => reply.send(error))
  return reply
}

/** At once, or when the rows that the first slice lacks are there. */
function sendOnceHeld(reply: FastifyReply, answer: Answer, send: () => FastifyReply): FastifyReply {
  const { further } = answer
  try {
    return send()
  } catch (error) {
    if (!(error instanceof Unfinished) && (!(error instanceof Missing) || further === undefined)) throw error
    // A reply is thenable, so it must not be the result.
    const again = () => void send()
    answer.patience ??= patienceOf(reply)
    readAgain(error, again, further, answer.patience).catch(failure => reply.send(failure))
    return reply
  }
}

/** A client that ends its side of the connection has mostly left; it may also wait, as `nc` does. */
export function patienceOf({ raw }: FastifyReply): Patience {
  const { socket } = raw
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (raw.destroyed || socket?.readableEnded) leave()
  else socket?.once('end', leave)
  // Node itself adds several for a stream.
  raw.setMaxListeners(raw.getMaxListeners() + 1).once('close', () => {
    socket?.off('end', leave)
    leave()
  })
  return new Patience(gone.signal)
}

type PageCaching = Caching & Pick<CachedPage, 'vary' | 'ignored'>

function sendRecords(reply: FastifyReply, answer: Answer, caching: PageCaching, key?: string): FastifyReply {
  const { record } = reply.request.raw
  const first = firstSlice(answer)
  if (!isLast(first, answer.size)) {
    const count = (records: number) => {
      record.rows += records
    }
    answer.patience ??= patienceOf(reply)
    return sendBody(reply, Readable.from(textParts(answer, asText(first), count)), keeping(reply, answer, caching, key))
  }
  record.rows = first.count
  const isEmpty = first.count === 0 && answer.page === 1
  if (isEmpty && answer.hint === undefined)
    reply.header('x-sandbox-hint', caching.ignored ?? headerText(first.whyEmpty ?? answer.whyEmpty?.() ?? noMatch))
  const body = buffers.write(reply.raw, answer.head, first.json, answer.tail(first.next, first.count, first.beside))
  return sendBody(reply, body, isEmpty ? undefined : keeping(reply, answer, caching, key))
}

/** What keeps a page in the cache; undefined if it does not belong there. */
function keeping({ request }: FastifyReply, answer: Answer, caching: PageCaching, key?: string) {
  const { pages } = request.server.state
  const { etag } = caching
  if (key === undefined || etag === undefined || !pages.isWorth(etag)) return undefined
  return (body: Body, encoding: Encoding | null) => {
    const sentOf = () => {
      const { origin, page, last } = answer
      const { rows } = request.raw.record
      return { ...caching, etag, encoding, isStream: isStream(body), walk: { origin, page, last }, rows }
    }
    if (isStream(body)) pages.gather(key, sentOf, body)
    else pages.keep(key, sentOf(), body)
  }
}

/** Sends a cached page with the same headers. */
export function sendAgain(reply: FastifyReply, page: CachedPage): FastifyReply {
  const { record } = reply.request.raw
  if (isNotModified(reply, page)) {
    record.walk = { ...page.walk, last: null }
    return reply.code(304).send()
  }
  record.walk = page.walk
  record.rows = page.rows
  if (page.encoding !== null) reply.header('content-encoding', page.encoding)
  return page.isStream ? sendParts(reply, page.body) : reply.send(page.body)
}

/** Sets the headers of a page; returns whether the client already has it. */
function isNotModified(reply: FastifyReply, { etag, control, vary, ignored }: PageCaching): boolean {
  reply.header('cache-control', control).header('vary', vary)
  if (ignored !== undefined) reply.header('x-sandbox-hint', ignored)
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(reply.request.headers['if-none-match'], etag)) return true
  }
  reply.type('application/json; charset=utf-8')
  return false
}

/** Clients see why there is no data, and so does the log. */
function giveHint(reply: FastifyReply, hint: string): void {
  const { request } = reply
  reply.header('x-sandbox-hint', headerText(hint))
  const text = `no data for ${pathOf(request)}: ${request.server.state.keys.hide(hint)}`
  request.log.info({ reqId: request.id }, text)
}
