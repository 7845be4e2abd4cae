import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Finished } from '../control/finished.ts'
import type { Answer } from '../operations/answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer, if the request was for a page. */
    walk: Pick<Answer, 'walk' | 'page'> | null
    /** Bytes of the body, if not in content-length. */
    bytes: number | null
    /** The applied fault, as `<id>#<ordinal>`. */
    fault: string | null
    /** The failure, if refused. */
    refusal: string | null
  }
}

/** A finished request as the journal records it. */
export function finishedOf(request: FastifyRequest, reply: FastifyReply): Finished {
  const { raw, tenant, key, walk } = request
  const ended = Date.now()
  return {
    operation: request.routeOptions.config?.operation ?? null,
    method: request.method,
    url: (raw.basePath ?? '') + request.url,
    headers: request.headers,
    key: key?.name ?? null,
    region: request.place.region,
    status: reply.statusCode,
    bytes: request.bytes ?? Number(reply.getHeader('content-length') ?? 0),
    records: request.rows,
    fault: request.fault,
    walk: walk === null ? null : { id: walk.walk(), page: walk.page },
    refusal: request.refusal,
    complete: request.answered,
    began: ended - Math.round(reply.elapsedTime),
    ended,
    time: tenant!.clock.now(),
  }
}
