import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Answer } from '../../operations/answer.ts'
import { fullUrl } from '../request-record.ts'

export interface CachedPage {
  body: Buffer
  /** Sent in parts, without a length. */
  isStream: boolean
  encoding: string | null
  etag: string
  control: string
  vary: string
  /** Hint about a parameter. */
  ignored?: string | undefined
  walk: Pick<Answer, 'origin' | 'page' | 'last'>
  rows: number
}

/** Bytes of an entry besides its body and its key, which both maps hold. */
const entrySize = 2000
/** Largest share of the cache for one page: by default, the list of all instruments fits. */
const largestShare = 4
/** Recent page tags to remember. */
const mostSeen = 8192

/** A page enters with its second request, so walks and random loads displace nothing and cost no copy. */
export class PageCache {
  readonly #most: number
  /** The least recently used page first. */
  readonly #pages = new Map<string, CachedPage>()
  bytes = 0
  readonly #seen = new Set<string>()
  #isGathering = false
  hits = 0

  /** @param most bytes; 0 switches the cache off */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Undefined if the response must not come from the cache. Store and settings are constant in a process; a recreated tenant
   * has a new number.
   */
  keyOf(request: FastifyRequest): string | undefined {
    const { tenant, key, accepted } = request.raw.record
    const { clock, latest, number } = tenant!
    if (this.#most === 0 || request.method !== 'GET' || !clock.frozen) return undefined
    const encoding = accepted?.encoding ? `${accepted.encoding} ${accepted.threshold}` : ''
    return `${number} ${clock.now()} ${clock.mode} ${Object.values(latest)} ${encoding}\n${key?.key ?? ''}\n${fullUrl(request)}`
  }

  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined) return undefined
    this.hits++
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  /** Whether the page was requested before. */
  isWorth(etag: string): boolean {
    if (this.#seen.has(etag)) return true
    this.#seen.add(etag)
    if (this.#seen.size > mostSeen) this.#seen.delete(this.#seen.values().next().value!)
    return false
  }

  /** Keeps what a stream has sent when it ends, of one stream at a time. */
  gather(key: string, sentOf: () => Omit<CachedPage, 'body'>, body: Readable): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const parts: Buffer[] = []
    let left = this.#most / largestShare
    body
      .on('data', (part: Buffer | string) => {
        left -= Buffer.byteLength(part)
        if (left < 0) parts.length = 0
        else parts.push(Buffer.from(part as Buffer))
      })
      .once('end', () => {
        if (left >= 0) this.keep(key, sentOf(), Buffer.concat(parts))
      })
      .once('close', () => {
        this.#isGathering = false
      })
  }

  /** Copies the body, because the buffer of a response is reused. */
  keep(key: string, sent: Omit<CachedPage, 'body'>, body: Buffer | string): void {
    const size = sizeOf(key, body)
    if (size > this.#most / largestShare || this.#pages.has(key)) return
    this.#pages.set(key, { ...sent, body: copyOf(body) })
    this.bytes += size
    for (const [oldest, page] of this.#pages) {
      if (this.bytes <= this.#most) break
      this.#pages.delete(oldest)
      this.bytes -= sizeOf(oldest, page.body)
    }
  }
}

/** A separate copy: a buffer from Node's pool would keep the whole pool in memory. */
function copyOf(body: Buffer | string): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  if (typeof body === 'string') copy.write(body)
  else copy.set(body)
  return copy
}

function sizeOf(key: string, body: Buffer | string): number {
  return Buffer.byteLength(body) + key.length + entrySize
}
