import type { BarFold } from '../../src/market/bar.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { HourPrices } from '../prices/asset-prices.ts'
import type { Prices } from '../prices/prices.ts'

/**
 * USD value of an hour's trades: amount paid × mean USD price of the quote over the hour's sixty minutes. An option
 * counts with its underlying: contracts × mean USD price of the base.
 */
export class Valuation {
  readonly #prices: HourPrices
  readonly #part: 'volume' | 'notional'

  constructor(prices: Prices, { option, base, quote }: Instrument) {
    this.#prices = prices.source(option ? base : quote)
    this.#part = option ? 'volume' : 'notional'
  }

  of(hour: number, fold: BarFold): number {
    return fold.nearest(this.#part) * meanPrice(this.#prices(hour))
  }
}

/** Mean over the 61 minute marks of an hour. */
export function meanPrice(marks: Float64Array): number {
  let sum = 0
  for (let minute = 0; minute < 60; minute++) sum += marks[minute]!
  return sum / 60
}
