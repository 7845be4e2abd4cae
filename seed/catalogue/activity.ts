import { remembered } from '../../src/market/made-once.ts'
import { exp, log, power } from '../../src/market/numbers/portable-math.ts'
import { keyOf, normal } from '../hashed-draws.ts'
import { type Pool, relationIn } from '../pools/pool-list.ts'
import { orderSizes } from '../trading/orders/order-size.ts'
import { assetOf } from './assets/asset-catalogue.ts'
import { type Asset, isCoin } from './assets/asset-list.ts'
import { type DailyTurnover, type Exchange, exchangeOf } from './exchange-list.ts'
import { perpetualListings, series, strikeCount } from './instruments/derivative-listings.ts'
import { spotListings } from './instruments/spot-listings.ts'
import { type Listings, widerPerpetuals, widerSpot } from './instruments/wider-listings.ts'

/** Orders of bitcoin a day on an exchange with the usual turnover, at the standard pace. */
const ordersPerDay = { spot: 2_200, 'perpetual-future': 3_000 } as const
/** Turnover of that exchange, in millions. */
const usualTurnover = { spot: 180, 'perpetual-future': 1_500 } as const
/** Orders follow turnover less than in proportion on larger exchanges, and less so on smaller ones. */
const [largerPower, smallerPower] = [0.36, 0.75]
/** Turnover of coins relative to bitcoin on a usual exchange, about as reported in 2025. */
const turnoverShares = new Map([
  ['eth', 0.68],
  ['sol', 0.26],
  ['xrp', 0.24],
  ['doge', 0.12],
  ['bnb', 0.07],
  ['ada', 0.05],
])
/** Turnover of other coins and of further quotes concentrates on those of most interest. */
const turnoverPower = 1.3
/** Orders follow interest in proportion down to this, and fall faster below, fastest where profiles fill pairs ahead. */
const popular = { from: 0.12, power: { ahead: 2.3, whenAsked: 1.5 } }

/**
 * Swaps a day in pools of this depth in USD, and the power with which they follow it; then the share of depth that counts. Pools that
 * do not concentrate hold more for their depth, and trade more; those of tokens with one peg hold and trade less, above all if neither
 * gains a yield.
 */
const swaps = { perDay: 500, depth: 250e6, power: 1.5 }
const countedDepth = {
  ...{ concentrated: 1, stable: 1, constant_product: 2, weighted: 2, vault: 0 },
  ...{ growing: 0.15, pegged: 0.01 },
} as const

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
 * Spot pairs of popular coins have more on any exchange, by the root of popularity up to `most`, and those of money as many as if their
 * popularity were this: other rates go over them, and the rate of a quiet minute would have to be searched for widely without them.
 */
const popularPairs = { factor: 1.35, most: 24, money: 200 }

/**
 * Median order of bitcoin on spot exchanges, in USD: `usual` where turnover needs `needed`, and less or more by this power of the need,
 * but never less than needed. Orders of others differ from it with their turnover, below the first bound by the root.
 */
const orders = { usual: 345, needed: 190, power: 0.25, most: 1_450, others: [100, 3_500] } as const

/** Volume of a quote relative to the exchange's main one. */
const quoteShares = [1, 0.2, 0.12, 0.1, 0.08, 0.06]
const leastQuoteShare = 0.05

/**
 * Customers of exchanges differ in what they like: deviations of the logarithm of a coin's turnover, and the power with which the
 * number of orders follows it.
 */
const tastes = { ether: 0.15, others: 0.28, ofOrders: 0.4 } as const
const korean = { xrp: 5, doge: 3.6, eth: 0.55 }
/** What is known of exchanges, with a third of the deviation. */
const knownTastes: Record<string, Record<string, number>> = {
  upbt: korean,
  bthb: korean,
  cone: korean,
  krbt: korean,
  bfly: { xrp: 2.5 },
  btbk: { xrp: 2.5 },
  btso: { xrp: 2.5 },
  huob: { trx: 3 },
  polo: { trx: 3 },
  bnce: { bnb: 2 },
}

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
  const rate = rateOf(exchange, kind, base, place, ahead)
  const median = medianOrder(exchange, kind, base, { place, rate })
  return { rate, orderSize: kind === 'spot' ? scaled(exchange, median) : median, halfSpread }
}

function rateOf(exchange: Exchange, kind: Standing, base: string, place: number, ahead = true): number {
  const interest = interestIn(base, place)
  const least = ahead ? leastOrders[kind] : quietOrders(exchange, kind, interest, { base, place })
  const liking = power(tastesOn(exchange.code)(base), tastes.ofOrders)
  const leading = leadingOrders(exchange, kind, base, place) * Math.max(1, liking)
  return Math.max(least, leading, liking * ordersOf(exchange, kind, interest, ahead))
}

function medianOrder(exchange: Exchange, kind: Standing, base: string, of: { place: number; rate: number }): number {
  const share = turnoverIn(exchange.code, base, of.place) / turnoversIn[kind](exchange.code)
  return orderSize(exchange, turnover(exchange, kind) * share, of.rate)
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
  const counted = isMoney ? popularPairs.money : Math.min(popularPairs.most, popularity)
  return Math.max(1, popularPairs.factor * Math.sqrt(counted))
}

function sizeOf({ turnover }: Exchange, kind: Standing): number {
  return (turnover[kind] ?? 0) / usualTurnover[kind]
}

function ordersOf(exchange: Exchange, kind: Standing, interest: number, ahead: boolean): number {
  // Swaps follow the depth of pools instead.
  if (exchange.kind === 'decentralised') return 0
  const size = sizeOf(exchange, kind)
  return ordersPerDay[kind] * power(size, size > 1 ? largerPower : smallerPower) * crowdOf(interest, ahead)
}

/** Swaps a day in the pools of a pair. @param least whatever their depth */
export function swapRate(pools: readonly Pool[], least: number): number {
  const countedOf = (pool: Pool) => {
    const relation = relationIn(pool)
    return countedDepth[relation === 'apart' ? pool.type : relation]
  }
  const depth = pools.reduce((sum, pool) => sum + pool.depth * countedOf(pool), 0)
  return Math.max(least, swaps.perDay * power(depth / swaps.depth, swaps.power))
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

function turnoverIn(exchange: string, base: string, place: number): number {
  const { popularity } = assetOf(base)
  const share = turnoverShares.get(base) ?? power(popularity / 100, turnoverPower)
  return share * power(quoteShares[place] ?? leastQuoteShare, turnoverPower) * tastesOn(exchange)(base)
}

/** Turnover of coins on an exchange, relative to that on a usual one. */
const tastesOn = remembered((exchange: string) =>
  remembered((base: string) => {
    if (base === 'btc' || exchangeOf(exchange).kind === 'decentralised') return 1
    const known = knownTastes[exchange]?.[base]
    const usual = base === 'eth' ? tastes.ether : tastes.others
    return (known ?? 1) * exp((known === undefined ? usual : usual / 3) * normal(keyOf('taste', exchange, base)))
  }),
)

function interestIn(base: string, place: number): number {
  return (assetOf(base).popularity / 100) * (quoteShares[place] ?? leastQuoteShare)
}

const turnoversIn = {
  spot: remembered((exchange: string) => sumOf(exchange, basesByQuote(spotListings[exchange], widerSpot[exchange]))),
  'perpetual-future': remembered((exchange: string) =>
    sumOf(exchange, basesByQuote(perpetualListings[exchange], widerPerpetuals[exchange])),
  ),
}

/** Median order of bitcoin on an exchange, relative to the one that its turnover needs. */
const orderScale = remembered((code: string) => {
  const exchange = exchangeOf(code)
  const median = medianOrder(exchange, 'spot', 'btc', {
    place: 0,
    rate: rateOf(exchange, 'spot', 'btc', 0, code in spotListings),
  })
  if (median === 0) return 1
  return Math.min(orders.most, Math.max(median, orders.usual * power(median / orders.needed, orders.power))) / median
})

function scaled({ code }: Exchange, median: number): number {
  const [small, most] = orders.others
  const size = median * orderScale(code)
  return size < small ? Math.sqrt(small * size) : Math.min(most, size)
}

/** Of what profiles fill ahead, if they fill anything of the exchange: what is filled when asked changes nothing there. */
function basesByQuote(ahead: Record<string, string> | undefined, wider: Listings[string] = {}): (readonly string[])[] {
  return ahead ? Object.values(ahead).map(bases => bases.split(' ')) : Object.values(wider)
}

function sumOf(exchange: string, quotes: readonly (readonly string[])[]): number {
  return quotes
    .flatMap((bases, place) => bases.map(base => turnoverIn(exchange, base, place)))
    .reduce((sum, turnover) => sum + turnover, 0)
}
