import { priceAt } from '../../src/market/numbers/packed.ts'
import { day, floorTo, supplyStep } from '../../src/market/time.ts'
import type { Store } from '../../src/store/store.ts'
import type { SuppliedAsset } from '../subjects/supplied.ts'

/** In USD; NaN if unknown. */
type PriceAt = (time: number) => number

/** Reads five-minute USD prices of assets with a supply. */
export function priceReader(store: Store) {
  const { coverage } = store
  const ahead = store.prepare<[timestamp: number, prices: Buffer]>(
    'SELECT timestamp, prices FROM asset_price WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp',
  )
  const wholeDays = store.prepare<[midnight: number, prices: Buffer]>(
    'SELECT timestamp, prices FROM asset_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
  )

  /** Of assets whose prices are written ahead, by time. */
  function all(from: number, until: number): Map<number, Buffer> {
    coverage.need('supply', 0, from, until)
    return new Map(ahead.all({ from, until }))
  }

  /** Of any asset; notes what the store lacks of one that is written when asked, its supplies included. */
  function of({ code, place }: SuppliedAsset, from: number, until: number): PriceAt {
    if (place !== null) {
      const prices = all(from, until)
      return time => priceAt(prices.get(time) ?? noPrices, place)
    }
    coverage.need('asset-supply', code, from, until)
    const first = floorTo(from, day)
    const days = new Map(wholeDays.all({ asset: code, from: first, until }))
    return time => {
      const midnight = floorTo(time, day)
      return priceAt(days.get(midnight) ?? noPrices, (time - midnight) / supplyStep)
    }
  }

  return { all, of }
}

const noPrices = Buffer.alloc(0)
