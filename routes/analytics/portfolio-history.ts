import { day, formatTime } from '../../src/market/time.ts'
import type { Portfolio } from './portfolio.ts'
import type { ReferencePrices } from './reference-prices.ts'

/** Closing values of a portfolio's positions for the days from `first` to before `until`, counted from 1970. */
export class PortfolioHistory {
  readonly #portfolio: Portfolio
  readonly #first: number
  /** Prices in the quote, by position. */
  readonly #prices: Float64Array[]
  /** Rates of the quote in the reporting currency. */
  readonly #conversion: Float64Array
  /** Prices as JSON, by asset and day, once they are asked for. */
  readonly #sources: Map<string, string[]>

  constructor(portfolio: Portfolio, reference: ReferencePrices, first: number, until: number) {
    const inDollars = (asset: string) => reference.inDollars(asset, first, until)
    const { positions, quote, reporting } = portfolio
    const dollars = inDollars(quote)
    this.#portfolio = portfolio
    this.#first = first
    this.#prices = positions.map(({ asset }) => quotient(inDollars(asset), dollars))
    this.#conversion = quotient(dollars, inDollars(reporting))
    this.#sources = new Map(positions.map(({ asset }) => [asset, []]))
  }

  /**
   * Historical simulation: the losses of the portfolio of day `today` under the price changes of each of the last
   * `count` days. In the quote, oldest day first; gains are negative.
   */
  losses(today: number, count: number): Float64Array {
    const losses = new Float64Array(count)
    const last = today - this.#first
    this.#prices.forEach((prices, n) => {
      const value = this.#portfolio.positions[n]!.quantity * prices[last]!
      for (let i = 0; i < count; i++) {
        const d = last - count + 1 + i
        losses[i]! -= value * (prices[d]! / prices[d - 1]! - 1)
      }
    })
    return losses
  }

  /** Rates of the quote in the reporting currency. */
  conversion(today: number): number {
    return this.#conversion[today - this.#first]!
  }

  /** All prices behind the losses and the conversion of a day, as JSON. */
  sources(today: number, count: number): string {
    const { positions, quote, reporting } = this.#portfolio
    const parts: string[] = []
    for (const [asset, known] of this.#sources) {
      const prices = this.#prices[positions.findIndex(position => position.asset === asset)]!
      for (let d = today - count; d <= today; d++) {
        const n = d - this.#first
        known[n] ??= sourceOf(`${asset}-${quote}`, prices[n]!, d)
        parts.push(known[n])
      }
    }
    if (quote !== reporting) parts.push(sourceOf(`${quote}-${reporting}`, this.conversion(today), today))
    return `[${parts.join(',')}]`
  }
}

/** A reference price behind a record. */
function sourceOf(pair: string, ref_price: number, d: number): string {
  return JSON.stringify({ pair, ref_price, date: formatTime(d * day).slice(0, 10) })
}

function quotient(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, n) => value / b[n]!)
}
