import type { Instrument } from '../catalogue/instrument.ts'

/** How many orders come where the catalogue has one. */
const density = 2.2

/** Orders per day at the standard profile's pace. */
export function ordersPerDay({ rate }: Instrument): number {
  return density * rate
}

/** The median order in USD: what an instrument turns over does not depend on the number of orders. */
export function medianOrder({ orderSize }: Instrument): number {
  return orderSize / density
}

/** Quotes in which prices are asked for most: their spot pairs have one in every hour. */
const steadyQuotes = ['usd', 'usdt', 'eur', 'btc']

export function isSteady({ class: kind, quote }: Instrument): boolean {
  return kind === 'spot' && steadyQuotes.includes(quote)
}
