import { assetOf } from './asset-catalogue.ts'
import type { Exchange } from './exchange-list.ts'

/** Orders per day of Coinbase's bitcoin at the standard profile's pace, give or take what the formula below does. */
const ordersPerDay = 1_800

/** How much a quote trades beside an exchange's main one. */
const quoteShares = [1, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.05]

export interface Activity {
  rate: number
  orderSize: number
  halfSpread: number
}

/** Busy pairs trade often, in larger orders and on tighter spreads. @param place of the quote among the exchange's. */
export function activity(exchange: Exchange, base: string, place: number): Activity {
  const popularity = assetOf(base).popularity / 100
  const share = exchange.weight * popularity * (quoteShares[place] ?? 0.05)
  return {
    // Orders concentrate more than money does: a few instruments make most of a tape.
    rate: Math.max(2, ordersPerDay * share * Math.sqrt(share * Math.sqrt(share))),
    orderSize: 60 + 500 * Math.sqrt(share),
    halfSpread: 0.00006 + 0.00005 / Math.sqrt(share + 0.002),
  }
}
