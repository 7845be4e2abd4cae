import type { FastifyRequest } from 'fastify'
import { digestOf } from '../../base/digest.ts'
import type { ServedTenant } from '../../control/tenants/served-tenant.ts'
import { day } from '../../market/time.ts'
import type { Answer } from '../../operations/answer.ts'
import type { AnyQuery } from '../../operations/paging/page.ts'
import { fullUrl } from '../request-record.ts'

export interface Caching {
  /** Absent if the response changes with time. */
  etag?: string | undefined
  control: string
}

/** Longer than any interval, confirmation or daily delay. Milliseconds. */
const settlingTime = 2 * day

/** Tags hash store, clock and question. Under a live clock only pages of the settled past have one, a weak one. */
export function cachingOf(
  request: FastifyRequest,
  { clock, variant }: ServedTenant,
  { query, asker }: Pick<Answer, 'query' | 'asker'>,
): Caching {
  const { frozen } = clock
  const past = frozen ? query.until < query.now : isSettled(query)
  const { inputs } = request.server.state
  const tag = () => tagOf(request, `${inputs}\n${frozen && clock.now()}\n${fullUrl(request)}\n${asker ?? ''}${variant}`)
  const etag = frozen ? tag() : past && asker !== null ? `W/${tag()}` : undefined
  // The clock may be set again, so no lifetime is safe.
  if (clock.isSet) return { etag, control: 'private, no-cache' }
  if (asker === null) return { etag, control: 'public, max-age=60' }
  return { etag, control: frozen && past ? 'private, max-age=3600, immutable' : 'private, no-cache' }
}

/** Each encoding has its own tag, since its bytes differ. */
export function tagOf({ raw }: FastifyRequest, facts: string): string {
  return `"${digestOf(`${facts}\n${raw.record.accepted?.encoding ?? ''}`)}"`
}

function isSettled({ until, now, parameters }: AnyQuery): boolean {
  const { milliseconds = 0 } = (parameters.interval ?? {}) as { milliseconds?: number }
  return until + milliseconds + settlingTime < now
}

/** Weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some(part => ['*', bare, `W/${bare}`].includes(part.trim()))
}
