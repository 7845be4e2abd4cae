import { day } from '../../src/market/time.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Generated prices exist since then. */
export const referenceBegins = Date.UTC(2011, 0, 1)

/** Reads closing prices by UTC day, counted from 1970. */
export class ReferencePrices {
  readonly #days: Statement<[timestamp: number, price: number | null]>
  readonly #first: Statement<[timestamp: number | null]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#days = store.prepare(
      'SELECT timestamp, price_usd FROM reference_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
    )
    this.#first = store.prepare('SELECT min(timestamp) FROM reference_price')
  }

  /** First day with prices; Infinity if there is none. */
  firstDay(): number {
    if (this.#coverage.endless) return referenceBegins / day
    const [timestamp] = this.#first.get({})!
    return timestamp === null ? Number.POSITIVE_INFINITY : timestamp / day
  }

  /** @throws Missing if prices were read that the store does not have */
  refuse(): void {
    this.#coverage.refuse()
  }

  /** USD prices from day `first` to before `until`; NaN if unknown. */
  inDollars(asset: string, first: number, until: number): Float64Array {
    this.#coverage.need('reference-prices', asset, first * day, until * day)
    const prices = new Float64Array(until - first).fill(Number.NaN)
    for (const [timestamp, price] of this.#days.all({ asset, from: first * day, until: until * day }))
      if (price !== null) prices[timestamp / day - first] = price
    return prices
  }
}
