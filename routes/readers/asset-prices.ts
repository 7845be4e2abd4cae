import { priceAt } from '../../src/market/numbers/packed.ts'
import { day, floorTo, supplyStep } from '../../src/market/time.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { SuppliedAsset } from '../subjects/supplied.ts'

/** In USD; NaN if unknown. */
type PriceAt = (time: number) => number

/** Reads five-minute USD prices of assets with a supply. */
export class PriceReader {
  readonly #all: Statement<[timestamp: number, prices: Buffer]>
  readonly #days: Statement<[midnight: number, prices: Buffer]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#all = store.prepare(
      'SELECT timestamp, prices FROM asset_price WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp',
    )
    this.#days = store.prepare(
      'SELECT timestamp, prices FROM asset_price_day WHERE asset = :asset AND timestamp >= :from AND timestamp < :until',
    )
  }

  /** Of assets whose prices are written ahead, by time. */
  all(from: number, until: number): Map<number, Buffer> {
    this.#coverage.need('supply', 0, from, until)
    return new Map(this.#all.all({ from, until }))
  }

  /** Of any asset; notes what the store lacks of one that is written when asked, its supplies included. */
  of({ code, place }: SuppliedAsset, from: number, until: number): PriceAt {
    if (place !== null) {
      const prices = this.all(from, until)
      return time => priceAt(prices.get(time) ?? noPrices, place)
    }
    this.#coverage.need('asset-supply', code, from, until)
    const first = floorTo(from, day)
    const days = new Map(this.#days.all({ asset: code, from: first, until }))
    return time => {
      const midnight = floorTo(time, day)
      return priceAt(days.get(midnight) ?? noPrices, (time - midnight) / supplyStep)
    }
  }
}

const noPrices = Buffer.alloc(0)
