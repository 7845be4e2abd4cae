import { day, formatTime } from '../../src/market/time.ts'
import type { Portfolio } from './portfolio.ts'
import type { ReferencePrices } from './reference-prices.ts'

export type PortfolioHistory = ReturnType<typeof portfolioHistory>

/** Closing values of a portfolio's positions for the days from `first` to before `until`, counted from 1970. */
export function portfolioHistory(portfolio: Portfolio, reference: ReferencePrices, first: number, until: number) {
  const { positions, quote, reporting } = portfolio
  const inDollars = (asset: string) => reference.inDollars(asset, first, until)
  const dollars = inDollars(quote)
  /** Prices in the quote, by position. */
  const series = positions.map(({ asset }) => quotient(inDollars(asset), dollars))
  /** Rates of the quote in the reporting currency. */
  const rates = quotient(dollars, inDollars(reporting))
  const conversion = (today: number) => rates[today - first]!
  /** Prices as JSON, by asset and day, once they are asked for. */
  const texts = new Map(positions.map(({ asset }): [string, string[]] => [asset, []]))

  /**
   * Historical simulation: the losses of the portfolio of day `today` under the price changes of each of the last
   * `count` days. In the quote, oldest day first; gains are negative.
   */
  function losses(today: number, count: number): Float64Array {
    const losses = new Float64Array(count)
    const last = today - first
    series.forEach((prices, n) => {
      const value = positions[n]!.quantity * prices[last]!
      for (let i = 0; i < count; i++) {
        const d = last - count + 1 + i
        losses[i]! -= value * (prices[d]! / prices[d - 1]! - 1)
      }
    })
    return losses
  }

  /** All prices behind the losses and the conversion of a day, as JSON. */
  function sources(today: number, count: number): string {
    const parts: string[] = []
    for (const [asset, known] of texts) {
      const prices = series[positions.findIndex(position => position.asset === asset)]!
      for (let d = today - count; d <= today; d++) {
        const n = d - first
        known[n] ??= sourceOf(`${asset}-${quote}`, prices[n]!, d)
        parts.push(known[n])
      }
    }
    if (quote !== reporting) parts.push(sourceOf(`${quote}-${reporting}`, conversion(today), today))
    return `[${parts.join(',')}]`
  }

  return { losses, conversion, sources }
}

/** A reference price behind a record. */
function sourceOf(pair: string, ref_price: number, d: number): string {
  return JSON.stringify({ pair, ref_price, date: formatTime(d * day).slice(0, 10) })
}

function quotient(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, n) => value / b[n]!)
}
