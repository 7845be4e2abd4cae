import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Finished } from '../control/finished.ts'
import type { Answer } from '../operations/answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer that it got, where it asked for a page of an operation. */
    walk: Pick<Answer, 'walk' | 'page'> | null
    /** Bytes of the body that were sent, where the header content-length does not say. */
    bytes: number | null
    /** The fault that touched its answer, as `<id>#<ordinal>`. */
    fault: string | null
    /** Why it was refused. */
    refusal: string | null
  }
}

/** What a reader of the journal is given of a request whose answer is out. */
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
