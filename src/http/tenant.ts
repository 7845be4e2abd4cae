import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedTenant } from '../control/served.ts'
import { Failure } from '../failure.ts'
import { noteSending } from './sending.ts'

/** The tenant of the base path, or else of the key. */
export function tenantOf(request: FastifyRequest): ServedTenant {
  const { raw, headers, server } = request
  return raw.tenant === undefined ? server.state.tenants.ofKey(headers['x-api-key']) : tenantOfPath(request)
}

export function tenantOfPath({ raw, server }: FastifyRequest): ServedTenant {
  const { tenants } = server.state
  return raw.tenant === undefined ? tenants.default : tenants.named(raw.tenant)
}

/** Refuses a tenant's base path with another tenant's key. */
export function checkTenant({ tenant, key, server }: FastifyRequest): void {
  const { tenants } = server.state
  if (tenants.ofKey(key!.key) === tenant) return
  const right =
    tenant === tenants.default ? 'a key of the server' : 'the key that POST /sandbox/tenants returned for it'
  throw new Failure(
    'wrongTenant',
    `the API key in X-Api-Key does not belong to the tenant ${tenant!.name} in the URL: send ${right}`,
  )
}

/** A set clock also sets the Date header. */
export function setTenant(request: FastifyRequest, reply: FastifyReply, tenant: ServedTenant): void {
  request.tenant = tenant
  if (tenant.recorder?.isOrdered) noteSending(reply.raw)
  if (!tenant.clock.isSet) return
  reply.header('date', new Date(tenant.clock.now()).toUTCString())
  tenant.catchUp()
}
