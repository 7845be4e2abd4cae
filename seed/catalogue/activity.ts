import { remembered } from '../../src/market/made-once.ts'
import { exp, log, power } from '../../src/market/numbers/portable-math.ts'
import { keyOf, normal } from '../hashed-draws.ts'
import { orderSizes } from '../trading/orders/order-size.ts'
import { assetOf } from './assets/asset-catalogue.ts'
import { type Asset, isCoin } from './assets/asset-list.ts'
import type { DailyTurnover, Exchange } from './exchange-list.ts'
import { perpetualListings, series, strikeCount } from './instruments/derivative-listings.ts'
import { spotListings } from './instruments/spot-listings.ts'
import { type Listings, widerPerpetuals, widerSpot } from './instruments/wider-listings.ts'

/** Orders of bitcoin a day on an exchange with the usual turnover, at the standard pace. */
const ordersPerDay = { spot: 2_200, 'perpetual-future': 3_000 } as const
/** Turnover of that exchange, in millions. */
const usualTurnover = { spot: 180, 'perpetual-future': 1_500 } as const
/** Orders follow turnover less than in proportion on larger exchanges, and less so on smaller ones. */
const [largerPower, smallerPower] = [0.36, 0.75]
/** Turnover concentrates on the coins of most interest. */
const turnoverPower = 1.3
/** Orders follow interest in proportion down to this, and fall faster below, fastest where profiles fill pairs ahead. */
const popular = { from: 0.12, power: { ahead: 2.3, whenAsked: 1.5 } }

/** Swaps of bitcoin on an exchange of weight 1. */
const swapsPerDay = 1_800

/** Every pair trades on most days, and perpetual futures in most hours. */
const leastOrders = { spot: 18, 'perpetual-future': 60 } as const
/**
 * On exchanges from this weight on, the main pairs of the leading coins trade in most minutes, and those of the next ones in a fifth
 * of them or more. Orders a day from a popularity on, where turnover is usual, and its powers; perpetual futures have more.
 */
const leading = {
  weight: 0.4,
  power: { larger: 0.12, smaller: 0.25 },
  coins: [
    { popularity: 40, orders: 2_900 },
    { popularity: 12, orders: 740 },
  ],
  times: { spot: 1, 'perpetual-future': 1.25 },
} as const
/**
 * Pairs that no profile fills ahead have more: as many again with this interest on an exchange of usual turnover. That differs with
 * this power of both, and by chance with this deviation of the logarithm.
 */
const quiet = { interest: 0.03, power: 0.2, deviation: 0.5, leastTurnover: 0.01 }
/**
 * Spot pairs of popular coins, and of money, have more on any exchange, by the root of popularity up to this: other rates go over
 * them, and the rate of a quiet minute would have to be searched for widely without them.
 */
const popularPairs = { factor: 1.35, most: 24 }

/** Bounds of the median order on spot exchanges, in USD. */
const [smallest, largest] = [345, 1_450]

/** Volume of a quote relative to the exchange's main one. */
const quoteShares = [1, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.05]

type Standing = 'spot' | 'perpetual-future'

interface Activity {
  rate: number
  orderSize: number
  halfSpread: number
}

/**
 * Busy pairs have more and larger orders and tighter spreads. @param place index of the quote on the exchange
 * @param ahead whether a profile fills it ahead
 */
export function activity(exchange: Exchange, kind: Standing, base: string, place: number, ahead = true): Activity {
  const interest = interestIn(base, place)
  const share = exchange.weight * interest
  const halfSpread = 0.00001 + 0.00003 / Math.sqrt(share + 0.002)
  const least = ahead ? leastOrders[kind] : quietOrders(exchange, kind, interest, { base, place })
  const rate = Math.max(least, leadingOrders(exchange, kind, base, place), ordersOf(exchange, kind, interest, ahead))
  const daily = turnover(exchange, kind) * (power(interest, turnoverPower) / interestsIn[kind](exchange.code))
  const median = orderSize(exchange, daily, rate)
  return { rate, orderSize: kind === 'spot' ? Math.min(largest, Math.max(smallest, median)) : median, halfSpread }
}

function leadingOrders(exchange: Exchange, kind: Standing, base: string, place: number): number {
  const asset = assetOf(base)
  const isMainPair = exchange.kind === 'centralised' && exchange.weight >= leading.weight && place === 0
  if (!isMainPair || !isCoin(asset)) return 0
  const coin = leading.coins.find(({ popularity }) => asset.popularity >= popularity)
  if (coin === undefined) return 0
  const size = sizeOf(exchange, kind)
  return leading.times[kind] * coin.orders * power(size, size > 1 ? leading.power.larger : leading.power.smaller)
}

function quietOrders(
  exchange: Exchange,
  kind: Standing,
  interest: number,
  { base, place }: { base: string; place: number },
): number {
  const size =
    exchange.kind === 'decentralised' ? exchange.weight : Math.max(quiet.leastTurnover, sizeOf(exchange, kind))
  const chance = normal(keyOf('quiet orders', exchange.code, kind, base, place))
  const more = quiet.power * log((size * interest) / quiet.interest) + quiet.deviation * chance
  const isSpot = kind === 'spot' && exchange.kind === 'centralised'
  return leastOrders[kind] * (isSpot ? popularTimes(assetOf(base)) : 1) * (1 + exp(more))
}

function popularTimes({ assetClass, popularity }: Asset): number {
  const isMoney = popularity >= 1 && /fiat|stablecoin/.test(assetClass)
  const counted = isMoney ? popularPairs.most : Math.min(popularPairs.most, popularity)
  return Math.max(1, popularPairs.factor * Math.sqrt(counted))
}

function sizeOf({ turnover }: Exchange, kind: Standing): number {
  return (turnover[kind] ?? 0) / usualTurnover[kind]
}

function ordersOf(exchange: Exchange, kind: Standing, interest: number, ahead: boolean): number {
  if (exchange.kind === 'decentralised') return swapsPerDay * power(exchange.weight * interest, 1.75)
  const size = sizeOf(exchange, kind)
  return ordersPerDay[kind] * power(size, size > 1 ? largerPower : smallerPower) * crowdOf(interest, ahead)
}

function crowdOf(interest: number, ahead: boolean): number {
  const { from, power: fall } = popular
  return interest >= from ? interest : from * power(interest / from, ahead ? fall.ahead : fall.whenAsked)
}

/** Median order in USD. @param rate orders per day */
export function contractOrderSize(exchange: Exchange, kind: 'future' | 'option', base: string, rate: number): number {
  const listed = series.filter(one => one.exchange === exchange.code && one.class === kind)
  const all = listed.reduce((sum, one) => {
    return sum + interestIn(one.base, 0) * one.ahead * Math.max(1, 2 * strikeCount(one))
  }, 0)
  return orderSize(exchange, turnover(exchange, kind) * (interestIn(base, 0) / all), rate)
}

function orderSize({ code }: Exchange, daily: number, rate: number): number {
  return daily / (rate * orderSizes(code).mean)
}

/** USD per million of `DailyTurnover`: an eighth, because orders of true size cannot be as many as true turnover needs. */
const turnoverShare = 1e6 / 8

function turnover({ turnover }: Exchange, kind: keyof DailyTurnover): number {
  return (turnover[kind] ?? 0) * turnoverShare
}

function interestIn(base: string, place: number): number {
  return (assetOf(base).popularity / 100) * (quoteShares[place] ?? 0.05)
}

const interestsIn = {
  spot: remembered((exchange: string) => sumOf(basesByQuote(spotListings[exchange], widerSpot[exchange]))),
  'perpetual-future': remembered((exchange: string) =>
    sumOf(basesByQuote(perpetualListings[exchange], widerPerpetuals[exchange])),
  ),
}

/** Of what profiles fill ahead, if they fill anything of the exchange: what is filled when asked changes nothing there. */
function basesByQuote(ahead: Record<string, string> | undefined, wider: Listings[string] = {}): (readonly string[])[] {
  return ahead ? Object.values(ahead).map(bases => bases.split(' ')) : Object.values(wider)
}

function sumOf(quotes: readonly (readonly string[])[]): number {
  const interests = quotes.flatMap((bases, place) => bases.map(base => interestIn(base, place)))
  return interests.reduce((sum, interest) => sum + power(interest, turnoverPower), 0)
}
