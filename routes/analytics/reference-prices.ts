import { day } from '../../src/market/time.ts'
import type { Store } from '../../src/store/store.ts'

/** Generated prices exist since then. */
export const referenceBegins = Date.UTC(2011, 0, 1)

export type ReferencePrices = ReturnType<typeof referencePrices>

/** Reads closing prices by UTC day, counted from 1970. */
export function referencePrices(store: Store) {
  const { coverage } = store
  const days = store.prepare<[timestamp: number, price: number | null]>(
    'SELECT timestamp, price_usd FROM reference_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
  )
  const earliest = store.prepare<[timestamp: number | null]>('SELECT min(timestamp) FROM reference_price')

  /** First day with prices; Infinity if there is none. */
  function firstDay(): number {
    if (coverage.endless) return referenceBegins / day
    const [timestamp] = earliest.get({})!
    return timestamp === null ? Number.POSITIVE_INFINITY : timestamp / day
  }

  /** USD prices from day `first` to before `until`; NaN if unknown. */
  function inDollars(asset: string, first: number, until: number): Float64Array {
    coverage.need('reference-prices', asset, first * day, until * day)
    const prices = new Float64Array(until - first).fill(Number.NaN)
    for (const [timestamp, price] of days.all({ asset, from: first * day, until: until * day }))
      if (price !== null) prices[timestamp / day - first] = price
    return prices
  }

  return { firstDay, inDollars }
}
