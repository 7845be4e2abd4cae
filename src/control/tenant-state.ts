import { type Static, Type } from '@sinclair/typebox'
import { Failure } from '../failure.ts'
import { formatTime, parseTime } from '../market/time.ts'
import { FaultRule, faultId, mostRules } from './faults/fault-schemas.ts'
import type { Tenant } from './tenant.ts'

const closed = { additionalProperties: false }
const Instant = Type.String({ format: 'date-time' })

export const TenantDocument = Type.Object(
  {
    clock: Type.Object(
      {
        now: Instant,
        rate: Type.Number({ minimum: 0, maximum: 86_400 }),
        mode: Type.Union([Type.Literal('server'), Type.Literal('live'), Type.Literal('set')]),
      },
      { ...closed, description: '`now` and `rate` are ignored unless the mode is `set`' },
    ),
    scenario: Type.Union([Type.String(), Type.Null()], { description: 'the scenario to which the clock last moved' }),
    faults: Type.Array(
      Type.Object(
        {
          ...FaultRule.properties,
          id: faultId,
          seen: Type.Integer({ minimum: 0, maximum: 1e6, description: 'matching requests counted by the rule' }),
          began: Type.Optional(Type.String({ format: 'date-time', description: 'start of `until.for`' })),
        },
        closed,
      ),
      { maxItems: mostRules },
    ),
    window: Type.Union(
      [Type.Object({ requests: Type.Integer({ minimum: 0, maximum: 1e9 }), began: Instant }, closed), Type.Null()],
      { description: 'window of the rate limit, if measured by the clock of the tenant' },
    ),
  },
  { ...closed, title: 'State', description: 'all state that answers depend on, except the market' },
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
  await tenant.inTurn(() => apply(tenant, document))
}

async function apply(tenant: Tenant, { clock, scenario, faults, window }: TenantDocument): Promise<void> {
  if (clock.mode === 'set') await tenant.setClock(Math.floor(parseTime(clock.now)!), clock.rate)
  else if (clock.mode === 'live') await tenant.followRealTime()
  else tenant.clock.follow()
  tenant.faults.replace(faults)
  tenant.scenario = scenario
  tenant.counts?.clear()
  if (window !== null)
    tenant.counts!.open(tenant.key!.key, { current: window.requests, began: Math.floor(parseTime(window.began)!) })
}
