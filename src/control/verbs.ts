import { clockVerbs } from './clock/clock-verbs.ts'
import { faultVerbs } from './faults/fault-verbs.ts'
import { journalVerbs } from './journal/journal-verbs.ts'
import { reportVerbs } from './report/report-verbs.ts'
import { scenarioVerbs } from './scenarios/scenario-verbs.ts'
import { stateVerbs } from './tenants/tenant-state.ts'
import { tenantVerbs } from './tenants/tenant-verbs.ts'
import type { Verb } from './verb.ts'

export const verbs: readonly Verb[] = [
  ...tenantVerbs,
  ...clockVerbs,
  ...faultVerbs,
  ...journalVerbs,
  ...reportVerbs,
  ...scenarioVerbs,
  ...stateVerbs,
]
