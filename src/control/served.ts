import type { Context, View } from '../operations/context.ts'
import type { Counting } from './counts.ts'
import type { FaultPreset } from './faults/fault-presets.ts'
import type { Do } from './faults/fault-schemas.ts'
import type { Fault } from './faults/faults.ts'
import type { RequestFacts } from './faults/rule.ts'
import type { Finished } from './finished.ts'
import type { TenantClock } from './tenant-clock.ts'

/** Decides which fault a request gets; may have to ask another thread or replica. */
export interface FaultSource {
  hit(facts: RequestFacts): Fault | undefined | Promise<Fault | undefined>
  asked(effect: Do): Fault | Promise<Fault>
}

/** Accepts the finished requests of a tenant. */
export interface Recorder {
  add(finished: Finished): void
  /** Whether requests of several threads must be ordered. */
  readonly isOrdered: boolean
}

/** Properties of a tenant that answers depend on. */
export interface ServedTenant {
  readonly name: string
  /** Unique within this process: a later tenant with the same name has another number. */
  readonly number: number
  readonly clock: TenantClock
  readonly view: View
  readonly context: Context
  /** Cache variant: what answers depend on besides clock and query. */
  readonly variant: string
  /** Request counts; undefined while the clock is the server's. */
  readonly counts: Counting | undefined
  /** Whether it has any fault rule. */
  readonly isFaulty: boolean
  readonly faults: FaultSource
  faultsOf(preset: FaultPreset): FaultSource
  /** Records requests; undefined before the journal's first reader. */
  readonly recorder: Recorder | undefined
  /** Extends the data before a running clock passes their end. */
  catchUp(): void
}

/** The tenants of a server, for serving requests. */
export interface ServedTenants {
  readonly default: ServedTenant
  /** The tenant of a key, known or not. */
  ofKey(key: unknown): ServedTenant
  /** @throws Failure if there is none with this name */
  named(name: string): ServedTenant
}
