import type { Key, Keys } from '../keys.ts'
import type { Context, View } from '../operations/context.ts'
import type { Count, Counting } from './counts.ts'
import type { FaultPreset } from './faults/fault-presets.ts'
import type { Do } from './faults/fault-schemas.ts'
import type { Fault } from './faults/faults.ts'
import type { RequestFacts } from './faults/rule.ts'
import type { Outbox } from './journal/outbox.ts'
import type { FaultSource, Recorder, ServedTenant } from './served.ts'
import type { SharedWindows } from './shared-windows.ts'
import { TenantClock } from './tenant-clock.ts'
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
  keys: Keys
  /** View and data of a tenant without a clock of its own. */
  view: View
  context: Context
  end(): number
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
  #context: Context
  #end: () => number
  #growing: Promise<void> | undefined

  constructor(image: TenantImage, ground: ReplicaGround) {
    const { view } = ground
    this.name = image.name
    this.number = image.number
    this.key = image.key
    this.expires = image.expires
    this.#recorder = ground.outbox.recorderOf(image)
    this.#ground = ground
    this.#image = image
    this.#context = ground.context
    this.#end = ground.end
    this.clock = new TenantClock(view.clock)
    this.view = new TenantView(this.clock, () => this.#end(), view, image.validation)
    this.faults = this.#sourceOf(null)
    this.#counts = {
      count: (key, window, counted, failed) =>
        void ground.authority.count(this.name, key, window).then(counted, failed),
    }
  }

  adopt(image: TenantImage): void {
    this.#image = image
    this.clock.take(image.course)
    const { ahead, context, end } = this.#ground
    this.#context = image.ahead === null ? context : ahead.reach(image.ahead)
    this.#end = image.ahead === null ? end : ahead.end
  }

  get context(): Context {
    return this.clock.differs ? this.#context : this.#ground.context
  }

  get variant(): string {
    const { validation } = this.view
    return validation === this.#ground.view.validation ? '' : validation
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
