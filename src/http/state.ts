import { families } from '../../routes/index.ts'
import { type Nameable, nameableIn } from '../control/faults/check-rule.ts'
import type { Register } from '../control/tenants/register.ts'
import type { Context, View } from '../operations/context.ts'
import type { LatestVersions } from '../operations/dataset.ts'
import type { Elsewhere } from '../operations/paging/elsewhere.ts'
import type { Keys } from '../plans/keys.ts'
import type { HostNames, Settings } from '../settings.ts'
import type { Building } from '../store/build/building.ts'
import { PageCache } from './answer/page-cache.ts'
import { type ControlAccess, controlAccess, isControlled } from './control/control-access.ts'

export interface ServerState {
  context: Context
  /** View of the tenant that owns the server's own keys. */
  view: View
  keys: Keys
  tenants: Register
  /** Whose header X-Sandbox-Fault counts. */
  faultHeaders: 'all' | 'tenants' | 'none'
  /** What faults may name. */
  known: Nameable
  access: ControlAccess
  /** 0 if the control plane shares the port of the data. */
  controlPort: number
  /** Digest of what determines responses besides clock and question: store, settings, version. */
  inputs: string
  pages: PageCache
  /** What the store lacks; undefined if nothing is generated when asked. */
  elsewhere: Elsewhere | undefined
  /** The store while it is being built. */
  building: Building | undefined
  hosts: HostNames
  maintenance: boolean
  /** Why responses are stale; undefined while the store keeps up. */
  stall(): string | undefined | Promise<string | undefined>
}

/** What the thread reads with. */
type StateReading = Pick<ServerState, 'context' | 'elsewhere' | 'building' | 'keys' | 'inputs'>

const megabyte = 1 << 20

export function stateOf(
  settings: Settings,
  { context, elsewhere, building, keys, inputs }: StateReading,
  { tenants, stall }: Pick<ServerState, 'tenants' | 'stall'>,
): ServerState {
  const access = controlAccess(settings)
  return {
    ...{ context, elsewhere, building, keys, tenants, inputs, stall },
    pages: new PageCache((settings.pageCache * megabyte) / settings.workers),
    view: tenants.default,
    known: nameableIn(families, context.wireName),
    access,
    faultHeaders: settings.faultHeaders || access.open ? 'all' : isControlled(access) ? 'tenants' : 'none',
    controlPort: settings.controlPort,
    hosts: settings.hosts,
    maintenance: settings.maintenance,
  }
}

/** Reads the store, which has been built. */
export function readBuilt(state: ServerState, reading: { readonly context: Context; readBuilt(): void }): void {
  reading.readBuilt()
  state.context = reading.context
  state.building = undefined
}

/** Settings that may change at run time. */
export interface Switches {
  latest: LatestVersions
  maintenance: boolean
}

export function applySwitches(state: ServerState, { latest, maintenance }: Partial<Switches>): void {
  Object.assign(state.view.latest, latest)
  state.maintenance = maintenance ?? state.maintenance
}
