import { day, type Range } from '../../src/market/time.ts'
import { assetsAhead } from '../catalogue/assets/asset-catalogue.ts'
import { tradedSince } from '../catalogue/instruments/beginnings.ts'
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
    this.#prices = sink.appender('reference_price')
  }

  /** The store's first range also has the days before. */
  write({ from, to }: Range, start: number): void {
    const today = Math.floor(from / day)
    if (from === start) this.#write(today - daysBefore, daysBefore)
    for (let d = today; (d + 1) * day <= to; d++) this.#write(d, 1)
    this.#prices.flush()
  }

  /** The days of one asset alone, in rows of a day. */
  writeOf(asset: string, { from, to }: Range): void {
    for (let d = Math.floor(from / day); (d + 1) * day <= to; d++) this.#add(asset, d, 1)
    this.#prices.flush()
  }

  #write(first: number, count: number): void {
    for (const { code } of assetsAhead) this.#add(code, first, count)
  }

  /** Null before the asset was first traded. */
  #add(asset: string, first: number, count: number): void {
    const { prices } = this.#world
    const since = tradedSince(asset)
    const closes = Array.from({ length: count }, (_, n) => {
      const close = first + n + 1
      return close * day > since ? prices.opening(asset, close * 24) : null
    })
    this.#prices.add(asset, first * day, JSON.stringify(closes))
  }
}
