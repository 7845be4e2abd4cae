import { day } from '../../src/market/time.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Reads closing prices by UTC day, counted from 1970. */
export class ReferencePrices {
  readonly #days: Statement
  readonly #first: Statement

  constructor(store: Store) {
    this.#days = store.prepare(
      'SELECT timestamp, price_usd FROM reference_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
    )
    this.#first = store.prepare('SELECT min(timestamp) FROM reference_price')
  }

  /** First day with prices; Infinity if there is none. */
  firstDay(): number {
    const [timestamp] = this.#first.get({})!
    return timestamp === null ? Number.POSITIVE_INFINITY : Number(timestamp) / day
  }

  /** USD prices from day `first` to before `until`; NaN if unknown. */
  inDollars(asset: string, first: number, until: number): Float64Array {
    const prices = new Float64Array(until - first).fill(Number.NaN)
    for (const [timestamp, price] of this.#days.all({ asset, from: first * day, until: until * day }))
      prices[Number(timestamp) / day - first] = Number(price)
    return prices
  }
}
