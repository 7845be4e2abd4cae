import type { Store } from '../store/store.ts'

/** A rule for every store; yields one line per violation. */
export interface Check {
  name: string
  find(store: Store): Iterable<string>
}
