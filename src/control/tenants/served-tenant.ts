import type { Counting } from '../../limits/counts.ts'
import type { Context, View } from '../../operations/context.ts'
import type { LatestVersions } from '../../operations/dataset.ts'
import type { Validation } from '../../operations/parameters.ts'
import type { Key } from '../../plans/keys.ts'
import { TenantClock } from '../clock/tenant-clock.ts'
import type { FaultPreset } from '../faults/fault-presets.ts'
import type { Do } from '../faults/fault-schemas.ts'
import type { Fault } from '../faults/faults.ts'
import type { RequestFacts } from '../faults/rule.ts'
import type { Finished } from '../journal/journal-entry.ts'

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

export interface TenantPlan {
  name: string
  /** Null for the tenant of the server's own keys. */
  key: Key | null
  validation: Validation
  /** Expiry in real time. */
  expires: number
}

/** Real time before a running clock reaches the end of the data. */
const lead = 10_000

/** A tenant as requests see it, in any thread. Its clock runs over data that may reach further than the server's own. */
export abstract class ServedTenant implements View {
  readonly name: string
  readonly key: Key | null
  readonly expires: number
  readonly clock: TenantClock
  readonly validation: Validation
  readonly latest: LatestVersions
  /** Undefined while the clock is within the server's own data. */
  protected further: Context | undefined
  readonly #server: View
  #growing: Promise<void> | undefined

  /** @param server the view of tenants without a clock of their own */
  constructor({ name, key, validation, expires }: TenantPlan, server: View) {
    this.name = name
    this.key = key
    this.expires = expires
    this.#server = server
    this.clock = new TenantClock(server.clock)
    this.validation = validation
    this.latest = server.latest
  }

  /** A later tenant with the same name has another number. */
  abstract readonly number: number
  /** In place of the counts for all tenants; undefined if those count. */
  abstract readonly counts: Counting | undefined
  /** Whether any fault rule may apply. */
  abstract readonly isFaulty: boolean
  abstract readonly faults: FaultSource
  abstract faultsOf(preset: FaultPreset): FaultSource
  /** Undefined while the journal waits for a reader. */
  abstract readonly recorder: Recorder | undefined
  /** Whether its journal keeps the beginnings of bodies. */
  abstract readonly keepsBodies: boolean
  protected abstract own(): Context
  /** First time after the data. */
  protected abstract endOfData(): number
  /** Extends the data. */
  protected abstract reach(time: number): Promise<void>

  /** Source of responses: beyond the end of the server's data, a copy that reaches further. */
  get context(): Context {
    return (this.clock.differs ? this.further : undefined) ?? this.own()
  }

  /** What responses depend on besides clock and query. */
  get variant(): string {
    return this.validation === this.#server.validation ? '' : this.validation
  }

  get past(): boolean {
    return this.clock.differs || this.#server.past === true
  }

  /** A field, not a method, because readers destructure it. */
  readonly horizon = (): number => {
    if (!this.clock.differs) return this.#server.horizon()
    return Math.min(this.endOfData(), this.clock.now())
  }

  /** Extends the data before a running clock passes their end; resolves when they are there. */
  catchUp(): Promise<void> | undefined {
    const { rate } = this.clock
    if (rate === 0) return undefined
    const soon = this.clock.now() + rate * lead
    if (soon < this.endOfData()) return undefined
    // At the latest possible time a clock gets no further data; the tenant may have ended.
    this.#growing ??= this.reach(soon)
      .catch(() => {})
      .finally(() => {
        this.#growing = undefined
      })
    return this.#growing
  }
}
