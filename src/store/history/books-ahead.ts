import { remembered } from '../../market/made-once.ts'
import type { Store } from '../store.ts'

/** Whether a profile's store has the books of an instrument; others are generated when asked for. */
export const booksAheadOf = remembered(lookUp, new WeakMap<Store, (instrument: number) => boolean>())

/** Contracts are listed while a store grows, so each instrument is looked up when it is first asked for. */
function lookUp(store: Store): (instrument: number) => boolean {
  const find = store.prepare<[ahead: number]>('SELECT ahead FROM order_book_shape WHERE instrument = :instrument')
  const ahead = new Map<number, boolean>()
  return instrument => {
    const remembered = ahead.get(instrument)
    if (remembered !== undefined) return remembered
    const [found] = find.get({ instrument }) ?? []
    // An instrument without a row may get one when it is listed.
    if (found !== undefined) ahead.set(instrument, found === 1)
    return found !== 0
  }
}
