import type { Store } from '../store/store.ts'

/** A rule for every store; yields one line per violation. */
export interface Check {
  name: string
  /** Whether it says nothing about your own data. */
  generatedOnly?: boolean
  find(store: Store): Iterable<string>
}
