import type { Instrument } from '../catalogue/instrument.ts'

/** Orders generated per order of the catalogue. */
const density = 1.02

/** At the standard pace. */
export function ordersPerDay({ rate }: Instrument): number {
  return density * rate
}

/** Median order in USD, scaled so that turnover does not depend on the number of orders. */
export function medianOrder({ orderSize }: Instrument): number {
  return orderSize / density
}

/** Quotes whose prices are requested most; their spot pairs trade every hour. */
const steadyQuotes = ['usd', 'usdt', 'eur', 'btc']

export function isSteady({ class: kind, quote }: Instrument): boolean {
  return kind === 'spot' && steadyQuotes.includes(quote)
}
