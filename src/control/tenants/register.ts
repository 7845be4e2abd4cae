import { Failure, shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import type { ServedTenant } from './served-tenant.ts'

/** Tenants by name and key; one that has expired ends when it is looked up. */
export abstract class Register<Tenant extends ServedTenant = ServedTenant> {
  abstract readonly default: Tenant
  protected readonly byName = new Map<string, Tenant>()
  protected readonly byKey = new Map<string, Tenant>()

  abstract end(tenant: Tenant): void

  /** Returns the default tenant for unknown keys. */
  ofKey(key: unknown): Tenant {
    const tenant = this.byKey.get(key as string)
    return tenant !== undefined && this.isAlive(tenant) ? tenant : this.default
  }

  /** @throws Failure for an unknown name */
  named(name: string): Tenant {
    const tenant = this.byName.get(name)
    if (tenant !== undefined && this.isAlive(tenant)) return tenant
    throw new Failure(
      'notFound',
      `there is no tenant ${shown(name)}${suggestion(name, this.byName.keys())}: it never existed, was ended, or has expired`,
    )
  }

  find(name: string): Tenant | undefined {
    return this.byName.get(name)
  }

  protected isAlive(tenant: Tenant): boolean {
    if (tenant.expires > Date.now()) return true
    this.end(tenant)
    return false
  }
}
