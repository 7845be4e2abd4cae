import { rmSync } from 'node:fs'
import { Failure } from '../base/failure.ts'
import type { Context } from '../operations/context.ts'
import type { Further } from '../operations/paging/once-held.ts'
import type { Settings } from '../settings.ts'
import { plannedBuild } from '../store/build/plan-and-build.ts'
import { History } from '../store/history/history.ts'
import { type HistoryPlace, historyPlace } from '../store/history/history-place.ts'
import { ProfileRows } from '../store/history/profile-rows.ts'
import type { Store } from '../store/store.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { identityOf, type StorePlan } from '../store/store-plan.ts'
import { contextOf } from './context-of.ts'

export type HistoryReading = ReturnType<typeof historyReading>

/** What answers until the store of a plan is built. */
export interface BegunHistory {
  planned: StorePlan
  history: HistoryReading
}

/** Undefined if the store is there, or if there is no history. */
export function beginHistory(settings: Settings): BegunHistory | undefined {
  const planned = plannedHistory(settings)
  if (planned === undefined) return undefined
  const history = historyReading(settings)
  // The next caller gets what failed.
  history.context().catch(() => {})
  return { planned, history }
}

/** What the history answers for, if it is to. */
export function plannedHistory(settings: Settings): StorePlan | undefined {
  return settings.historyLimit > 0 ? plannedBuild(settings) : undefined
}

/** What is outside the store, generated when it is asked for. */
export function historyReading(settings: Settings) {
  const profileRows = new ProfileRows<Store>()
  let place: HistoryPlace | undefined
  let history: History | undefined
  let known: Context | undefined
  const fill: Further = ({ gaps }, patience) => history!.fill(gaps, patience)
  return {
    /** What the profile's store has need not be generated. */
    readAlso(store: Store): void {
      profileRows.of(store, identityOf(store).start, () => identityOf(store).end)
    },

    async context(): Promise<Context> {
      try {
        place ??= historyPlace(settings)
        history ??= new History(place)
        const store = await history.open()
        store.profileRows = profileRows
        if (known?.store !== store)
          known = { ...contextOf(settings, store), identity: () => identityOf(profileRows.store ?? store) }
        return known
      } catch (error) {
        // A failure of the place, not of the request or the program.
        if (!(error instanceof StoreFailure)) throw error
        throw new Failure('unavailable', `times before the store cannot be generated: ${error.message}`)
      }
    },

    fill,

    async close(): Promise<void> {
      await history?.close()
      if (place?.temporary !== undefined) rmSync(place.temporary, { recursive: true, force: true })
    },
  }
}
