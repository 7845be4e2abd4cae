import { priceAt } from '../../src/market/numbers/packed.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { RateAt } from './state-price-walk.ts'

/** Reads the USD prices of assets, one per five minutes. */
export class UsdRates {
  readonly #asset: Statement<[place: number, decimals: number]>
  readonly #prices: Statement<[timestamp: number, prices: Buffer]>

  constructor(store: Store) {
    this.#asset = store.prepare('SELECT position, price_decimals FROM supply_asset WHERE code = :code')
    this.#prices = store.prepare(
      `SELECT timestamp, prices FROM asset_price WHERE timestamp < :until
       AND timestamp >= ifnull((SELECT max(timestamp) FROM asset_price WHERE timestamp <= :from), :from) ORDER BY timestamp`,
    )
  }

  /** Prices over [from, until); NaN if unknown. */
  open(from: number, until: number): (code: string) => RateAt {
    const rows = this.#prices.all({ from, until })
    return code => {
      const [place, decimals] = this.#asset.get({ code }) ?? []
      if (place === undefined) return () => Number.NaN
      const known = rows.map(([timestamp, prices]) => ({ timestamp, price: priceAt(prices, place) / 10 ** decimals! }))
      return time => (known.findLast(({ timestamp }) => timestamp <= time) ?? known[0])?.price ?? Number.NaN
    }
  }
}
