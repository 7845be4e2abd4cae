import type { Store } from '../store/store.ts'

/** A rule for every store; yields one line per violation. */
export interface Check {
  name: string
  /** Whether it says anything about a store; true if left out. */
  appliesTo?(store: Store): boolean
  find(store: Store): Iterable<string>
}
