import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../base/failure.ts'
import type { Settings } from '../../settings.ts'
import { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { identityOf } from '../store-plan.ts'
import { makeAheadFolder } from './building-place.ts'
import { wantedWorld } from './plan-and-build.ts'
import { runStoreTask } from './processes/feed.ts'

/**
 * A copy of a store that can be extended; other servers of the store are unaffected. Another process writes the copy.
 * Closing deletes it.
 */
export class AheadStore {
  readonly #settings: Settings
  #folder: string | undefined
  #store: Store | undefined
  #isClosed = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Calls must not overlap. */
  async extendTo(to: number): Promise<Store> {
    if (this.#isClosed) throw new Failure('unavailable', 'the server is closed: set clocks before')
    try {
      return await this.#extend(to)
    } catch (error) {
      // A failure of the place, not of the request or the program.
      if (!(error instanceof StoreFailure)) throw error
      throw new Failure('unavailable', `the data cannot be extended: ${error.message}`)
    }
  }

  async #extend(to: number): Promise<Store> {
    this.#folder ??= makeAheadFolder(this.#settings.data)
    const wanted = { ...wantedWorld(this.#settings), path: join(this.#folder, 'ahead.sqlite') }
    const plan = { task: 'extend', start: 0, end: to, gap: 0, source: 'seed' } as const
    await runStoreTask({ wanted, plan, copyOf: this.#settings.data }, () => {})
    this.#store ??= Store.open(wanted.path, { readonly: true })
    this.#store.renewSnapshot()
    return this.#store
  }

  get end(): number {
    return this.#store === undefined ? Number.NEGATIVE_INFINITY : identityOf(this.#store).end
  }

  close(): void {
    this.#isClosed = true
    this.#store?.close()
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}
