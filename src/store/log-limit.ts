import { elapsed } from '../base/clock.ts'
import type { Store } from './store.ts'

/** Interval of attempts. Each takes 0.6 s, in which no other process can write. */
const period = 3000

/** Keeps the write-ahead log small of a store that others always read, when called between transactions. @param largest bytes */
export function logLimit(store: Store, largest: number): () => void {
  let next = 0
  return () => {
    const time = elapsed()
    if (time < next || store.logBytes <= largest) return
    next = time + period
    try {
      store.emptyLog()
    } catch {
      // Another process writes for longer than this one waits.
    }
  }
}
