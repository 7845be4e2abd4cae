import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { day } from '../market/time.ts'
import type { PageQuery } from '../operations/page.ts'
import { clientOrigin } from '../operations/sandbox.ts'

/** What HTTP caches are told of a page. */
export interface Caching {
  /** A validator that is known before a row is read; absent where the answer to the same question differs each time. */
  etag?: string
  control: string
}

/** Later than any interval, confirmation or daily figure reaches back. Milliseconds. */
const settlingTime = 2 * day

/**
 * Tells caches what a page is worth. It is a function of the store, the clock and the question, so its tag is a hash of
 * these. Under a frozen clock the tag is strong: the same tag, the same bytes. Under a live one the answer's own time is
 * different in each, so that only pages of the settled past have one, and a weak one: the same records.
 */
export class Caches {
  readonly #clock: Clock
  readonly #store: string

  /** @param made all that answers are made from: the store, the settings, the program. */
  constructor(clock: Clock, made: readonly unknown[]) {
    this.#clock = clock
    this.#store = digestOf(JSON.stringify([...made, clock.frozen && clock.now()]))
  }

  /** @param asker what the page depends on beside its URL; null where anyone gets the same. */
  of(request: FastifyRequest, query: PageQuery, asker: string | null): Caching {
    const { frozen } = this.#clock
    const past = frozen ? query.until < query.now : isSettled(query)
    if (asker === null) return { ...(frozen && { etag: this.#tag(request, '') }), control: 'public, max-age=60' }
    if (!frozen) return { ...(past && { etag: `W/${this.#tag(request, asker)}` }), control: 'private, no-cache' }
    const control = past ? 'private, max-age=3600, immutable' : 'private, no-cache'
    return { etag: this.#tag(request, asker), control }
  }

  #tag(request: FastifyRequest, asker: string): string {
    const url = `${clientOrigin(request)}${request.raw.basePath ?? ''}${request.raw.url}`
    return tagOf(request, `${this.#store}\n${url}\n${asker}`)
  }
}

/** The strong tag of what these facts make. Each encoding of it has a tag of its own, since its bytes differ. */
export function tagOf({ accepted }: FastifyRequest, facts: string): string {
  return `"${digestOf(`${facts}\n${accepted?.encoding}`)}"`
}

/** 132 bits of SHA-256, 0.6 µs for a line. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

/** Whether no record of a page can change or be added any more. */
function isSettled({ until, now, parameters }: PageQuery): boolean {
  const { milliseconds = 0 } = (parameters.interval ?? {}) as { milliseconds?: number }
  return until + milliseconds + settlingTime < now
}

/** Whether If-None-Match names a tag, or any: RFC 9110, section 13.1.2, by which weak ones match strong ones. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some(part => ['*', bare, `W/${bare}`].includes(part.trim()))
}
