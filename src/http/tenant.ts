import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../control/tenant.ts'
import { Failure } from '../failure.ts'

/** The tenant that a request names by its base path, else the one that its key belongs to. */
export function tenantOf(request: FastifyRequest): Tenant {
  const { raw, headers, server } = request
  return raw.tenant === undefined ? server.state.tenants.ofKey(headers['x-api-key']) : tenantOfPath(request)
}

/** The tenant that a request names by its base path. Keys count for nothing where none is needed. */
export function tenantOfPath({ raw, server }: FastifyRequest): Tenant {
  const { tenants } = server.state
  return raw.tenant === undefined ? tenants.default : tenants.named(raw.tenant)
}

/** Refuses a base path of one tenant with the key of another. */
export function checkTenant({ tenant, key, server }: FastifyRequest): void {
  if (server.state.tenants.ofKey(key!.key) === tenant) return
  throw new Failure(
    'wrongTenant',
    `the API key in the header X-Api-Key does not belong to the tenant ${tenant!.name} that the URL names`,
  )
}

/** A clock that a test has set is also the clock of the header Date. */
export function setTenant(request: FastifyRequest, reply: FastifyReply, tenant: Tenant): void {
  request.tenant = tenant
  if (tenant.clock.isSet) reply.header('date', new Date(tenant.clock.now()).toUTCString())
}
