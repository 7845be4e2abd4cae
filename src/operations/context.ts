import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import type { LatestVersions } from './dataset.ts'
import type { Validation } from './parameters.ts'
import type { WireName } from './render.ts'
import type { Tokens } from './token.ts'

/** What every operation reads from. One per server, passed in; nothing is global. */
export interface Context {
  store: Store
  /** Whether the store is known to hold everything that statements read, so that startup need not prepare them all. */
  proven: boolean
  /** First instant of the store's data. Milliseconds since 1970 UTC. */
  start: number
  tokens: Tokens
  wireName: WireName
  /** The path under which an operation is served: its segments carry the rate provider's name. */
  wirePath: WireName
}

/** The moment and the rules under which a question is answered. */
export interface View {
  clock: Clock
  /** First instant that no answer reaches. Milliseconds since 1970 UTC. */
  horizon(): number
  validation: Validation
  latest: LatestVersions
}
