import type { Tenants } from '../control/tenants.ts'
import type { Keys } from '../keys.ts'
import type { Context, View } from '../operations/context.ts'
import type { HostNames } from '../settings.ts'
import type { Caches } from './caching.ts'

/** What one running server answers with. */
export interface ServerState {
  context: Context
  /** The view of the tenant that the server's own keys belong to. */
  view: View
  keys: Keys
  tenants: Tenants
  /** Whether clients may steer this server: requests may then ask for faults of their own. */
  steered: boolean
  caches: Caches
  hosts: HostNames
  /** Whether every operation answers 503. May change while the server runs. */
  maintenance: boolean
  /** Why answers end long before now, for people; undefined while the store keeps up. */
  stall(): string | undefined
}
