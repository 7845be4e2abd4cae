import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Answer } from '../../operations/answer.ts'
import type { LatestVersions } from '../../operations/dataset.ts'
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
/** Recent page tags to remember in each of two sets, as hashes: V8 would keep their texts until a full collection. */
const mostSeen = 4096

/** A page enters with its second request, so walks and random loads displace nothing and cost no copy. */
export class PageCache {
  readonly #most: number
  readonly #pages = new Map<string, CachedPage & { isUsed: boolean }>()
  bytes = 0
  #seen = new Set<number>()
  #seenBefore = new Set<number>()
  #isGathering = false
  hits = 0

  /** @param most bytes; 0 switches the cache off */
  constructor(most: number) {
    this.#most = most
  }

  /** Undefined if the response must not come from the cache. */
  keyOf(request: FastifyRequest): string | undefined {
    const isFixed = this.#most > 0 && request.method === 'GET' && request.raw.record.tenant!.clock.frozen
    return isFixed ? keyOf(request) : undefined
  }

  find(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (page === undefined) return undefined
    this.hits++
    page.isUsed = true
    return page
  }

  /** Whether the page was requested before. */
  isWorth(etag: string): boolean {
    const hash = hashOf(etag)
    if (this.#seen.has(hash) || this.#seenBefore.has(hash)) return true
    if (this.#seen.size >= mostSeen) {
      this.#seenBefore = this.#seen
      this.#seen = new Set()
    }
    this.#seen.add(hash)
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
    this.#pages.set(key, { ...sent, body: copyOf(body), isUsed: false })
    this.bytes += size
    this.#shrink()
  }

  /** A page that was requested since the last pass stays: moving it on every request costs more. */
  #shrink(): void {
    for (const [oldest, page] of this.#pages) {
      if (this.bytes <= this.#most) break
      this.#pages.delete(oldest)
      if (page.isUsed) this.#pages.set(oldest, Object.assign(page, { isUsed: false }))
      else this.bytes -= sizeOf(oldest, page.body)
    }
  }
}

/** FNV-1a, in 30 bits that V8 does not allocate. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x0100_0193)
  return hash >>> 2
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

/** Store and settings are constant in a process; a recreated tenant has a new number. */
function keyOf(request: FastifyRequest): string {
  const { tenant, key, accepted } = request.raw.record
  const { clock, latest, number } = tenant!
  const encoding = accepted?.encoding ? `${accepted.encoding} ${accepted.threshold}` : ''
  return `${number} ${clock.now()} ${clock.mode} ${latestOf(latest)} ${encoding}\n${key?.key ?? ''}\n${fullUrl(request)}`
}

function latestOf(latest: LatestVersions): string {
  let versions = ''
  for (const commodity in latest) versions += `${latest[commodity]},`
  return versions
}
