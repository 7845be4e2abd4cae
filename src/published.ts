/** Schemas whose types `index.ts` publishes. `npm run build` writes them into its declarations. */
export { ClockState } from './control/clock/clock-verbs.ts'
export {
  Do as FaultEffect,
  FaultRule,
  On as FaultSelection,
  Until as FaultEnd,
  When as FaultCondition,
} from './control/faults/fault-schemas.ts'
export { RuleState as Fault, Scheduled as FaultSchedule } from './control/faults/fault-verbs.ts'
export { JournalEntry } from './control/journal/journal-entry.ts'
export { Expectation, Verification, VerifyRequest } from './control/journal/verification/expectation.ts'
export { Report } from './control/report/report.ts'
export { ScenarioReply as Scenario } from './control/scenarios/scenario-verbs.ts'
export { JournalOptions as JournalQuery, TenantOptions } from './control/steering.ts'
export { TenantDocument as SandboxState } from './control/tenants/tenant-state.ts'
export { Limit } from './control/tenants/tenant-verbs.ts'
export { Key as SandboxKey } from './plans/keys.ts'
export { SandboxOptions } from './settings.ts'
