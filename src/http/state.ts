import type { Tenants } from '../control/tenants.ts'
import type { Keys } from '../keys.ts'
import type { Context, View } from '../operations/context.ts'
import type { HostNames } from '../settings.ts'
import type { Caches } from './caching.ts'
import type { PageCache } from './page-cache.ts'

/** State of one running server. */
export interface ServerState {
  context: Context
  /** View of the tenant that owns the server's own keys. */
  view: View
  keys: Keys
  tenants: Tenants
  /** Whether clients may control this server, and so request faults. */
  steered: boolean
  /** Whether this port serves the control plane without a token. */
  openControl: boolean
  caches: Caches
  pages: PageCache
  hosts: HostNames
  /** Whether maintenance is on. May change at run time. */
  maintenance: boolean
  /** Why answers are stale; undefined while the store keeps up. */
  stall(): string | undefined
}
