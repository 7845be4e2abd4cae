import { day, type Range } from '../../src/market/time.ts'
import { assets } from '../catalogue/asset-catalogue.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'

/** Days of prices before the store's start: two years, the range searched for a stressed period. */
const daysBefore = 731

/** The closing price is the trading path at midnight. */
export class ReferencePriceFeed {
  readonly #world: World
  readonly #prices: Appender

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#prices = sink.appender('reference_price', ['asset', 'timestamp', 'prices'])
  }

  /** The store's first range also has the days before. */
  write({ from, to }: Range, start: number): void {
    const today = Math.floor(from / day)
    if (from === start) this.#write(today - daysBefore, daysBefore)
    for (let d = today; (d + 1) * day <= to; d++) this.#write(d, 1)
    this.#prices.flush()
  }

  #write(first: number, count: number): void {
    const { prices } = this.#world
    for (const { code } of assets) {
      const closes = Array.from({ length: count }, (_, n) => prices.opening(code, (first + n + 1) * 24))
      this.#prices.add(code, first * day, JSON.stringify(closes))
    }
  }
}
