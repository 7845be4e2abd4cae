import { elapsed } from '../base/clock.ts'
import type { Store } from './store.ts'

/** Interval of attempts. Each takes 0.6 s, in which no other process can write. */
const period = 3000

/** Keeps the write-ahead log small of a store that others always read. */
export class LogLimit {
  readonly #store: Store
  readonly #largest: number
  #next = 0

  /** @param largest size at which the log is emptied, in bytes */
  constructor(store: Store, largest: number) {
    this.#store = store
    this.#largest = largest
  }

  /** Between transactions. */
  keep(): void {
    const time = elapsed()
    if (time < this.#next || this.#store.logBytes <= this.#largest) return
    this.#next = time + period
    try {
      this.#store.emptyLog()
    } catch {
      // Another process writes for longer than this one waits.
    }
  }
}
