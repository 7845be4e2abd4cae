import type { Children } from './children.ts'
import type { Plan } from './options.ts'
import type { Failures } from './peers/failures.ts'

/** One run of the bench: what every measurement of it needs. */
export interface Bench {
  plan: Plan
  children: Children
  failures: Failures
}
