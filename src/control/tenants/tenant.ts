import { Counts, type ReadableCounts } from '../../limits/counts.ts'
import type { SharedOrdinals } from '../../limits/shared-ordinals.ts'
import { formatTime } from '../../market/time.ts'
import type { Context, View } from '../../operations/context.ts'
import type { Timeline } from '../clock/timeline.ts'
import type { Nameable } from '../faults/check-rule.ts'
import { type FaultPreset, faultPresets } from '../faults/fault-presets.ts'
import { Faults } from '../faults/faults.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalSpace } from '../journal/journal-space.ts'
import type { Outbox } from '../journal/outbox.ts'
import { type Recorder, ServedTenant, type TenantPlan } from './served-tenant.ts'

export interface Ground {
  timeline: Timeline
  /** The view of tenants without a clock of their own. */
  view: View
  seed: string
  known: Nameable
  /** Counts the requests of tenants whose clock is not set. */
  counts: ReadableCounts
  /** Undefined unless replicas count together. */
  ordinals: SharedOrdinals | undefined
  journals: JournalSpace
  /** Undefined unless several threads serve: requests then enter journals at once. */
  outbox: Outbox | undefined
  /** Whether a text is a key, which journals hide. */
  isKey(text: string): boolean
}

let made = 0

/** An API key with its own clock, limits and faults over the shared store. */
export class Tenant extends ServedTenant {
  readonly number = ++made
  /** The scenario to which the clock last moved. */
  scenario: string | null = null
  readonly #ground: Ground
  #changed: Promise<unknown> = Promise.resolve()
  #counts: Counts | undefined
  #faults: Faults | undefined
  readonly journal: Journal
  readonly #recorder: Recorder
  #isEnded = false
  readonly #presets = new Map<FaultPreset, Faults>()

  constructor(plan: TenantPlan, ground: Ground) {
    super(plan, ground.view)
    this.#ground = ground
    // Keeping a journal costs 3 % of a page, which a load on the server's own keys does not need.
    this.journal = new Journal(ground.journals, ground.isKey, plan.key !== null)
    this.#recorder = ground.outbox?.recorderOf(this) ?? this.journal
  }

  protected own(): Context {
    return this.#ground.timeline.context
  }

  protected endOfData(): number {
    return this.#ground.timeline.endOf(this.further)
  }

  get counts(): Counts | undefined {
    if (!this.clock.isSet) return undefined
    this.#counts ??= new Counts(() => this.clock.now())
    return this.#counts
  }

  get faults(): Faults {
    this.#faults ??= this.#newFaults(this.name)
    return this.#faults
  }

  get isFaulty(): boolean {
    return this.#faults !== undefined && this.#faults.list().length > 0
  }

  /** Undefined after the end, too: requests that outlast their tenant would fill the space of the other journals. */
  get recorder(): Recorder | undefined {
    if (this.#isEnded || !this.journal.isOpen) return undefined
    return this.#recorder
  }

  get keepsBodies(): boolean {
    return this.journal.bodies.isKept
  }

  get operations(): ReadonlySet<string> {
    return this.#ground.known.operations
  }

  faultsOf(preset: FaultPreset): Faults {
    const known = this.#presets.get(preset)
    if (known) return known
    const made = this.#newFaults(`${this.name}/${preset}`)
    made.adopt(faultPresets[preset])
    this.#presets.set(preset, made)
    return made
  }

  async readOrdinals(): Promise<void> {
    if (this.#ground.ordinals) await this.#faults?.refresh()
  }

  /** Resolves when replicas know the counts that were set here. */
  async ordinalsWritten(): Promise<void> {
    await this.#ground.ordinals?.written()
  }

  #newFaults(tenant: string): Faults {
    const { seed, known, ordinals: shared } = this.#ground
    const now = () => (this.clock.isSet ? this.clock.now() : Date.now())
    return new Faults({ seed, tenant, known, now, shared })
  }

  /** Changes of the clock wait for each other, so that each begins at the time that the one before has set. */
  inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#changed.then(change)
    this.#changed = changed.catch(() => {})
    return changed
  }

  /** Resolves when the clock is set. @throws Failure if the data cannot reach that time */
  async setClock(at: number, rate: number): Promise<void> {
    await this.reach(at)
    this.clock.set(at, rate)
  }

  /** Null unless the clock needs data beyond the end of the server's own. */
  get ahead(): { path: string; end: number } | null {
    return this.further === undefined ? null : { path: this.further.store.path, end: this.endOfData() }
  }

  protected async reach(time: number, asked?: string): Promise<void> {
    this.further = await this.#ground.timeline.reach(time, asked)
  }

  async followRealTime(): Promise<void> {
    const now = Date.now()
    if (this.#ground.view.clock.frozen)
      await this.reach(now, `"live" (${formatTime(now)}): start the server with --now live for real time`)
    this.clock.course = 'live'
  }

  /** Reads what the history may have to generate first. */
  onceHeld<T>(read: () => T): Promise<T> {
    return this.#ground.timeline.onceHeld(read)
  }

  get seeded(): number {
    const { timeline } = this.#ground
    return Math.min(timeline.end(), timeline.context.identity().end)
  }

  reset(): void {
    this.clock.reset()
    this.#counts?.clear()
    this.#faults?.clear()
    const presets = this.#ground.ordinals ? (Object.keys(faultPresets) as FaultPreset[]) : []
    for (const preset of presets) this.faultsOf(preset).restart()
    this.#presets.clear()
    this.scenario = null
    this.journal.reset()
  }

  end(): void {
    this.#isEnded = true
    this.#ground.journals.remove(this.journal)
  }

  toJSON() {
    const { name, clock, validation, expires } = this
    const until = Number.isFinite(expires) ? formatTime(expires) : null
    return { tenant: name, clock: clock.toJSON(), validation, expires: until }
  }
}
