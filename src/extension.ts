import { createWorld, type ProfileName, TradeFeed } from '../seed/index.ts'
import type { Progress } from './filling.ts'
import { identityOf, type Wanted } from './provision.ts'
import { Store } from './store.ts'
import { day } from './time.ts'

/** Moves the end of a store forward. */
export class Extension {
  readonly #store: Store
  readonly #feed: TradeFeed
  readonly #frozen: boolean

  constructor(wanted: Wanted) {
    this.#store = Store.open(wanted.path, { readonly: false })
    this.#frozen = wanted.now !== 'live'
    this.#store.writeAheadLog()
    this.#feed = new TradeFeed(this.#store, createWorld({ seed: wanted.seed, profile: wanted.profile as ProfileName }))
  }

  /** Appends what happened until `to`, a day at most in a transaction: a kill loses nothing that was committed. */
  reach(to: number, progress?: Progress): void {
    const start = identityOf(this.#store).end
    for (let end = start; end < to; ) {
      end = this.#step(Math.min(to, end + day))
      progress?.((end - start) / (to - start))
    }
  }

  /** Another process may feed the same store: where it ends is read anew within the transaction. */
  #step(to: number): number {
    return this.#store.transaction(() => {
      const { start, end } = identityOf(this.#store)
      if (end >= to) return end
      this.#store.loadFingerprints()
      this.#feed.write({ from: end, to }, start)
      this.#store.saveFingerprints()
      this.#store.run("UPDATE store SET value = ? WHERE name = 'end'", String(to))
      return to
    })
  }

  close(): void {
    if (this.#frozen) this.#store.singleFile()
    this.#store.close()
  }
}
