import { Register } from './register.ts'
import type { TenantImage } from './tenant-image.ts'
import { type ReplicaGround, TenantReplica } from './tenant-replica.ts'

/** The tenants in another thread than the first. */
export class Replicas extends Register<TenantReplica> {
  readonly default: TenantReplica
  readonly #ground: ReplicaGround

  /** @param images of all tenants, the default tenant first */
  constructor(images: TenantImage[], ground: ReplicaGround) {
    super()
    this.#ground = ground
    const [own] = images.map(image => this.adopt(image))
    this.default = own!
  }

  /** Creates a tenant, or applies changes from the first thread. */
  adopt(image: TenantImage): TenantReplica {
    const tenant = this.byName.get(image.name) ?? this.#begin(image)
    tenant.adopt(image)
    return tenant
  }

  end({ name, key }: TenantReplica): void {
    this.byName.delete(name)
    this.byKey.delete(key!.key)
    this.#ground.reading.keys.remove(key!)
    this.#ground.windows.forget(key!.key)
  }

  #begin(image: TenantImage): TenantReplica {
    const tenant = new TenantReplica(image, this.#ground)
    this.byName.set(image.name, tenant)
    if (image.key === null) return tenant
    this.byKey.set(image.key.key, tenant)
    this.#ground.reading.keys.add(image.key)
    this.#ground.windows.adopt(image.key.key, image.place!)
    return tenant
  }
}
