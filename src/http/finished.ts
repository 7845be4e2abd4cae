import type { FastifyReply, FastifyRequest } from 'fastify'
import { elapsed } from '../clock.ts'
import type { Finished } from '../control/finished.ts'
import type { ServedTenant } from '../control/served.ts'
import type { Answer } from '../operations/answer.ts'
import { isControlPath } from './control-routes.ts'
import { tenantOf } from './tenant.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request was not for a page. */
    walk: Pick<Answer, 'origin' | 'page' | 'last'> | null
    /** Null if content-length holds the size. */
    bytes: number | null
    /** The applied fault, as `<id>#<ordinal>`. */
    fault: string | null
    effects: readonly string[] | null
    refusal: string | null
  }
}

export function journalAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const tenant = request.tenant ?? tenantOfUnrouted(request)
  const recorder = tenant?.recorder
  // Journals are about clients, so they omit requests of the console.
  if (recorder === undefined || request.headers['x-sandbox-console'] !== undefined) return
  const sent = recorder.isOrdered ? (reply.raw.sent ?? elapsed()) : 0
  recorder.add(finishedOf(request, reply, tenant!), sent)
}

/** Null for requests about the server itself. */
function tenantOfUnrouted(request: FastifyRequest): ServedTenant | null {
  const isLost = request.routeOptions.url === undefined && !isControlPath(request.url)
  if (!isLost) return null
  try {
    return tenantOf(request)
  } catch {
    return null
  }
}

function finishedOf(request: FastifyRequest, reply: FastifyReply, tenant: ServedTenant): Finished {
  const { raw, headers, key, walk, place } = request
  const ended = Date.now()
  return {
    operation: request.routeOptions.config?.operation ?? null,
    method: request.method,
    url: raw.basePath ? raw.basePath + request.url : request.url,
    // Loops over the names would take 0.3 µs more.
    headers: {
      accept: headers.accept ?? null,
      'accept-encoding': (headers['accept-encoding'] as string | undefined) ?? null,
      'if-none-match': headers['if-none-match'] ?? null,
      'user-agent': headers['user-agent'] ?? null,
      'x-request-id': (headers['x-request-id'] as string | undefined) ?? null,
      'x-sandbox-fault': (headers['x-sandbox-fault'] as string | undefined) ?? null,
    },
    answered: {
      'content-encoding': headerOf(reply, 'content-encoding'),
      'content-type': headerOf(reply, 'content-type'),
      etag: headerOf(reply, 'etag'),
      'retry-after': headerOf(reply, 'retry-after'),
    },
    secret: (headers['x-api-key'] as string | undefined) ?? null,
    key: key === null ? null : key.name,
    region: place === undefined ? 'eu' : place.region,
    status: reply.statusCode,
    bytes: request.bytes ?? Number(reply.getHeader('content-length') ?? 0),
    records: request.rows,
    fault: request.fault,
    effects: request.effects ?? [],
    walk: walk === null ? null : { origin: walk.origin(), page: walk.page, last: walk.last },
    refusal: request.refusal,
    complete: request.answered,
    began: ended - Math.round(reply.elapsedTime),
    ended,
    time: tenant.clock.now(),
  }
}

function headerOf(reply: FastifyReply, name: string): string | null {
  const value = reply.getHeader(name)
  return value === undefined ? null : String(value)
}
