import type { FastifyReply, FastifyRequest } from 'fastify'
import { elapsed } from '../base/clock.ts'
import { type Finished, type Picked, requestHeaders, responseHeaders } from '../control/journal/journal-entry.ts'
import type { ServedTenant } from '../control/tenants/served-tenant.ts'
import { isOfConsole } from './control/control-access.ts'
import { isControlPath } from './control/control-routes.ts'
import { urlOf } from './observe/log.ts'
import { tenantOf } from './request-tenant.ts'

export function journalAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { record } = request.raw
  const tenant = record.tenant ?? tenantOfUnrouted(request)
  const recorder = tenant?.recorder
  if (recorder === undefined || isOfConsole(request, request.server.state.access)) return
  const sent = recorder.isOrdered ? (record.sent ?? elapsed()) : 0
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
  const { headers } = request
  const { record } = request.raw
  const { key, walk, kept } = record
  const ended = Date.now()
  return {
    operation: request.routeOptions.config?.operation ?? null,
    method: request.method,
    url: urlOf(request),
    headers: picked(requestHeaders, name => headers[name]),
    answered: picked(responseHeaders, name => reply.getHeader(name)),
    secret: (headers['x-api-key'] as string | undefined) ?? null,
    key: key === null ? null : key.name,
    region: record.place.region,
    status: reply.statusCode,
    bytes: record.bytes ?? Number(reply.getHeader('content-length') ?? 0),
    records: record.rows,
    fault: record.fault,
    effects: record.effects,
    walk: walk === null ? null : { origin: walk.origin(), page: walk.page, last: walk.last },
    refusal: record.refusal,
    complete: record.answered,
    ...(kept && { body: Buffer.concat(kept) }),
    began: ended - Math.round(reply.elapsedTime),
    ended,
    time: tenant.clock.now(),
  }
}

function picked<const Names extends readonly string[]>(names: Names, read: (name: string) => unknown): Picked<Names> {
  const found: Record<string, string | null> = {}
  for (const name of names) found[name] = read(name)?.toString() ?? null
  return found as Picked<Names>
}
