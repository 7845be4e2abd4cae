import { type Static, Type } from '@sinclair/typebox'
import { Failure } from '../../base/failure.ts'
import { formatTime, parseTime } from '../../market/time.ts'
import { FaultRule, faultId, mostRules } from '../faults/fault-schemas.ts'
import { instant } from '../time-schemas.ts'
import { verb } from '../verb.ts'
import type { Tenant } from './tenant.ts'

const mostSeen = 1e12
/** Drawing a million faults again takes 13 ms. */
const mostRecounted = 10_000
const closed = { additionalProperties: false }

export const TenantDocument = Type.Object(
  {
    clock: Type.Object(
      {
        now: instant(),
        rate: Type.Number({ minimum: 0, maximum: 86_400 }),
        mode: Type.Union([Type.Literal('server'), Type.Literal('live'), Type.Literal('set')]),
      },
      { ...closed, description: '`now` and `rate` are ignored unless the mode is `set`' },
    ),
    scenario: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
      description: 'the scenario to which the clock last moved',
    }),
    faults: Type.Array(
      Type.Object(
        {
          ...FaultRule.properties,
          id: faultId,
          seen: Type.Integer({ minimum: 0, maximum: mostSeen, description: 'matching requests counted by the rule' }),
          struck: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: mostSeen,
              description: `faults among them, if \`until.count\` is set; required if \`seen\` is above ${mostRecounted}`,
            }),
          ),
          began: Type.Optional(instant({ description: 'start of `until.for`' })),
        },
        closed,
      ),
      { maxItems: mostRules },
    ),
    window: Type.Union(
      [
        Type.Object({ requests: Type.Integer({ minimum: 0, maximum: mostSeen }), began: instant() }, closed),
        Type.Null(),
      ],
      { description: 'window of the rate limit, if measured by the clock of the tenant' },
    ),
  },
  { ...closed, title: 'State', description: 'all state that responses depend on, except the market' },
)
export type TenantDocument = Static<typeof TenantDocument>

export function stateOf(tenant: Tenant): TenantDocument {
  const open = tenant.key && tenant.counts?.get(tenant.key.key)
  return {
    clock: tenant.clock.toJSON(),
    scenario: tenant.scenario,
    faults: tenant.faults.list().map(rule => rule.document()),
    window: open ? { requests: open.current, began: formatTime(open.began) } : null,
  }
}

/** @throws Failure if a part is invalid; the state then stays unchanged */
export async function restore(tenant: Tenant, document: TenantDocument): Promise<void> {
  const { clock, faults, window } = document
  if (window !== null && (tenant.key === null || clock.mode !== 'set'))
    throw new Failure(
      'badParameter',
      'window must be null unless the clock of the tenant is set and the tenant has a key',
    )
  tenant.faults.check(faults)
  for (const [n, rule] of faults.entries()) checkCounts(`faults.${n}.struck`, rule)
  await tenant.inTurn(() => apply(tenant, document))
}

function checkCounts(label: string, { seen, struck, until }: TenantDocument['faults'][number]): void {
  if (struck !== undefined && struck > seen)
    throw new Failure('badParameter', `${label} must be at most seen, which is ${seen}, not ${struck}`)
  if (struck === undefined && until?.count !== undefined && seen > mostRecounted)
    throw new Failure('badParameter', `${label} is required with until.count if seen is above ${mostRecounted}`)
}

async function apply(tenant: Tenant, { clock, scenario, faults, window }: TenantDocument): Promise<void> {
  if (clock.mode === 'set') await tenant.setClock(Math.floor(parseTime(clock.now)!), clock.rate)
  else if (clock.mode === 'live') await tenant.followRealTime()
  else tenant.clock.course = 'server'
  tenant.faults.replace(faults)
  tenant.scenario = scenario
  tenant.counts?.clear()
  if (window !== null)
    tenant.counts!.open(tenant.key!.key, { current: window.requests, began: Math.floor(parseTime(window.began)!) })
}

const path = '/sandbox/tenants/:tenant/state'

export const stateVerbs = [
  verb({
    id: 'getState',
    method: 'GET',
    path,
    summary: 'State of a tenant',
    description:
      'Clock, scenario, faults and rate limit as one document. With the same seed and the same requests, a restored state repeats a run byte for byte.',
    reply: TenantDocument,
    run: ({ tenant }) => stateOf(tenant),
  }),
  verb({
    id: 'setState',
    method: 'PUT',
    path,
    summary: 'Restore a state',
    body: TenantDocument,
    largest: 1 << 20,
    example: {
      clock: { now: '2026-01-30T12:00:00.000Z', rate: 0, mode: 'set' },
      scenario: null,
      faults: [{ id: 'f1', do: { status: 503 }, seen: 2 }],
      window: null,
    },
    reply: TenantDocument,
    run: async ({ tenant, body }) => {
      await restore(tenant, body)
      return stateOf(tenant)
    },
  }),
]
