import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../base/failure.ts'
import type { ServedTenant } from '../control/tenants/served-tenant.ts'
import { keepSent, noteSending } from './answer/sending.ts'

/** The tenant of the base path, or else of the key. */
export function tenantOf(request: FastifyRequest): ServedTenant {
  const { raw, headers, server } = request
  return raw.record.tenantName === undefined ? server.state.tenants.ofKey(headers['x-api-key']) : tenantOfPath(request)
}

export function tenantOfPath({ raw, server }: FastifyRequest): ServedTenant {
  const { tenants } = server.state
  const { tenantName } = raw.record
  return tenantName === undefined ? tenants.default : tenants.named(tenantName)
}

/** Refuses an unknown key, and a tenant's base path with another tenant's key. */
export function checkKey({ raw: { record }, headers, server }: FastifyRequest, tenant: ServedTenant): void {
  const { keys, tenants } = server.state
  record.key = keys.check(headers['x-api-key'], tenant.clock.now())
  if (tenants.ofKey(record.key.key) === tenant) return
  const right =
    tenant === tenants.default ? 'a key of the server' : 'the key that POST /sandbox/tenants returned for it'
  throw new Failure(
    'wrongTenant',
    `the API key in X-Api-Key does not belong to the tenant ${tenant.name} in the URL: send ${right}`,
  )
}

/** The fault that a request asks for. With a control token only the key of a tenant, made with that token, may ask. */
export function askedFault({ headers, server }: FastifyRequest): string | undefined {
  const { faultHeaders, tenants } = server.state
  const asked = headers['x-sandbox-fault']
  if (asked === undefined || faultHeaders === 'none') return undefined
  const mayAsk = faultHeaders === 'all' || tenants.ofKey(headers['x-api-key']) !== tenants.default
  return mayAsk ? String(asked) : undefined
}

/** A hint for a client whose header nothing reads. */
export function noteIgnoredFault(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['x-sandbox-fault'] === undefined || askedFault(request) !== undefined) return
  reply.header('x-sandbox-hint', 'ignored: X-Sandbox-Fault; SANDBOX_FAULT_HEADERS=true lets all requests have faults')
}

/** A set clock also sets the Date header. */
export function setTenant({ raw: { record } }: FastifyRequest, reply: FastifyReply, tenant: ServedTenant): void {
  record.tenant = tenant
  if (tenant.recorder?.isOrdered) noteSending(reply.raw, record)
  if (tenant.keepsBodies) keepSent(reply.raw, record)
  if (!tenant.clock.isSet) return
  reply.header('date', new Date(tenant.clock.now()).toUTCString())
  tenant.catchUp()
}
