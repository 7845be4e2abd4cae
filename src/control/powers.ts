import type { ReadableCounts } from '../limits/counts.ts'
import type { Family } from '../operations/operation.ts'
import type { Tenants } from './tenants/tenants.ts'

export interface Powers {
  tenants: Tenants
  families: readonly Family[]
  /** Counts the requests of tenants whose clock is not set. */
  counts: ReadableCounts
}
