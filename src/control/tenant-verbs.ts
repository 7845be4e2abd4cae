import { type Static, Type } from '@sinclair/typebox'
import { parseDuration } from '../market/duration.ts'
import { formatTime } from '../market/time.ts'
import { ClockChange, ClockState, setClock } from './clock-verbs.ts'
import type { Tenant } from './tenant.ts'
import type { Tenants } from './tenants.ts'
import { verb } from './verb.ts'

export const tenantName = '^[a-z0-9][a-z0-9_-]{0,39}$'

export const Validation = Type.Union([Type.Literal('standard'), Type.Literal('strict'), Type.Literal('lenient')], {
  description: 'how strictly parameters are read; as the server reads them where it is absent',
})

/** Options of a new tenant. */
export const TenantRequest = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        pattern: tenantName,
        rule: '1 to 40 lower-case letters, digits, _ and -, the first one a letter or a digit',
        description: 'a name that is not taken; made up where it is absent',
      }),
    ),
    now: ClockChange.properties.now,
    rate: ClockChange.properties.rate,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'requests a minute' })),
    validation: Type.Optional(Validation),
    ttl: Type.Optional(
      Type.String({ format: 'duration', description: 'how long it lives, in real time; `PT1H` where it is absent' }),
    ),
    like: Type.Optional(
      Type.String({ description: 'an API key of this server whose plan it has; everything where it is absent' }),
    ),
  },
  { additionalProperties: false },
)
export type TenantRequest = Static<typeof TenantRequest>

const TenantReply = Type.Object(
  {
    tenant: Type.String({ description: 'its name' }),
    key: Type.String({ description: 'its API key: send it in the header X-Api-Key' }),
    url: Type.String({ format: 'uri', description: 'base URL under which calls that need no key are its calls too' }),
    expires: Type.String({ format: 'date-time', description: 'when it ends by itself, in real time' }),
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

/** Creates a tenant and sets its clock. @throws Failure that names the invalid option; no tenant remains then */
export async function createTenant(tenants: Tenants, request: TenantRequest): Promise<Tenant> {
  const { now, rate, ttl, ...plan } = request
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

/** Connection details of a new tenant. @param origin scheme, host and port of the data */
export function introduce({ name, key, expires }: Tenant, origin: string): Static<typeof TenantReply> {
  return { tenant: name, key: key!.key, url: `${origin}/t/${name}`, expires: formatTime(expires) }
}

export const tenantVerbs = [
  verb({
    id: 'createTenant',
    method: 'POST',
    path: '/sandbox/tenants',
    summary: 'Create a tenant',
    description:
      'A tenant is an API key with a clock, limits and faults of its own over the same data: parallel tests take one each. Its URL serves calls that need no key.',
    body: TenantRequest,
    example: { now: '2026-01-15T12:00:00Z', limit: 60 },
    reply: TenantReply,
    status: 201,
    run: async ({ powers, body, origin }) => introduce(await createTenant(powers.tenants, body), origin),
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
    summary: 'One tenant',
    reply: TenantState,
    run: ({ tenant }) => tenant,
  }),
  verb({
    id: 'endTenant',
    method: 'DELETE',
    path: '/sandbox/tenants/:tenant',
    summary: 'End a tenant',
    description: 'Its key and its URL are unknown from then on. The tenant `default` does not end.',
    run: ({ powers, tenant }) => powers.tenants.end(tenant),
  }),
  verb({
    id: 'resetTenant',
    method: 'POST',
    path: '/sandbox/tenants/:tenant/reset',
    summary: 'Reset a tenant',
    description: 'Clock, faults, journal, limits and scenario are as at the start.',
    reply: TenantState,
    run: ({ tenant }) => {
      tenant.reset()
      return tenant
    },
  }),
]
