import { priceAt } from '../../src/market/numbers/packed.ts'
import { supplyStep } from '../../src/market/time.ts'
import type { Store } from '../../src/store/store.ts'
import type { RateAt } from './state-price-walk.ts'

/** Reads the USD prices of assets over [from, until), one per five minutes; NaN if unknown. */
export function usdRatesOf(store: Store): (from: number, until: number) => (code: string) => RateAt {
  const asset = store.prepare<[place: number]>('SELECT position FROM supply_asset WHERE code = :code')
  const prices = store.prepare<[timestamp: number, prices: Buffer]>(
    `SELECT timestamp, prices FROM asset_price WHERE timestamp < :until
     AND timestamp >= ifnull((SELECT max(timestamp) FROM asset_price WHERE timestamp <= :from), :from) ORDER BY timestamp`,
  )
  return (from, until) => {
    store.coverage.need('supply', 0, from - supplyStep, until)
    const rows = prices.all({ from, until })
    return code => {
      const [place] = asset.get({ code }) ?? []
      if (place === undefined) return () => Number.NaN
      const known = rows.map(([timestamp, prices]) => ({ timestamp, price: priceAt(prices, place) }))
      return time => (known.findLast(({ timestamp }) => timestamp <= time) ?? known[0])?.price ?? Number.NaN
    }
  }
}
