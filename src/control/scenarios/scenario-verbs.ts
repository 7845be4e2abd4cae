import { type Static, Type } from '@sinclair/typebox'
import { formatTime } from '../../market/time.ts'
import { OneOf } from '../../operations/schemas.ts'
import { ClockState } from '../clock/clock-verbs.ts'
import type { Powers } from '../powers.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { verb } from '../verb.ts'
import { moments, scenarioNamed, scenariosOf, timeIn, urlFinder } from './scenarios.ts'

export const ScenarioReply = Type.Object(
  {
    name: Type.String({ description: 'unique name' }),
    title: Type.String(),
    subject: Type.String({ description: 'an instrument as `exchange/class/code`, or the address of a pool' }),
    start: Type.String({ format: 'date-time' }),
    end: Type.String({ format: 'date-time', description: 'exclusive' }),
    urls: Type.Array(Type.String({ format: 'uri' }), { description: 'requests that show the scenario' }),
  },
  { title: 'Scenario', description: 'a scenario of the market' },
)
export type ScenarioReply = Static<typeof ScenarioReply>

export const ScenarioChange = Type.Object(
  {
    name: Type.String({ maxLength: 100, description: 'scenario name, as listed by /sandbox/scenarios' }),
    at: Type.Optional(OneOf(moments, { description: 'position in its range; default `start`' })),
  },
  { additionalProperties: false },
)
export type ScenarioChange = Static<typeof ScenarioChange>

/** @param origin scheme, host and port of the data @throws Missing */
export function listScenarios({ tenants, families }: Powers, origin: string): ScenarioReply[] {
  const { context } = tenants.default
  const urlsOf = urlFinder(context, families, origin)
  const list = scenariosOf(context).map(scenario => {
    const { from, until, ...named } = scenario
    return { ...named, start: formatTime(from), end: formatTime(until), urls: urlsOf(scenario) }
  })
  context.store.coverage.refuse()
  return list
}

/** @throws Failure for an unknown name */
export async function enterScenario(tenant: Tenant, { name, at = 'start' }: ScenarioChange): Promise<void> {
  const scenario = await tenant.onceHeld(() => scenarioNamed(tenant.context, name))
  await tenant.inTurn(() => tenant.setClock(timeIn(scenario, at), 0))
  tenant.scenario = name
}

export const scenarioVerbs = [
  verb({
    id: 'listScenarios',
    method: 'GET',
    path: '/sandbox/scenarios',
    summary: 'Unusual market events',
    description:
      'Each scenario with its instrument or pool, its range, and URLs that show it. A store of your own has those of its table `scenario`.',
    reply: Type.Object({ scenarios: Type.Array(ScenarioReply) }),
    run: async ({ powers, tenant, origin }) => ({
      scenarios: await tenant.onceHeld(() => listScenarios(powers, origin)),
    }),
  }),
  verb({
    id: 'enterScenario',
    method: 'PUT',
    path: '/sandbox/tenants/:tenant/scenario',
    summary: 'Move a tenant to a scenario',
    description: 'Sets the clock of the tenant to the start, the middle or the end of the scenario.',
    body: ScenarioChange,
    example: { name: 'flash-crash', at: 'start' },
    reply: ClockState,
    run: async ({ tenant, body }) => {
      await enterScenario(tenant, body)
      return tenant.clock
    },
  }),
]
