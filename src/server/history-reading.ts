import { rmSync } from 'node:fs'
import { Failure } from '../base/failure.ts'
import type { Context } from '../operations/context.ts'
import type { Elsewhere } from '../operations/paging/elsewhere.ts'
import type { Further } from '../operations/paging/once-held.ts'
import type { Settings } from '../settings.ts'
import { History } from '../store/history/history.ts'
import { type HistoryPlace, historyPlace } from '../store/history/history-place.ts'
import { ProfileRows } from '../store/history/profile-rows.ts'
import type { Store } from '../store/store.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { identityOf } from '../store/store-plan.ts'
import { contextOf } from './context-of.ts'

/** What is outside the store, generated when it is asked for. */
export class HistoryReading implements Elsewhere {
  readonly #settings: Settings
  readonly #profileRows = new ProfileRows<Store>()
  #place: HistoryPlace | undefined
  #history: History | undefined
  #context: Context | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** What the profile's store has need not be generated. */
  readAlso(store: Store): void {
    this.#profileRows.of(store, identityOf(store).start, () => identityOf(store).end)
  }

  async context(): Promise<Context> {
    try {
      this.#place ??= historyPlace(this.#settings)
      this.#history ??= new History(this.#place)
      const store = await this.#history.open()
      store.profileRows = this.#profileRows
      if (this.#context?.store !== store) {
        const identity = () => identityOf(this.#profileRows.store ?? store)
        this.#context = { ...contextOf(this.#settings, store), identity }
      }
      return this.#context
    } catch (error) {
      // A failure of the place, not of the request or the program.
      if (!(error instanceof StoreFailure)) throw error
      throw new Failure('unavailable', `times before the store cannot be generated: ${error.message}`)
    }
  }

  readonly fill: Further = ({ gaps }, patience) => this.#history!.fill(gaps, patience)

  async close(): Promise<void> {
    await this.#history?.close()
    if (this.#place?.temporary !== undefined) rmSync(this.#place.temporary, { recursive: true, force: true })
  }
}
