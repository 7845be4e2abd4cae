import { hkdfSync } from 'node:crypto'
import { Failure, shown } from '../../base/failure.ts'
import { hour } from '../../market/time.ts'
import type { Validation } from '../../operations/parameters.ts'
import type { Key, Keys } from '../../plans/keys.ts'
import { Register } from './register.ts'
import { type Ground, Tenant } from './tenant.ts'

/** Options of a new tenant; absent ones are as for the server's own keys. */
interface NewTenant {
  name?: string
  limit?: number
  validation?: Validation
  /** Lifetime in real time. */
  ttl?: number
  /** A key whose plan is copied. */
  like?: string
}

export interface TenantWatcher {
  begins(tenant: Tenant): void
  ends(tenant: Tenant): void
}

export const mostTenants = 10_000

const defaultTenant = 'default'

export class Tenants extends Register<Tenant> {
  readonly default: Tenant
  readonly #ground: Ground
  readonly #keys: Keys
  readonly #secret: string
  watcher: TenantWatcher | undefined
  #made = 0
  #closed = false

  /** @param secret seed of the tenants' keys */
  constructor(ground: Ground, keys: Keys, secret: string) {
    super()
    this.#ground = ground
    this.#keys = keys
    this.#secret = secret
    const { validation } = ground.view
    this.default = new Tenant({ name: defaultTenant, key: null, validation, expires: Number.POSITIVE_INFINITY }, ground)
    this.byName.set(defaultTenant, this.default)
  }

  list(): Tenant[] {
    return [...this.byName.values()].filter(tenant => this.isAlive(tenant))
  }

  /** The tenant itself, whatever tenant has its name by now. @throws Failure once it has ended */
  current(tenant: Tenant): Tenant {
    if (this.byName.get(tenant.name) === tenant && this.isAlive(tenant)) return tenant
    throw new Failure('notFound', `the tenant ${shown(tenant.name)} was ended or has expired: create another`)
  }

  /** Keys whose requests belong to the tenant. */
  keysOf(tenant: Tenant): Key[] {
    return tenant.key === null ? this.#keys.list().filter(({ key }) => !this.byKey.has(key)) : [tenant.key]
  }

  create({ name, limit, validation = this.#ground.view.validation, ttl = hour, like }: NewTenant): Tenant {
    if (this.#closed) throw new Failure('unavailable', 'the server is closed: create tenants before')
    // The default tenant does not count. Listing removes expired tenants, so list only when full.
    if (this.byName.size > mostTenants && this.list().length > mostTenants)
      throw new Failure('conflict', `this server already has ${mostTenants} tenants: DELETE unused ones`)
    const own = name ?? this.#freeName()
    const old = this.byName.get(own)
    if (old !== undefined && this.isAlive(old))
      throw new Failure('conflict', `the tenant ${shown(own)} already exists: DELETE it or use another name`)
    const key = this.#keyFor(own, limit, like)
    const tenant = new Tenant({ name: own, key, validation, expires: Date.now() + ttl }, this.#ground)
    this.byName.set(own, tenant)
    this.byKey.set(key.key, tenant)
    this.#keys.add(key)
    this.watcher?.begins(tenant)
    return tenant
  }

  /** Ends live readers and refuses new tenants. */
  close(): void {
    this.#closed = true
    this.#ground.journals.end()
  }

  /** Resolves when replicas know it, too. */
  async reset(tenant: Tenant): Promise<void> {
    tenant.reset()
    await Promise.all(this.keysOf(tenant).map(({ key }) => this.#ground.counts.restart(key)))
  }

  end(tenant: Tenant): void {
    const { name, key } = tenant
    if (key === null)
      throw new Failure(
        'badRequest',
        `the tenant ${defaultTenant} cannot be ended: POST its reset to restore its initial state`,
      )
    // A later tenant may have its name.
    if (this.byName.get(name) !== tenant) return
    this.byName.delete(name)
    this.byKey.delete(key.key)
    this.#keys.remove(key)
    void this.#ground.counts.restart(key.key)
    tenant.end()
    this.watcher?.ends(tenant)
  }

  #freeName(): string {
    do this.#made++
    while (this.byName.has(`t${this.#made}`))
    return `t${this.#made}`
  }

  /** A tenant's name determines its key in every run and replica, because tokens and validators depend on the key. */
  #keyFor(name: string, limit: number | undefined, like: string | undefined): Key {
    const plan = like === undefined ? undefined : this.#keys.find(like)
    if (like !== undefined && plan === undefined)
      throw new Failure('badParameter', 'like must be an API key of this server, such as "sandbox-key"')
    const suffix = Buffer.from(hkdfSync('sha256', this.#secret, '', `tenant ${name}`, 12)).toString('hex')
    const key = `tenant-${name}-${suffix}`
    return { ...plan, key, name: `tenant ${name}`, ...(limit !== undefined && { limit }) }
  }
}
