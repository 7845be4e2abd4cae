import { lazy } from '../../market/made-once.ts'
import type { Period } from '../../market/time.ts'
import { keptInSnapshot } from '../snapshot-values.ts'
import { isFilledAhead } from './coverage.ts'

interface RowsPart extends Period {
  isAhead: boolean
}

interface FilledAhead<Store> {
  store: Store
  start: number
  /** As of the snapshot. */
  end(): number
}

/** What the profile's store has of a market, once it is built: its history need not have it, too. */
export class ProfileRows<Store extends { readonly snapshot: number | undefined }> {
  #source: FilledAhead<Store> | undefined

  /** @param end of the store, which grows if it is live */
  of(store: Store, start: number, end: () => number): void {
    const kept = keptInSnapshot<number>(store, 1)
    this.#source = { store, start, end: () => kept('end', end) }
  }

  get store(): Store | undefined {
    return this.#source?.store
  }

  /**
   * The parts of a range, in order of time. Clocks may be ahead of the profile's store.
   * @param isAhead whether the profile's store has the rows
   */
  split(instrument: number, from: number, until: number, isAhead: boolean): RowsPart[] {
    const source = this.#source
    if (source === undefined || !isAhead || !isFilledAhead(instrument) || until <= source.start || until > source.end())
      return [{ from, until, isAhead: false }]
    if (from >= source.start) return [{ from, until, isAhead: true }]
    return [
      { from, until: source.start, isAhead: false },
      { from: source.start, until, isAhead: true },
    ]
  }
}

export type PartsOf<Reader> = (instrument: number, from: number, until: number) => (Period & { reader: Reader })[]

/**
 * The parts of a range, each with the reader that has its rows: the store's own, or one of the profile's store.
 * @param open makes the other reader when it is first needed @param isAhead whether the profile's store has the rows
 */
export function partsWithReaders<Store extends { readonly snapshot: number | undefined }, Reader>(
  { profileRows: rows }: { profileRows: ProfileRows<Store> | undefined },
  own: Reader,
  open: (store: Store) => Reader,
  isAhead: (instrument: number) => boolean = () => true,
): PartsOf<Reader> {
  if (rows === undefined) return (_instrument, from, until) => [{ reader: own, from, until }]
  const ahead = lazy(() => open(rows.store!))
  return (instrument, from, until) =>
    rows
      .split(instrument, from, until, isAhead(instrument))
      .map(({ isAhead, ...part }) => ({ ...part, reader: isAhead ? ahead() : own }))
}
