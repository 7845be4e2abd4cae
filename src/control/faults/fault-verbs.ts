import { type Static, Type } from '@sinclair/typebox'
import { verb } from '../verb.ts'
import { FaultChange, FaultRule, FaultRules, faultId, mostRules } from './fault-schemas.ts'

const path = '/sandbox/tenants/:tenant/faults'

export const RuleState = Type.Object(
  { ...FaultRule.properties, id: faultId, seen: Type.Integer({ description: 'number of matching requests so far' }) },
  { title: 'Fault', description: 'an active rule' },
)
export type RuleState = Static<typeof RuleState>
const RuleStates = Type.Object({ faults: Type.Array(RuleState) })

export const Scheduled = Type.Object(
  {
    id: Type.String(),
    from: Type.Integer({ description: 'ordinal of the next matching request' }),
    to: Type.Integer(),
    faults: Type.Array(Type.Object({ ordinal: Type.Integer(), delay: Type.Optional(Type.String()) })),
  },
  { title: 'Schedule', description: 'which of the next matching requests a rule makes fail' },
)
export type Scheduled = Static<typeof Scheduled>

export const ScheduleQuery = Type.Object({ n: Type.Integer({ minimum: 1, maximum: 10_000, default: 50 }) })

const example = { id: 'f1', when: { operation: 'listTrades' }, on: { first: 2 }, do: { status: 503, retry_after: 1 } }

export const faultVerbs = [
  verb({
    id: 'listFaults',
    method: 'GET',
    path,
    summary: 'Faults of a tenant',
    description: 'The rules in the order in which they are matched.',
    reply: RuleStates,
    run: ({ tenant }) => ({ faults: tenant.faults.list() }),
  }),
  verb({
    id: 'replaceFaults',
    method: 'PUT',
    path,
    summary: 'Replace all faults',
    description: `At most ${mostRules} rules. Every rule restarts its count at 1.`,
    body: FaultRules,
    largest: 1 << 20,
    example: [example],
    reply: RuleStates,
    run: ({ tenant, body }) => {
      tenant.faults.replace(body as FaultRule[])
      return { faults: tenant.faults.list() }
    },
  }),
  verb({
    id: 'addFault',
    method: 'POST',
    path,
    summary: 'Add a fault',
    description:
      'Rules are tried in order; the first that matches the request and whose `on` selects it applies. An affected response has the header `X-Sandbox-Fault: <id>#<ordinal>`.',
    body: FaultRule,
    example,
    reply: RuleState,
    status: 201,
    conflict: 'id taken',
    run: ({ tenant, body }) => tenant.faults.add(body),
  }),
  verb({
    id: 'removeFaults',
    method: 'DELETE',
    path,
    summary: 'Remove all faults',
    run: ({ tenant }) => tenant.faults.clear(),
  }),
  verb({
    id: 'scheduleFaults',
    method: 'GET',
    path: `${path}/schedule`,
    summary: 'Upcoming faults',
    description:
      'For each rule, the ordinals among its next n matching requests that get the fault. Ignores `until.for`.',
    query: ScheduleQuery,
    reply: Type.Object({ schedule: Type.Array(Scheduled) }),
    isLong: true,
    run: ({ tenant, query }) => ({ schedule: tenant.faults.schedules(query.n as number) }),
  }),
  verb({
    id: 'changeFault',
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change a fault',
    description: 'Replaces the given parts and restarts the count of the rule at 1.',
    body: FaultChange,
    example: { do: { status: 500 } },
    reply: RuleState,
    run: ({ tenant, params, body }) => tenant.faults.change(params.id!, body),
  }),
  verb({
    id: 'removeFault',
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Remove a fault',
    run: ({ tenant, params }) => tenant.faults.remove(params.id!),
  }),
]
