import { assetOf } from './asset-catalogue.ts'
import { perpetualListings, series } from './derivative-listings.ts'
import type { DailyTurnover, Exchange } from './exchange-list.ts'
import { spotListings } from './spot-listings.ts'

/** Orders of bitcoin on Coinbase, at the standard pace. */
const ordersPerDay = 1_800

/** Every pair trades on most days. */
const leastOrders = 14

/** Volume of a quote relative to the exchange's main one. */
const quoteShares = [1, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.05]

/** Mean order size ÷ median; see trading/order-size.ts. */
const meanToMedian = 3.2

export interface Activity {
  rate: number
  orderSize: number
  halfSpread: number
}

/** Busy pairs have more and larger orders and tighter spreads. @param place index of the quote on the exchange. */
export function activity(exchange: Exchange, kind: 'spot' | 'perpetual-future', base: string, place: number): Activity {
  const interest = interestIn(base, place)
  const share = exchange.weight * interest
  // Orders concentrate more than volume: a few instruments have most of the trades.
  const rate = Math.max(leastOrders, ordersPerDay * share * Math.sqrt(share * Math.sqrt(share)))
  const daily = turnover(exchange, kind) * (interest / interestInAll(exchange, kind))
  return { rate, orderSize: orderSize(daily, rate), halfSpread: 0.00001 + 0.00003 / Math.sqrt(share + 0.002) }
}

/** Median order in USD. @param rate orders per day */
export function contractOrderSize(exchange: Exchange, kind: 'future' | 'option', base: string, rate: number): number {
  const listed = series.filter(one => one.exchange === exchange.code && one.class === kind)
  const all = listed.reduce((sum, one) => {
    return sum + interestIn(one.base, 0) * one.ahead * Math.max(1, 2 * one.strikes.length)
  }, 0)
  return orderSize(turnover(exchange, kind) * (interestIn(base, 0) / all), rate)
}

function orderSize(daily: number, rate: number): number {
  return daily / (rate * meanToMedian)
}

function turnover({ turnover }: Exchange, kind: keyof DailyTurnover): number {
  return (turnover[kind] ?? 0) * 1e6
}

function interestIn(base: string, place: number): number {
  return (assetOf(base).popularity / 100) * (quoteShares[place] ?? 0.05)
}

const listings = { spot: spotListings, 'perpetual-future': perpetualListings }
const known = new Map<string, number>()

function interestInAll({ code }: Exchange, kind: keyof typeof listings): number {
  const name = `${code} ${kind}`
  const sum = known.get(name) ?? sumOf(Object.values(listings[kind][code] ?? {}))
  known.set(name, sum)
  return sum
}

function sumOf(quotes: string[]): number {
  const interests = quotes.flatMap((bases, place) => bases.split(' ').map(base => interestIn(base, place)))
  return interests.reduce((sum, interest) => sum + interest, 0)
}
