import { type Static, Type } from '@sinclair/typebox'
import { Failure } from '../../base/failure.ts'
import { parseDuration } from '../../market/duration.ts'
import { formatTime, second } from '../../market/time.ts'
import { defaultLimit } from '../../plans/keys.ts'
import { ClockChange, ClockState, setClock } from '../clock/clock-verbs.ts'
import type { Powers } from '../powers.ts'
import { duration } from '../time-schemas.ts'
import { verb } from '../verb.ts'
import type { Tenant } from './tenant.ts'
import type { Tenants } from './tenants.ts'

const tenantName = '^[a-z0-9][a-z0-9_-]{0,39}$'

const Validation = Type.Union([Type.Literal('standard'), Type.Literal('strict'), Type.Literal('lenient')], {
  description: 'how strictly parameters are validated; default: as configured for the server',
})

export const TenantRequest = Type.Partial(
  Type.Object({
    name: Type.String({
      pattern: tenantName,
      rule: '1 to 40 lower-case letters, digits, _ and -, beginning with a letter or digit',
      description: 'an unused name; generated if omitted',
    }),
    now: ClockChange.properties.now,
    rate: ClockChange.properties.rate,
    limit: Type.Integer({ minimum: 1, maximum: 1e9, description: 'requests per minute' }),
    validation: Validation,
    ttl: duration({ description: 'lifetime in real time, longer than `PT0S`; default `PT1H`' }),
    like: Type.String({
      maxLength: 4096,
      description: 'an API key of this server whose plan is copied; default: access to everything',
    }),
  }),
  { additionalProperties: false },
)
export type TenantRequest = Static<typeof TenantRequest>

const TenantReply = Type.Object(
  {
    tenant: Type.String({ description: 'its name' }),
    key: Type.String({ description: 'its API key: send it in the header X-Api-Key' }),
    url: Type.String({
      format: 'uri',
      description: 'base URL of requests to the tenant; market data needs the key there too',
    }),
    expires: Type.String({ format: 'date-time', description: 'expiry in real time' }),
  },
  { title: 'NewTenant' },
)

const TenantState = Type.Object(
  {
    tenant: Type.String(),
    clock: ClockState,
    validation: Validation,
    expires: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { title: 'Tenant' },
)

const OwnTenant = Type.Object(
  {
    ...TenantState.properties,
    key: Type.Union([Type.String(), Type.Null()], {
      description: 'its API key; null for the tenant `default`, which has the keys of the server',
    }),
    url: TenantReply.properties.url,
  },
  { title: 'TenantWithKey' },
)

/** @throws Failure that names the invalid option; no tenant remains then */
export async function createTenant(tenants: Tenants, request: TenantRequest): Promise<Tenant> {
  const { now, rate, ttl, ...plan } = request
  if (ttl !== undefined && parseDuration(ttl) === 0) throw new Failure('badParameter', 'ttl must be longer than "PT0S"')
  const tenant = tenants.create(ttl === undefined ? plan : { ...plan, ttl: parseDuration(ttl)! })
  try {
    if (now !== undefined || rate !== undefined)
      await setClock(tenant, { ...(now !== undefined && { now }), ...(rate !== undefined && { rate }) })
    tenant.clock.beginHere()
  } catch (error) {
    tenants.end(tenant)
    throw error
  }
  return tenant
}

/** @param origin scheme, host and port of the data */
export function tenantReply({ name, key, expires }: Tenant, origin: string): Static<typeof TenantReply> {
  return { tenant: name, key: key!.key, url: `${origin}/t/${name}`, expires: formatTime(expires) }
}

export const Limit = Type.Object(
  {
    key: Type.String({ description: 'name of the key, never the key itself' }),
    limit: Type.Integer({ description: 'requests per minute' }),
    used: Type.Integer({ description: 'requests in the open window, refused ones included' }),
    resets_in: Type.Integer({ description: 'seconds to the end of the window; 0 if none is open' }),
  },
  { title: 'Limit', description: 'rate limit of a key, with the requests counted in its open window' },
)
export type Limit = Static<typeof Limit>

export function limitsOf({ tenants, counts }: Powers, tenant: Tenant): Limit[] {
  return tenants.keysOf(tenant).map(({ key, name, limit = defaultLimit }) => {
    const { current: used, left } = (tenant.counts ?? counts).read(key) ?? { current: 0, left: 0 }
    return { key: name, limit, used, resets_in: Math.ceil(left / second) }
  })
}

export const tenantVerbs = [
  verb({
    id: 'createTenant',
    method: 'POST',
    path: '/sandbox/tenants',
    summary: 'Create a tenant',
    description:
      "A tenant is an API key with its own clock, limits and faults over shared data: give each parallel test its own. A request for market data belongs to the tenant whose key it has; a request for reference data, which needs no key, belongs to a tenant only under the tenant's `url`. Market data needs the key there, too.",
    body: TenantRequest,
    example: { now: '2026-01-15T12:00:00Z', limit: 60 },
    reply: TenantReply,
    status: 201,
    conflict: 'name taken, or too many tenants',
    run: async ({ powers, body, origin }) => tenantReply(await createTenant(powers.tenants, body), origin),
  }),
  verb({
    id: 'listTenants',
    method: 'GET',
    path: '/sandbox/tenants',
    summary: 'Tenants of this server',
    reply: Type.Object({ tenants: Type.Array(TenantState) }),
    run: ({ powers }) => ({ tenants: powers.tenants.list() }),
  }),
  verb({
    id: 'getTenant',
    method: 'GET',
    path: '/sandbox/tenants/:tenant',
    summary: 'One tenant with its key',
    reply: OwnTenant,
    run: ({ tenant, origin }): Static<typeof OwnTenant> => ({
      ...tenant.toJSON(),
      key: tenant.key?.key ?? null,
      url: `${origin}/t/${tenant.name}`,
    }),
  }),
  verb({
    id: 'getLimits',
    method: 'GET',
    path: '/sandbox/tenants/:tenant/limits',
    summary: 'Rate limits of a tenant',
    description:
      'The limit of each key of the tenant and the requests counted against it. Reading them counts nothing.',
    reply: Type.Object({ limits: Type.Array(Limit) }),
    run: ({ powers, tenant }) => ({ limits: limitsOf(powers, tenant) }),
  }),
  verb({
    id: 'endTenant',
    method: 'DELETE',
    path: '/sandbox/tenants/:tenant',
    summary: 'End a tenant',
    description: 'Its key and URL stop working. The tenant `default` cannot be ended.',
    run: ({ powers, tenant }) => powers.tenants.end(tenant),
  }),
  verb({
    id: 'resetTenant',
    method: 'POST',
    path: '/sandbox/tenants/:tenant/reset',
    summary: 'Reset a tenant',
    description: 'Restores the initial clock, faults, journal, limits and scenario.',
    reply: TenantState,
    run: async ({ powers, tenant }) => {
      await powers.tenants.reset(tenant)
      return tenant
    },
  }),
]
