import { packedPrices } from '../../src/market/numbers/packed.ts'
import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { hour, type Range, supplyStep } from '../../src/market/time.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import type { Prices } from '../prices/prices.ts'

const perHour = hour / supplyStep

/**
 * Decimal places of a price: the level has 50,000 to 500,000 units, so the price can grow thirtyfold in three bytes.
 */
export function priceDecimals({ level }: Asset): number {
  return 5 - magnitude(level * 2)
}

/** Prices in units of their last decimal place. */
export class PriceColumns {
  readonly #from: number
  readonly #columns: Int32Array[]

  constructor(prices: Prices, assets: readonly Asset[], { from, to }: Range) {
    const scales = assets.map(asset => powerOfTen(priceDecimals(asset)))
    this.#from = from
    this.#columns = assets.map(() => new Int32Array((to - from) / supplyStep))
    // Hour by hour, because assets share underlying paths.
    for (let h = from / hour, at = 0; h * hour < to; h++, at += perHour)
      assets.forEach(({ code }, place) => {
        const fives = prices.fives(code, h)
        for (let n = 0; n < perHour; n++) this.#columns[place]![at + n] = Math.round(fives[n]! * scales[place]!)
      })
  }

  of(place: number): Int32Array {
    return this.#columns[place]!
  }

  at(time: number): Uint8Array {
    const at = (time - this.#from) / supplyStep
    return packedPrices(this.#columns.map(column => column[at]!))
  }
}
