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
  /** How long a token is accepted; 0 is for ever. Milliseconds. */
  tokenTtl: number
  wireName: WireName
  /** The path of an operation with the rate provider's name. */
  wirePath: WireName
}

/** The time and the rules for answering a question. */
export interface View {
  clock: Clock
  /** The horizon: answers end before it. Milliseconds since 1970 UTC. */
  horizon(): number
  /** Whether the store may reach further: lists are then to be as they were at the horizon. */
  readonly past?: boolean
  validation: Validation
  latest: LatestVersions
}
