import type { Store } from '../../src/store/store.ts'
import { identityOf } from '../../src/store/store-plan.ts'

/** Whether an instrument is listed at `:horizon`. A store lists it from the hour in which its trading begins. */
export function listedBy(column: string): string {
  return `(${column} IS NULL OR ${column} < (:horizon + 3599999) / 3600000 * 3600000)`
}

export const listedByHorizon = listedBy('listed')

/** Whether a history stands for a store with this start, which is being built. */
export function isStandIn(store: Store, start: number): boolean {
  return store.coverage.fillable && start !== identityOf(store).start
}

/** Notes what a store lists, if its history stands for it. @param start of the store */
export function needListings(store: Store, start: number, horizon: number): void {
  if (!isStandIn(store, start)) return
  store.coverage.need('listings', 0, start, horizon + 1)
  store.coverage.refuse()
}

export const endedByHorizon = 'iif(ends IS NULL, ended AND ifnull(trade_end < :horizon, 1), ends <= :horizon)'
