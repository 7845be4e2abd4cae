import type { Family } from '../operations/operation.ts'
import type { ReadableCounts } from './counts.ts'
import type { Tenants } from './tenants.ts'

export interface Powers {
  tenants: Tenants
  families: readonly Family[]
  /** Counts the requests of tenants whose clock is not set. */
  counts: ReadableCounts
}
