import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import type { StoreIdentity } from '../store/store-plan.ts'
import type { LatestVersions } from './dataset.ts'
import type { Tokens } from './paging/token.ts'
import type { Validation } from './parameters.ts'
import type { WireName } from './render.ts'

export interface Context {
  store: Store
  /** The store is known to be complete, so statements need no check at the start. */
  proven: boolean
  start: number
  /** The market and its range, which may be built only now. */
  identity(): StoreIdentity
  tokens: Tokens
  /** Lifetime of a token; 0 for unlimited. */
  tokenTtl: number
  wireName: WireName
  wirePath: WireName
}

export interface View {
  clock: Clock
  /** The horizon: responses end before it. */
  horizon(): number
  /** Whether the store may extend beyond the horizon, so that lists show their state at the horizon. */
  readonly past?: boolean
  validation: Validation
  latest: LatestVersions
}
