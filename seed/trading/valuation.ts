import type { BarFold } from '../../src/market/bar.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { Prices } from '../prices/prices.ts'

/**
 * What an hour's trades of one instrument are worth in USD: what was paid for them, at the mean USD price of the quote
 * over the hour's sixty minutes. An option counts with what it is on: its contracts, at the mean USD price of the base.
 */
export class Valuation {
  readonly #prices: Prices
  readonly #priced: string
  readonly #part: 'volume' | 'notional'

  constructor(prices: Prices, { option, base, quote }: Instrument) {
    this.#prices = prices
    this.#priced = option ? base : quote
    this.#part = option ? 'volume' : 'notional'
  }

  of(hour: number, fold: BarFold): number {
    return fold.nearest(this.#part) * meanPrice(this.#prices.hour(this.#priced, hour))
  }
}

/** Over an hour, of the prices at its 61 minute marks. */
export function meanPrice(marks: Float64Array): number {
  let sum = 0
  for (let minute = 0; minute < 60; minute++) sum += marks[minute]!
  return sum / 60
}
