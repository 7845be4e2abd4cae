import type { Key, Keys } from '../keys.ts'
import type { Context, View } from '../operations/context.ts'
import type { Validation } from '../operations/parameters.ts'
import type { Count, Counting } from './counts.ts'
import type { FaultPreset } from './faults/fault-presets.ts'
import type { Do } from './faults/fault-schemas.ts'
import type { Fault } from './faults/faults.ts'
import type { RequestFacts } from './faults/rule.ts'
import type { Outbox } from './journal/outbox.ts'
import type { FaultSource, Recorder, ServedTenant, ServedTenants } from './served.ts'
import type { SharedWindows } from './shared-windows.ts'
import { soonNeeded, type Tenant, TenantView } from './tenant.ts'
import { type Course, TenantClock } from './tenant-clock.ts'
import { noTenant } from './tenants.ts'

/** Plain data. */
export interface TenantImage {
  name: string
  number: number
  key: Key | null
  validation: Validation
  expires: number
  course: Course
  /** The first thread decides which rule applies. */
  isFaulty: boolean
  isRecorded: boolean
  /** Null until the clock has passed the end of the server's data. */
  ahead: AheadImage | null
  /** Index of the tenant's request counts. */
  place: number | null
}

export interface AheadImage {
  path: string
  end: number
}

export function imageOf(tenant: Tenant, windows: SharedWindows): TenantImage {
  const { name, number, key, expires, isFaulty, ahead } = tenant
  const { validation } = tenant.view
  const isRecorded = tenant.recorder !== undefined
  const place = key && windows.placeOf(key.key)
  return { name, number, key, validation, expires, course: tenant.clock.course, isFaulty, isRecorded, ahead, place }
}

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
class TenantReplica implements ServedTenant {
  readonly name: string
  readonly number: number
  readonly key: Key | null
  readonly expires: number
  readonly clock: TenantClock
  readonly view: View
  readonly faults: FaultSource
  readonly #ground: ReplicaGround
  readonly #counts: Counting
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
    this.#ground = ground
    this.#image = image
    this.#context = ground.context
    this.#end = ground.end
    this.clock = new TenantClock(view.clock)
    this.view = new TenantView(this.clock, () => this.#end(), view.horizon, image.validation, view.latest)
    this.faults = this.#sourceOf(null)
    this.#counts = {
      count: (key, window, counted) => void ground.authority.count(this.name, key, window).then(counted),
    }
  }

  adopt(image: TenantImage): void {
    this.#image = image
    this.clock.take(image.course)
    if (image.ahead === null) return
    this.#context = this.#ground.ahead.reach(image.ahead)
    this.#end = this.#ground.ahead.end
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
    return this.#image.isRecorded ? this.#ground.outbox.recorderOf(this.name) : undefined
  }

  faultsOf(preset: FaultPreset): FaultSource {
    return this.#sourceOf(preset)
  }

  catchUp(): void {
    if (soonNeeded(this.clock, this.#end) === undefined) return
    this.#growing ??= this.#ground.authority.catchUp(this.name).finally(() => {
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

export class Replicas implements ServedTenants {
  readonly default: TenantReplica
  readonly #ground: ReplicaGround
  readonly #byName = new Map<string, TenantReplica>()
  readonly #byKey = new Map<string, TenantReplica>()

  /** @param images of all tenants, the default tenant first */
  constructor(images: TenantImage[], ground: ReplicaGround) {
    this.#ground = ground
    const [own] = images.map(image => this.adopt(image))
    this.default = own!
  }

  ofKey(key: unknown): TenantReplica {
    const tenant = this.#byKey.get(key as string)
    return tenant !== undefined && this.#lives(tenant) ? tenant : this.default
  }

  named(name: string): TenantReplica {
    const tenant = this.#byName.get(name)
    if (tenant !== undefined && this.#lives(tenant)) return tenant
    throw noTenant(name, this.#byName.keys())
  }

  /** Creates a tenant, or applies changes from the first thread. */
  adopt(image: TenantImage): TenantReplica {
    const tenant = this.#byName.get(image.name) ?? this.#begin(image)
    tenant.adopt(image)
    return tenant
  }

  end(name: string): void {
    const tenant = this.#byName.get(name)
    if (tenant === undefined) return
    this.#byName.delete(name)
    this.#byKey.delete(tenant.key!.key)
    this.#ground.keys.remove(tenant.key!)
    this.#ground.windows.forget(tenant.key!.key)
    this.#ground.outbox.forget(name)
  }

  #begin(image: TenantImage): TenantReplica {
    const tenant = new TenantReplica(image, this.#ground)
    this.#byName.set(image.name, tenant)
    if (image.key === null) return tenant
    this.#byKey.set(image.key.key, tenant)
    this.#ground.keys.add(image.key)
    this.#ground.windows.adopt(image.key.key, image.place!)
    return tenant
  }

  #lives(tenant: TenantReplica): boolean {
    if (tenant.expires > Date.now()) return true
    this.end(tenant.name)
    return false
  }
}
