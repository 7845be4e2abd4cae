import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatTime } from '../market/time.ts'
import { type Answer, firstSlice, type HeldRange, isLast, textParts } from '../operations/answer.ts'
import { BufferPool } from './buffer-pool.ts'
import { isKnown } from './caching.ts'
import { sendBody } from './compression.ts'

const buffers = new BufferPool()

/** What an answer depends on besides its URL. */
const varying = 'Accept-Encoding, Origin'
const varyingByKey = `${varying}, X-Api-Key`

/**
 * Sends a page. One slice goes out as one buffer; more is streamed slice by slice at the client's pace, so memory stays
 * flat.
 */
export function sendPage(reply: FastifyReply, answer: Answer): FastifyReply {
  const { request } = reply
  if (answer.outside) logOutside(request, answer.outside)
  const { etag, control } = request.server.state.caches.of(request, request.tenant!, answer)
  reply.header('cache-control', control).header('vary', answer.asker === null ? varying : varyingByKey)
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  // HEAD omits what depends on the records (RFC 9110, section 9.3.2): length and compression.
  if (request.method === 'HEAD') return reply.send()
  const first = firstSlice(answer)
  if (!isLast(first, answer.size)) {
    const count = (records: number) => {
      request.rows += records
    }
    return sendBody(reply, Readable.from(textParts(answer, first, count)))
  }
  request.rows = first.count
  return sendBody(reply, buffers.write(reply.raw, answer.head, first.json, answer.tail(first.next, first.count)))
}

/** Hints why a page is empty. */
function logOutside({ id: reqId, log }: FastifyRequest, { from, until }: HeldRange): void {
  const held = `${from === null ? '' : `from ${formatTime(from)} `}to ${formatTime(until)}`
  log.info({ reqId }, `no data: the call asks for times outside the store's data, which reach ${held}`)
}
