import type { ServedTenants } from '../served.ts'
import type { TenantImage } from './tenant-image.ts'
import { type ReplicaGround, TenantReplica } from './tenant-replica.ts'
import { noTenant } from './tenants.ts'

/** The tenants in another thread than the first. */
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
    this.#ground.reading.keys.remove(tenant.key!)
    this.#ground.windows.forget(tenant.key!.key)
  }

  #begin(image: TenantImage): TenantReplica {
    const tenant = new TenantReplica(image, this.#ground)
    this.#byName.set(image.name, tenant)
    if (image.key === null) return tenant
    this.#byKey.set(image.key.key, tenant)
    this.#ground.reading.keys.add(image.key)
    this.#ground.windows.adopt(image.key.key, image.place!)
    return tenant
  }

  #lives(tenant: TenantReplica): boolean {
    if (tenant.expires > Date.now()) return true
    this.end(tenant.name)
    return false
  }
}
