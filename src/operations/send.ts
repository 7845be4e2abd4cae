import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { BufferPool } from '../http/buffer-pool.ts'
import { type Caches, isKnown } from '../http/caching.ts'
import { sendBody } from '../http/compression.ts'
import { type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import type { Position } from './token.ts'

/** A page of no more records than this is read and sent at once. */
const wholePage = 1000
/** A larger one is read so many records at a time: no client waits long for another's page, and its text dies young. */
const sliceRecords = 100

const buffers = new BufferPool()

/** What an answer depends on beside its URL. */
const varying = 'Accept-Encoding, Origin'
const varyingByKey = `${varying}, X-Api-Key`

/** What of a source goes out as one page, and what stands before and after its records. */
export interface PageToSend {
  source: Source
  query: PageQuery
  /** Where the page begins; null is the beginning. */
  position: Position | null
  /** Records in the page, at most. */
  size: number
  /** What it depends on beside its URL: the key and what that opens; null where anyone gets the same. */
  asker: string | null
  head: string
  /** What follows the page's `count` records. */
  tail(next: Position | null, count: number): string
}

/**
 * Sends a page. What fits one slice goes out as one buffer; more is streamed with a turn of the event loop between
 * slices and no faster than the client reads, so memory stays flat however large the page.
 */
export function sendPage(reply: FastifyReply, caches: Caches, page: PageToSend): FastifyReply {
  const { request } = reply
  const { etag, control } = caches.of(request, page.query, page.asker)
  reply.header('cache-control', control).header('vary', page.asker === null ? varying : varyingByKey)
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  // All but what only the records tell (RFC 9110, section 9.3.2): how long they are, and so whether they are compressed.
  if (request.method === 'HEAD') return reply.send()
  const first = nextSlice(page, page.position, page.size)
  if (!isLast(first, page.size)) {
    const count = (records: number) => {
      request.rows += records
    }
    return sendBody(reply, Readable.from(slices(page, first, count)))
  }
  request.rows = first.count
  return sendBody(reply, buffers.write(reply.raw, page.head, first.json, page.tail(first.next, first.count)))
}

/** A page as one text, for whoever sends it to nobody. */
export async function pageText(page: PageToSend): Promise<string> {
  let text = ''
  for await (const part of slices(page, nextSlice(page, page.position, page.size))) text += part
  return text
}

async function* slices(
  page: PageToSend,
  first: Slice,
  sent: (records: number) => void = () => {},
): AsyncGenerator<string> {
  yield page.head
  let left = page.size
  let count = 0
  let slice = first
  for (;;) {
    yield slice.json
    count += slice.count
    sent(slice.count)
    if (isLast(slice, left)) break
    left -= slice.count
    await setImmediate()
    slice = nextSlice(page, slice.next, left)
    yield recordSeparator
  }
  yield page.tail(slice.next, count)
}

function nextSlice({ source, query, size }: PageToSend, position: Position | null, left: number): Slice {
  return source.slice(query, position, size <= wholePage ? left : Math.min(left, sliceRecords))
}

function isLast(slice: Slice, left: number): boolean {
  return slice.next === null || slice.count >= left
}
