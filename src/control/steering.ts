import { type Static, Type } from '@sinclair/typebox'
import { parseDuration } from '../market/duration.ts'
import { ClockChange, moveClock, Step, setClock } from './clock/clock-verbs.ts'
import { checkOperation } from './faults/check-rule.ts'
import { FaultChange, FaultRule, FaultRules } from './faults/fault-schemas.ts'
import { ScheduleQuery } from './faults/fault-verbs.ts'
import { JournalQuery } from './journal/journal-query.ts'
import { VerifyRequest } from './journal/verification/expectation.ts'
import { checkExpectations, verify } from './journal/verification/verify.ts'
import type { Powers } from './powers.ts'
import { reportOf } from './report/report.ts'
import { enterScenario, listScenarios, ScenarioChange } from './scenarios/scenario-verbs.ts'
import type { Tenant } from './tenants/tenant.ts'
import { restore, stateOf, TenantDocument } from './tenants/tenant-state.ts'
import { createTenant, limitsOf, TenantRequest, tenantReply } from './tenants/tenant-verbs.ts'
import { checkBody } from './verb.ts'

const { now, ...others } = TenantRequest.properties
export const TenantOptions = Type.Object({
  ...others,
  now: Type.Optional(Type.Union([now, Type.Date()], { description: now.description! })),
})
export type TenantOptions = Static<typeof TenantOptions>

const { status, ...filters } = JournalQuery.properties
export const JournalOptions = Type.Object({
  ...filters,
  status: Type.Optional(Type.Union([status, Type.Integer()], { description: status.description! })),
})
export type JournalOptions = Static<typeof JournalOptions>

/** The verbs for one tenant as methods, with the same checks. @param own the tenant, or a failure once it has ended */
function steeringOf(own: () => Tenant, powers: Powers) {
  return {
    clock: clockOf(own),
    faults: faultsOf(own),
    fail(rule: FaultRule) {
      checkBody(FaultRule, rule)
      return own().faults.add(rule).toJSON()
    },
    async scenario(name: string, at?: ScenarioChange['at']) {
      const change = { name, ...(at !== undefined && { at }) }
      checkBody(ScenarioChange, change)
      const tenant = own()
      await enterScenario(tenant, change)
      return tenant.clock.toJSON()
    },
    journal({ status, ...others }: JournalOptions = {}) {
      const query = { ...others, ...(status !== undefined && { status: String(status) }) }
      checkBody(JournalQuery, query)
      const tenant = own()
      checkOperation('operation', query.operation, tenant.operations)
      return tenant.journal.read(query)
    },
    clearJournal: () => own().journal.empty(),
    async verify(request: VerifyRequest) {
      checkBody(VerifyRequest, request)
      const tenant = own()
      checkExpectations(request, tenant.operations)
      return verify(tenant.journal, request)
    },
    limits: () => limitsOf(powers, own()),
    report: () => reportOf(own().journal.read()),
    reset: () => void powers.tenants.reset(own()),
    state: () => stateOf(own()),
    async restore(state: TenantDocument) {
      checkBody(TenantDocument, state)
      await restore(own(), state)
    },
  }
}

/** An invalid date is refused as the text that JavaScript shows for it. */
function timeText(now: string | Date): string {
  if (!(now instanceof Date)) return now
  return Number.isNaN(now.getTime()) ? String(now) : now.toISOString()
}

function clockOf(own: () => Tenant) {
  const move = async (by: string, sign: 1 | -1) => {
    checkBody(Step, { by })
    const tenant = own()
    await moveClock(tenant, sign * parseDuration(by)!)
    return tenant.clock.toJSON()
  }
  const change = async (body: ClockChange) => {
    checkBody(ClockChange, body)
    const tenant = own()
    await setClock(tenant, body)
    return tenant.clock.toJSON()
  }
  return {
    set: (now: string | Date, { rate }: { rate?: number } = {}) =>
      change({ now: timeText(now), ...(rate !== undefined && { rate }) }),
    advance: (by: string) => move(by, 1),
    back: (by: string) => move(by, -1),
    live: () => change({ now: 'live' }),
    state: () => own().clock.toJSON(),
  }
}

function faultsOf(own: () => Tenant) {
  const list = () =>
    own()
      .faults.list()
      .map(rule => rule.toJSON())
  return {
    list,
    replace(rules: FaultRule[]) {
      checkBody(FaultRules, rules)
      own().faults.replace(rules)
      return list()
    },
    change(id: string, change: FaultChange) {
      checkBody(FaultChange, change)
      return own().faults.change(id, change).toJSON()
    },
    remove: (id: string) => own().faults.remove(id),
    clear: () => own().faults.clear(),
    schedule(n = 50) {
      checkBody(ScheduleQuery, { n })
      return [...own().faults.schedules(n)]
    },
  }
}

/** @param url base URL of the data */
export function sandboxSteering(powers: Powers, url: string) {
  const { tenants } = powers
  return {
    ...steeringOf(() => tenants.default, powers),
    scenarios: () => listScenarios(powers, url),
    async tenant({ now, ...others }: TenantOptions = {}) {
      const request = { ...others, ...(now !== undefined && { now: timeText(now) }) }
      checkBody(TenantRequest, request)
      const tenant = await createTenant(tenants, request)
      const { tenant: name, key, url: own } = tenantReply(tenant, url)
      const steering = steeringOf(() => tenants.current(tenant), powers)
      return { name, key, url: own, ...steering, end: () => tenants.end(tenant) }
    },
  }
}
