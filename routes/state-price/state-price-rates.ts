import { priceAt } from '../../src/market/numbers/packed.ts'
import { supplyStep } from '../../src/market/time.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { RateAt } from './state-price-walk.ts'

/** Reads the USD prices of assets, one per five minutes. */
export class UsdRates {
  readonly #asset: Statement<[place: number]>
  readonly #prices: Statement<[timestamp: number, prices: Buffer]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#asset = store.prepare('SELECT position FROM supply_asset WHERE code = :code')
    this.#prices = store.prepare(
      `SELECT timestamp, prices FROM asset_price WHERE timestamp < :until
       AND timestamp >= ifnull((SELECT max(timestamp) FROM asset_price WHERE timestamp <= :from), :from) ORDER BY timestamp`,
    )
  }

  /** Prices over [from, until); NaN if unknown. */
  open(from: number, until: number): (code: string) => RateAt {
    this.#coverage.need('supply', 0, from - supplyStep, until)
    const rows = this.#prices.all({ from, until })
    return code => {
      const [place] = this.#asset.get({ code }) ?? []
      if (place === undefined) return () => Number.NaN
      const known = rows.map(([timestamp, prices]) => ({ timestamp, price: priceAt(prices, place) }))
      return time => (known.findLast(({ timestamp }) => timestamp <= time) ?? known[0])?.price ?? Number.NaN
    }
  }
}
