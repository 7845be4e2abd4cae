import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Tenant } from '../control/tenant.ts'
import { digestOf } from '../digest.ts'
import { day } from '../market/time.ts'
import type { Answer } from '../operations/answer.ts'
import type { PageQuery } from '../operations/page.ts'
import { clientOrigin } from './client-url.ts'

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
  readonly #made: string

  /** @param made everything beside clock and question that answers are made from: the store, the settings, the program. */
  constructor(made: readonly unknown[]) {
    this.#made = digestOf(JSON.stringify(made))
  }

  of(request: FastifyRequest, { clock, variant }: Tenant, { query, asker }: Pick<Answer, 'query' | 'asker'>): Caching {
    const { frozen } = clock
    const past = frozen ? query.until < query.now : isSettled(query)
    const tag = () => this.#tag(request, clock, `${asker ?? ''}${variant}`)
    // The clock may be set again, which no lifetime foresees.
    if (clock.isSet)
      return {
        ...((frozen || (past && asker !== null)) && { etag: frozen ? tag() : `W/${tag()}` }),
        control: 'private, no-cache',
      }
    if (asker === null) return { ...(frozen && { etag: tag() }), control: 'public, max-age=60' }
    if (!frozen) return { ...(past && { etag: `W/${tag()}` }), control: 'private, no-cache' }
    const control = past ? 'private, max-age=3600, immutable' : 'private, no-cache'
    return { etag: tag(), control }
  }

  #tag(request: FastifyRequest, clock: Clock, asker: string): string {
    const url = `${clientOrigin(request)}${request.raw.basePath ?? ''}${request.raw.url}`
    return tagOf(request, `${this.#made}\n${clock.frozen && clock.now()}\n${url}\n${asker}`)
  }
}

/** The strong tag of what these facts make. Each encoding of it has a tag of its own, since its bytes differ. */
export function tagOf({ accepted }: FastifyRequest, facts: string): string {
  return `"${digestOf(`${facts}\n${accepted?.encoding}`)}"`
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
