import { packedPrices } from '../../src/market/numbers/packed.ts'
import { hour, type Range, supplyStep } from '../../src/market/time.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import type { Prices } from '../prices/prices.ts'

const perHour = hour / supplyStep

/** USD prices every five minutes, as they are stored. */
export class PriceColumns {
  readonly #from: number
  readonly #columns: Float32Array[]

  constructor(prices: Prices, assets: readonly Asset[], { from, to }: Range) {
    this.#from = from
    this.#columns = assets.map(() => new Float32Array((to - from) / supplyStep))
    // Hour by hour, because assets share underlying paths.
    for (let h = from / hour, at = 0; h * hour < to; h++, at += perHour)
      assets.forEach(({ code }, place) => {
        const fives = prices.fives(code, h)
        for (let n = 0; n < perHour; n++) this.#columns[place]![at + n] = fives[n]!
      })
  }

  of(place: number): Float32Array {
    return this.#columns[place]!
  }

  at(time: number): Uint8Array {
    const at = (time - this.#from) / supplyStep
    return packedPrices(this.#columns.map(column => column[at]!))
  }
}
