import type { Count, Counting } from '../../limits/counts.ts'
import type { SharedWindows } from '../../limits/shared-windows.ts'
import type { Context, View } from '../../operations/context.ts'
import type { Key, Keys } from '../../plans/keys.ts'
import { TenantClock } from '../clock/tenant-clock.ts'
import type { FaultPreset } from '../faults/fault-presets.ts'
import type { Do } from '../faults/fault-schemas.ts'
import type { Fault } from '../faults/faults.ts'
import type { RequestFacts } from '../faults/rule.ts'
import type { Outbox } from '../journal/outbox.ts'
import type { FaultSource, Recorder, ServedTenant } from '../served.ts'
import type { AheadImage, TenantImage } from './tenant-image.ts'
import { soonNeeded, TenantView } from './tenant-view.ts'

export interface TenantAuthority {
  /** @param preset faults of a key; null for the rules of the tenant */
  hit(tenant: string, preset: FaultPreset | null, facts: RequestFacts): Promise<Fault | undefined>
  askedFault(tenant: string, effect: Do): Promise<Fault>
  count(tenant: string, key: string, window: number): Promise<Count>
  catchUp(tenant: string): Promise<void>
}

export interface ReplicaGround {
  authority: TenantAuthority
  /** Keys, and the view and data of a tenant without a clock of its own. */
  reading: { keys: Keys; view: View; readonly context: Context; readonly end: () => number }
  ahead: AheadSource
  outbox: Outbox
  windows: SharedWindows
}

export interface AheadSource {
  reach(ahead: AheadImage): Context
  end(): number
}

/** A tenant in another thread than the first: has its image, and asks the first thread for faults and counts. */
export class TenantReplica implements ServedTenant {
  readonly name: string
  readonly number: number
  readonly key: Key | null
  readonly expires: number
  readonly clock: TenantClock
  readonly view: View
  readonly faults: FaultSource
  readonly #ground: ReplicaGround
  readonly #counts: Counting
  readonly #recorder: Recorder
  #image: TenantImage
  /** Undefined while the clock is within the server's own data. */
  #further: Context | undefined
  #growing: Promise<void> | undefined

  constructor(image: TenantImage, ground: ReplicaGround) {
    const { view } = ground.reading
    this.name = image.name
    this.number = image.number
    this.key = image.key
    this.expires = image.expires
    this.#recorder = ground.outbox.recorderOf(image)
    this.#ground = ground
    this.#image = image
    this.clock = new TenantClock(view.clock)
    this.view = new TenantView(this.clock, this.#end, view, image.validation)
    this.faults = this.#sourceOf(null)
    this.#counts = {
      count: (key, window, counted, failed) =>
        void ground.authority.count(this.name, key, window).then(counted, failed),
    }
  }

  adopt(image: TenantImage): void {
    this.#image = image
    this.clock.course = image.course
    this.#further = image.ahead === null ? undefined : this.#ground.ahead.reach(image.ahead)
  }

  get context(): Context {
    return (this.clock.differs ? this.#further : undefined) ?? this.#ground.reading.context
  }

  readonly #end = (): number => {
    const { ahead, reading } = this.#ground
    return this.#further === undefined ? reading.end() : ahead.end()
  }

  get variant(): string {
    const { validation } = this.view
    return validation === this.#ground.reading.view.validation ? '' : validation
  }

  get counts(): Counting | undefined {
    return this.clock.isSet ? this.#counts : undefined
  }

  get isFaulty(): boolean {
    return this.#image.isFaulty
  }

  get recorder(): Recorder | undefined {
    return this.#image.isRecorded ? this.#recorder : undefined
  }

  get keepsBodies(): boolean {
    return this.#image.keepsBodies
  }

  faultsOf(preset: FaultPreset): FaultSource {
    return this.#sourceOf(preset)
  }

  catchUp(): void {
    if (soonNeeded(this.clock, this.#end) === undefined) return
    this.#growing ??= this.#ground.authority
      .catchUp(this.name)
      // The tenant may have ended.
      .catch(() => {})
      .finally(() => {
        this.#growing = undefined
      })
  }

  #sourceOf(preset: FaultPreset | null): FaultSource {
    const { authority } = this.#ground
    return {
      hit: facts => authority.hit(this.name, preset, facts),
      asked: effect => authority.askedFault(this.name, effect),
    }
  }
}
