import { createWorld, WorldFeed } from '../../../seed/index.ts'
import { day, formatTime } from '../../market/time.ts'
import { logLimit } from '../log-limit.ts'
import { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { identityOf, type WantedStore } from '../store-plan.ts'
import type { Progress } from './build-part.ts'

/** Range per transaction: in bulk, longer ranges keep rows of one instrument together. */
const [rangePerStep, rangePerBulkStep] = [day, 5 * day]

/** Longest wait for the file's lock when a server stops. */
const shortPatience = 1000

/** Size of the log at which it is emptied. Bytes. */
const largestLog = 4 << 20

export class Extension {
  readonly #store: Store
  readonly #feed: WorldFeed
  readonly #bulk: boolean
  readonly #wanted: WantedStore
  readonly #keepLog: () => void

  /** @param bulk whether much is to be written before anyone reads */
  constructor(wanted: WantedStore, { bulk } = { bulk: false }) {
    this.#store = Store.open(wanted.path, { readonly: false, patience: bulk ? undefined : shortPatience })
    this.#keepLog = logLimit(this.#store, largestLog)
    this.#bulk = bulk
    this.#wanted = wanted
    try {
      this.#store.writeAheadLog()
      if (bulk) this.#store.writeInBulk()
      const world = createWorld({ seed: wanted.seed, profile: wanted.profile })
      this.#feed = new WorldFeed(this.#store, world)
    } catch (error) {
      this.#store.close()
      throw error
    }
  }

  /** Appends until `to`, some days per transaction, so that a kill loses no committed rows. */
  extendTo(to: number, progress?: Progress): void {
    const start = identityOf(this.#store).end
    for (let end = start; end < to; ) {
      end = this.#step(Math.min(to, end + (this.#bulk ? rangePerBulkStep : rangePerStep)))
      progress?.((end - start) / (to - start))
    }
  }

  /**
   * Refuses a clock that is ahead by more than the length of the store: the store would keep the rows after the clock
   * is corrected. @returns whether the store ends at now
   */
  extendToNow(now: number): boolean {
    const { end } = identityOf(this.#store)
    const { days, catchUp = days } = this.#wanted
    if (now - end > catchUp * day)
      throw new StoreFailure(
        `the clock is at ${formatTime(now)}, but the store ends at ${formatTime(end)}, and the gap is longer than ${catchUp} d (SANDBOX_CATCH_UP); correct the clock or restart`,
      )
    const isUpToDate = end >= now || this.#step(Math.min(now, end + rangePerStep)) >= now
    this.#keepLog()
    return isUpToDate
  }

  /** Another process may append too, so the end is read again within the transaction. */
  #step(to: number): number {
    return this.#store.transaction(() => {
      const { start, end, seed, profile } = identityOf(this.#store)
      if (seed !== this.#wanted.seed || profile !== this.#wanted.profile)
        throw new StoreFailure(`the store now holds the profile ${profile} of the seed ${JSON.stringify(seed)}`)
      if (end >= to) return end
      this.#store.loadFingerprints()
      this.#feed.write({ from: end, to }, start)
      this.#store.saveFingerprints()
      this.#store.run("UPDATE store SET value = ? WHERE name = 'end'", String(to))
      return to
    })
  }

  close(): void {
    if (this.#bulk) this.#store.checkpoint()
    this.#store.close()
  }
}
