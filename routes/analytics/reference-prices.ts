import { day } from '../../src/market/time.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Reads what assets cost at the end of UTC days, which are counted from 1970. */
export class ReferencePrices {
  readonly #days: Statement
  readonly #first: Statement

  constructor(store: Store) {
    this.#days = store.prepare(
      'SELECT timestamp, price_usd FROM reference_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
    )
    this.#first = store.prepare('SELECT min(timestamp) FROM reference_price')
  }

  /** The first day that has prices; Infinity where none has. */
  firstDay(): number {
    const [timestamp] = this.#first.get({})!
    return timestamp === null ? Number.POSITIVE_INFINITY : Number(timestamp) / day
  }

  /** In USD, from day `first` to before day `until`; NaN where none is known. */
  inDollars(asset: string, first: number, until: number): Float64Array {
    const prices = new Float64Array(until - first).fill(Number.NaN)
    for (const [timestamp, price] of this.#days.all({ asset, from: first * day, until: until * day }))
      prices[Number(timestamp) / day - first] = Number(price)
    return prices
  }
}
