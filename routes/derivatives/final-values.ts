import { keptInSnapshot } from '../../src/store/snapshot-values.ts'
import type { Store } from '../../src/store/store.ts'

/** Clients ask all options of a chain at one time. */
const mostKept = 1000

/**
 * Values that requests of other contracts of a chain need as well, kept while the store cannot change them. A value of some
 * of its rows is not kept. @throws Missing if the store lacks rows of what was read
 */
export function finalValues<V>(store: Store): (name: string, read: () => V) => V {
  const { coverage } = store
  // What a history lacks is not read, and the rest is final.
  const kept = keptInSnapshot<V>(store, mostKept, () => (coverage.fillable ? 0 : store.snapshot))
  return (name, read) => {
    if (!coverage.fillable && store.snapshot === undefined) return read()
    return kept(name, () => {
      const value = read()
      coverage.refuse()
      return value
    })
  }
}
