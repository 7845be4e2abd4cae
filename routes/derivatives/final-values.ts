import { Recent } from '../../src/market/made-once.ts'
import type { Store } from '../../src/store/store.ts'

/** Clients ask all options of a chain at one time. */
const mostKept = 1000

/** Values that requests of other contracts of a chain need as well, kept while the store cannot change them. */
export class FinalValues<V> {
  readonly #store: Store
  readonly #kept = new Recent<V>(mostKept)

  constructor(store: Store) {
    this.#store = store
  }

  /** A value of some of its rows is not kept. @throws Missing if the store lacks rows of what was read */
  of(name: string, read: () => V): V {
    const state = this.#state
    if (state === undefined) return read()
    return this.#kept.of(`${state} ${name}`, () => {
      const value = read()
      this.#store.coverage.refuse()
      return value
    })
  }

  /** Without a snapshot the store may change at any time; what a history lacks is not read, and the rest is final. */
  get #state(): number | undefined {
    return this.#store.coverage.fillable ? 0 : this.#store.snapshot
  }
}
