import type { Count, Counting } from '../../limits/counts.ts'
import type { SharedWindows } from '../../limits/shared-windows.ts'
import type { Context, View } from '../../operations/context.ts'
import type { Keys } from '../../plans/keys.ts'
import type { FaultPreset } from '../faults/fault-presets.ts'
import type { Do } from '../faults/fault-schemas.ts'
import type { Fault } from '../faults/faults.ts'
import type { RequestFacts } from '../faults/rule.ts'
import type { Outbox } from '../journal/outbox.ts'
import { type FaultSource, type Recorder, ServedTenant } from './served-tenant.ts'
import type { TenantImage } from './tenant-image.ts'

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
  /** Whether the first thread counts for all threads: in Redis, over one connection. */
  countsFirst: boolean
}

export interface AheadSource {
  reach(ahead: NonNullable<TenantImage['ahead']>): Context
  end(): number
}

/** A tenant in another thread than the first: has its image, and asks the first thread for faults and counts. */
export class TenantReplica extends ServedTenant {
  readonly number: number
  readonly faults: FaultSource
  readonly #ground: ReplicaGround
  readonly #counts: Counting
  readonly #recorder: Recorder
  recorder: Recorder | undefined
  isFaulty = false
  keepsBodies = false

  constructor(image: TenantImage, ground: ReplicaGround) {
    super(image, ground.reading.view)
    this.number = image.number
    this.#recorder = ground.outbox.recorderOf(image)
    this.#ground = ground
    this.faults = this.#sourceOf(null)
    this.#counts = {
      count: (key, window, counted, failed) =>
        void ground.authority.count(this.name, key, window).then(counted, failed),
    }
  }

  adopt(image: TenantImage): void {
    this.clock.course = image.course
    this.recorder = image.isRecorded ? this.#recorder : undefined
    this.isFaulty = image.isFaulty
    this.keepsBodies = image.keepsBodies
    this.further = image.ahead === null ? undefined : this.#ground.ahead.reach(image.ahead)
  }

  protected own(): Context {
    return this.#ground.reading.context
  }

  protected endOfData(): number {
    const { ahead, reading } = this.#ground
    return this.further === undefined ? reading.end() : ahead.end()
  }

  protected reach(): Promise<void> {
    return this.#ground.authority.catchUp(this.name)
  }

  get counts(): Counting | undefined {
    return this.clock.isSet || this.#ground.countsFirst ? this.#counts : undefined
  }

  faultsOf(preset: FaultPreset): FaultSource {
    return this.#sourceOf(preset)
  }

  #sourceOf(preset: FaultPreset | null): FaultSource {
    const { authority } = this.#ground
    return {
      hit: facts => authority.hit(this.name, preset, facts),
      asked: effect => authority.askedFault(this.name, effect),
    }
  }
}
