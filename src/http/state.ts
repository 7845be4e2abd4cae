import type { ServedTenants } from '../control/served.ts'
import type { Keys } from '../keys.ts'
import type { Context, View } from '../operations/context.ts'
import type { LatestVersions } from '../operations/dataset.ts'
import type { HostNames, Settings } from '../settings.ts'
import type { Caches } from './caching.ts'
import { controlAccess, isControlled } from './control-access.ts'
import { PageCache } from './page-cache.ts'

export interface ServerState {
  context: Context
  /** View of the tenant that owns the server's own keys. */
  view: View
  keys: Keys
  tenants: ServedTenants
  /** Clients may control this server, and so request faults. */
  steered: boolean
  /** 0 if the control plane shares the port of the data. */
  controlPort: number
  /** This port serves the control plane without a token. */
  openControl: boolean
  caches: Caches
  pages: PageCache
  hosts: HostNames
  maintenance: boolean
  /** Why answers are stale; undefined while the store keeps up. */
  stall(): string | undefined | Promise<string | undefined>
}

type StateParts = Pick<ServerState, 'context' | 'keys' | 'tenants' | 'caches' | 'stall'>

const megabyte = 1 << 20

export function stateOf(settings: Settings, parts: StateParts): ServerState {
  const access = controlAccess(settings)
  return {
    ...parts,
    pages: new PageCache((settings.pageCache * megabyte) / settings.workers),
    view: parts.tenants.default.view,
    steered: isControlled(access),
    controlPort: settings.controlPort,
    openControl: access.open && settings.controlPort === 0,
    hosts: settings.hosts,
    maintenance: settings.maintenance,
  }
}

/** Settings that may change at run time. */
export interface Switches {
  latest: LatestVersions
  maintenance: boolean
}

export function switchesOf({ view: { latest }, maintenance }: ServerState): Switches {
  return { latest, maintenance }
}

export function applySwitches(state: ServerState, { latest, maintenance }: Partial<Switches>): void {
  Object.assign(state.view.latest, latest)
  state.maintenance = maintenance ?? state.maintenance
}
