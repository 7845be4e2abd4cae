import type { Key } from '../keys.ts'
import { formatTime } from '../market/time.ts'
import type { Context, View } from '../operations/context.ts'
import type { LatestVersions } from '../operations/dataset.ts'
import type { Validation } from '../operations/parameters.ts'
import { Counts } from './counts.ts'
import { type FaultPreset, faultPresets } from './faults/fault-presets.ts'
import { Faults, type SharedOrdinals } from './faults/faults.ts'
import { Journal } from './journal/journal.ts'
import type { JournalSpace } from './journal/journal-space.ts'
import { TenantClock } from './tenant-clock.ts'
import type { Timeline } from './timeline.ts'

/** What all tenants of a server have in common. */
export interface Ground {
  timeline: Timeline
  /** The view of a tenant that nobody steers. */
  view: View
  /** What the world is made from. */
  seed: string
  /** The ids of all operations. */
  operations: ReadonlySet<string>
  /** Where replicas count the ordinals of faults together. */
  ordinals: SharedOrdinals | undefined
  journals: JournalSpace
  /** Whether a text is a key of this server: journals hide it. */
  isKey(text: string): boolean
}

/** What a tenant is made with. */
export interface TenantPlan {
  name: string
  /** Its key; null is the tenant of the server's own keys. */
  key: Key | null
  validation: Validation
  /** When it ends by itself, in real time. Milliseconds since 1970 UTC. */
  expires: number
}

/** So much real time before a running clock passes the end of the data they begin to grow. Milliseconds. */
const lead = 10_000

/** One user of the server: an API key with a clock, limits and faults of its own over the shared store. */
export class Tenant {
  readonly name: string
  readonly key: Key | null
  readonly expires: number
  readonly clock: TenantClock
  readonly view: View
  /** The scenario that its clock was moved to last. */
  scenario: string | null = null
  readonly #ground: Ground
  #context: Context
  #growing: Promise<void> | undefined
  #counts: Counts | undefined
  #faults: Faults | undefined
  #journal: Journal | undefined
  readonly #presets = new Map<FaultPreset, Faults>()

  constructor(plan: TenantPlan, ground: Ground) {
    const { clock, latest, horizon } = ground.view
    this.name = plan.name
    this.key = plan.key
    this.expires = plan.expires
    this.clock = new TenantClock(clock)
    this.#ground = ground
    if (plan.key !== null) this.#journal = new Journal(ground.journals, ground.isKey)
    this.#context = ground.timeline.context
    const end = () => ground.timeline.endOf(this.#context)
    this.view = new TenantView(this.clock, end, horizon, plan.validation, latest)
  }

  /** What its answers are read from: once its clock was beyond the end of the server's data, a copy that reaches further. */
  get context(): Context {
    return this.clock.differs ? this.#context : this.#ground.timeline.context
  }

  /** Where its requests are counted; undefined while its clock is the server's. */
  get counts(): Counts | undefined {
    if (!this.clock.isSet) return undefined
    this.#counts ??= new Counts(() => this.clock.now())
    return this.#counts
  }

  /** Its fault rules. */
  get faults(): Faults {
    this.#faults ??= this.#newFaults(this.name)
    return this.#faults
  }

  /** Whether it has any rule: a request of a tenant without rules is compared with nothing. */
  get isFaulty(): boolean {
    return this.#faults !== undefined && !this.#faults.isEmpty
  }

  /**
   * Its latest requests. The tenant of the server's own keys has a journal from its first reader on: until then it would
   * cost every request 4 % for nothing. Other tenants have one from the start.
   */
  get journal(): Journal {
    this.#journal ??= new Journal(this.#ground.journals, this.#ground.isKey)
    return this.#journal
  }

  /** The journal, if there is one yet. */
  get keptJournal(): Journal | undefined {
    return this.#journal
  }

  /** The ids of all operations. */
  get operations(): ReadonlySet<string> {
    return this.#ground.operations
  }

  /** The faults that a key brings. */
  faultsOf(preset: FaultPreset): Faults {
    const known = this.#presets.get(preset)
    if (known) return known
    const made = this.#newFaults(`${this.name}/${preset}`)
    made.replace(faultPresets[preset])
    this.#presets.set(preset, made)
    return made
  }

  #newFaults(tenant: string): Faults {
    const { seed, operations, ordinals: shared } = this.#ground
    const now = () => (this.clock.isSet ? this.clock.now() : Date.now())
    return new Faults({ seed, tenant, operations, now, shared })
  }

  /** What its answers depend on beside clock and question: caches tell them apart by it. */
  get variant(): string {
    return this.view.validation === this.#ground.view.validation ? '' : this.view.validation
  }

  /** Resolves when the clock is there. @throws Failure where the data cannot reach that instant */
  async setClock(at: number, rate: number): Promise<void> {
    await this.#reach(at)
    this.clock.set(at, rate)
  }

  /** Lets the data grow with a clock that passes their end. */
  catchUp(): void {
    const { clock } = this
    if (clock.rate === 0 || clock.now() + clock.rate * lead < this.#ground.timeline.endOf(this.#context)) return
    // A clock that has come as far as clocks may come gets no further data.
    this.#growing ??= this.#reach(clock.now() + clock.rate * lead)
      .catch(() => {})
      .finally(() => {
        this.#growing = undefined
      })
  }

  async #reach(time: number): Promise<void> {
    const reached = await this.#ground.timeline.reach(time)
    if (reached !== this.#ground.timeline.context) this.#context = reached
  }

  async followRealTime(): Promise<void> {
    if (!this.#ground.view.clock.frozen) return this.clock.live()
    await this.#reach(Date.now())
    this.clock.live()
  }

  /** The end of the data, where a clock that is set to "seeded" stands. */
  get seeded(): number {
    return this.#ground.timeline.end()
  }

  /** As it was made. */
  reset(): void {
    this.clock.reset()
    this.#counts?.clear()
    this.#faults?.clear()
    this.#presets.clear()
    this.scenario = null
    this.#journal?.reset()
  }

  /** Lets go of what it shares with other tenants. */
  end(): void {
    if (this.#journal) this.#ground.journals.remove(this.#journal)
  }

  toJSON() {
    const { name, clock, view, expires } = this
    const until = Number.isFinite(expires) ? formatTime(expires) : null
    return { tenant: name, clock: clock.toJSON(), validation: view.validation, expires: until }
  }
}

/** The moment that a tenant's answers are about. One object: thousands of tenants each have one. */
class TenantView implements View {
  readonly clock: TenantClock
  readonly validation: Validation
  readonly latest: LatestVersions
  readonly #end: () => number
  readonly #serverHorizon: () => number

  constructor(
    clock: TenantClock,
    end: () => number,
    serverHorizon: () => number,
    validation: Validation,
    latest: LatestVersions,
  ) {
    this.clock = clock
    this.#end = end
    this.#serverHorizon = serverHorizon
    this.validation = validation
    this.latest = latest
  }

  get past(): boolean {
    return this.clock.differs
  }

  /** A field, since readers take it out of its object. */
  readonly horizon = (): number => {
    if (!this.clock.differs) return this.#serverHorizon()
    return Math.min(this.#end(), this.clock.now())
  }
}
