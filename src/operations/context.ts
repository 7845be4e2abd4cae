import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import type { LatestVersions } from './dataset.ts'
import type { Validation } from './parameters.ts'
import type { WireName } from './render.ts'
import type { Tokens } from './token.ts'

/** What operations read from. One per server, passed as an argument. */
export interface Context {
  store: Store
  /** Whether the store is known to be complete, so statements need no check at startup. */
  proven: boolean
  /** Start of the store's data. Milliseconds since 1970 UTC. */
  start: number
  tokens: Tokens
  /** Lifetime of a token; 0 for unlimited. Milliseconds. */
  tokenTtl: number
  wireName: WireName
  /** The path of an operation with the rate provider's name. */
  wirePath: WireName
}

export interface View {
  clock: Clock
  /** The horizon: answers end before it. Milliseconds since 1970 UTC. */
  horizon(): number
  /** Whether the store may extend beyond the horizon; lists must then show their state at the horizon. */
  readonly past?: boolean
  validation: Validation
  latest: LatestVersions
}
