import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatTime } from '../market/time.ts'
import { type Answer, firstSlice, type HeldRange, isLast, isLong, textParts } from '../operations/answer.ts'
import { hasTime, inTurn } from '../operations/turns.ts'
import { BufferPool } from './buffer-pool.ts'
import { type Caching, isKnown } from './caching.ts'
import { sendBody } from './compression.ts'
import { pathOf } from './log.ts'
import type { CachedPage } from './page-cache.ts'

const buffers = new BufferPool()

/** What an answer depends on besides its URL. */
const varying = 'Accept-Encoding, Origin'
const varyingByKey = `${varying}, X-Api-Key`

/**
 * Sends a page. One slice goes out as one buffer; more is streamed slice by slice at the client's pace, so memory stays
 * flat. @param key cache key of the page, if it may be cached
 */
export function sendPage(reply: FastifyReply, answer: Answer, key?: string): FastifyReply {
  const { request } = reply
  if (answer.outside) logOutside(request, answer.outside)
  const { etag, control } = request.server.state.caches.of(request, request.tenant!, answer)
  const vary = answer.asker === null ? varying : varyingByKey
  const caching = { etag, control, vary }
  if (isNotModified(reply, caching)) return reply.code(304).send()
  // HEAD omits what depends on the records (RFC 9110, section 9.3.2): length and compression.
  if (request.method === 'HEAD') return reply.send()
  if (!isLong(answer) || hasTime()) return sendRecords(reply, answer, caching, key)
  // Of many long pages that arrive together, the first slices take turns too.
  inTurn(() => sendRecords(reply, answer, caching, key)).catch(error => reply.send(error))
  return reply
}

type PageCaching = Caching & Pick<CachedPage, 'vary'>

function sendRecords(reply: FastifyReply, answer: Answer, caching: PageCaching, key?: string): FastifyReply {
  const { request } = reply
  const first = firstSlice(answer)
  if (!isLast(first, answer.size)) {
    const count = (records: number) => {
      request.rows += records
    }
    return sendBody(reply, Readable.from(textParts(answer, first, count)))
  }
  request.rows = first.count
  const body = buffers.write(reply.raw, answer.head, first.json, answer.tail(first.next, first.count))
  const { pages } = request.server.state
  const { etag } = caching
  if (key === undefined || etag === undefined || answer.outside || !pages.isWorth(etag)) return sendBody(reply, body)
  const { origin, page, last } = answer
  const sent = { ...caching, etag, walk: { origin, page, last }, rows: first.count }
  return sendBody(reply, body, (bytes, encoding) => pages.keep(key, { ...sent, encoding }, bytes))
}

/** Sends a cached page with the same headers. */
export function sendAgain(reply: FastifyReply, page: CachedPage): FastifyReply {
  const { request } = reply
  if (isNotModified(reply, page)) {
    request.walk = { ...page.walk, last: null }
    return reply.code(304).send()
  }
  request.walk = page.walk
  request.rows = page.rows
  if (page.encoding !== null) reply.header('content-encoding', page.encoding)
  return reply.send(page.body)
}

/** Sets the headers of a page; returns whether the client already has it. */
function isNotModified(reply: FastifyReply, { etag, control, vary }: PageCaching): boolean {
  reply.header('cache-control', control).header('vary', vary)
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(reply.request.headers['if-none-match'], etag)) return true
  }
  reply.type('application/json; charset=utf-8')
  return false
}

function logOutside(request: FastifyRequest, { from, until }: HeldRange): void {
  const held = `${from === null ? '' : `from ${formatTime(from)} `}to ${formatTime(until)}`
  const text = `no data for ${pathOf(request)}: the requested times are outside the store's range ${held}`
  request.log.info({ reqId: request.id }, text)
}
