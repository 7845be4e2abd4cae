import type { Store } from '../store/store.ts'

/** A rule that every store keeps: reports one line for each place that breaks it. */
export interface Check {
  name: string
  find(store: Store): Iterable<string>
}
