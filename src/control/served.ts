import type { Counting } from '../limits/counts.ts'
import type { Context, View } from '../operations/context.ts'
import type { TenantClock } from './clock/tenant-clock.ts'
import type { FaultPreset } from './faults/fault-presets.ts'
import type { Do } from './faults/fault-schemas.ts'
import type { Fault } from './faults/faults.ts'
import type { RequestFacts } from './faults/rule.ts'
import type { Finished } from './journal/journal-entry.ts'

/** Decides which fault a request gets; may have to ask another thread or replica. */
export interface FaultSource {
  hit(facts: RequestFacts): Promise<Fault | undefined>
  asked(effect: Do): Promise<Fault>
}

export interface Recorder {
  /** @param sent time by `elapsed`, which orders requests of several threads */
  add(finished: Finished, sent: number): void
  /** Whether requests of several threads must be ordered. */
  readonly isOrdered: boolean
}

export interface ServedTenant extends View {
  readonly name: string
  /** A later tenant with the same name has another number. */
  readonly number: number
  readonly clock: TenantClock
  readonly context: Context
  /** What responses depend on besides clock and query. */
  readonly variant: string
  /** Undefined while the clock is the server's. */
  readonly counts: Counting | undefined
  /** Whether any fault rule may apply. */
  readonly isFaulty: boolean
  readonly faults: FaultSource
  faultsOf(preset: FaultPreset): FaultSource
  /** Undefined while the journal waits for a reader. */
  readonly recorder: Recorder | undefined
  /** Whether its journal keeps the beginnings of bodies. */
  readonly keepsBodies: boolean
  /** Extends the data before a running clock passes their end. */
  catchUp(): void
}

export interface ServedTenants {
  readonly default: ServedTenant
  /** Returns the default tenant for unknown keys. */
  ofKey(key: unknown): ServedTenant
  /** @throws Failure for an unknown name */
  named(name: string): ServedTenant
}
