import type { BarFold } from '../../../src/market/trades/bar.ts'
import type { Instrument } from '../../catalogue/instruments/instrument.ts'
import type { HourPrices } from '../../prices/marks.ts'
import type { Prices } from '../../prices/prices.ts'

/** USD value of an hour's trades: amount paid × mean USD price of the quote; an option counts with its underlying. */
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

function meanPrice(marks: Float64Array): number {
  let sum = 0
  for (let minute = 0; minute < 60; minute++) sum += marks[minute]!
  return sum / 60
}
