import type { Context, View } from '../operations/context.ts'
import type { Counting } from './counts.ts'
import type { FaultPreset } from './faults/fault-presets.ts'
import type { Do } from './faults/fault-schemas.ts'
import type { Fault } from './faults/faults.ts'
import type { RequestFacts } from './faults/rule.ts'
import type { Finished } from './finished.ts'
import type { TenantClock } from './tenant-clock.ts'

/** Decides which fault a request gets; another thread or replica may have to be asked. */
export interface FaultSource {
  hit(facts: RequestFacts): Fault | undefined | Promise<Fault | undefined>
  asked(effect: Do): Fault | Promise<Fault>
}

/** Takes the finished requests of a tenant. */
export interface Recorder {
  add(finished: Finished): void
  /** Whether requests of several threads have to be put in order. */
  readonly isOrdered: boolean
}

/** What the answers to a tenant's requests need of it. */
export interface ServedTenant {
  readonly name: string
  /** Its own within this process: a later tenant with the same name has another one. */
  readonly number: number
  readonly clock: TenantClock
  readonly view: View
  readonly context: Context
  /** What its answers depend on besides clock and question. */
  readonly variant: string
  /** Counts its requests; undefined while its clock is that of the server. */
  readonly counts: Counting | undefined
  /** Whether it has any fault rule. */
  readonly isFaulty: boolean
  readonly faults: FaultSource
  faultsOf(preset: FaultPreset): FaultSource
  /** Records its requests; undefined before the first reader of its journal. */
  readonly recorder: Recorder | undefined
  /** Lets the data grow with a running clock. */
  catchUp(): void
}

/** The tenants of a server, as requests find them. */
export interface ServedTenants {
  readonly default: ServedTenant
  /** The tenant of a key, known or not. */
  ofKey(key: unknown): ServedTenant
  /** @throws Failure if there is none with this name */
  named(name: string): ServedTenant
}
