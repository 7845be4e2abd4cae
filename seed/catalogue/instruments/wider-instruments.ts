import { remembered } from '../../../src/market/made-once.ts'
import { power } from '../../../src/market/numbers/portable-math.ts'
import { day } from '../../../src/market/time.ts'
import { keyOf } from '../../hashed-draws.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import { assetEnd } from '../assets/wider-assets.ts'
import { exchangeOf } from '../exchange-list.ts'
import { refinePastSteps } from '../venues/past-steps.ts'
import { widerPools } from '../wider-pools.ts'
import { beginningOf, exchangesClosed, existsSince, slowest, type Traded } from './beginnings.ts'
import { perpetualListings } from './derivative-listings.ts'
import { firstIdWhenAsked, type Instrument } from './instrument.ts'
import { spotListings } from './spot-listings.ts'
import { dexInstruments, type ListedPair, perpetual, spot } from './standing-instruments.ts'
import { delistings, type Listings, widerPerpetuals, widerSpot } from './wider-listings.ts'

/** Orders per day of all pairs of a coin of popularity 1, and its power for others: price feeds ask for the last half hour. */
const leastOfCoin = { orders: 1_100, power: 0.15 }
/** Median in USD. */
const smallestOrder = 60

/** Lines below belong to what profiles fill ahead, temporary listings among it. */
const firstLine = 7_232
const lineCount = 960

/** Standing instruments that no profile fills ahead, by seed, in order of their ids. */
export const widerInstruments = remembered((seed: string) => numbered(make(seed)))

/** Their names, whatever the seed, and maybe more than once: a tenth of the time. */
export function widerNames(): Traded[] {
  const nameOf = (
    { exchange, base, quote }: Pick<ListedPair, 'exchange' | 'base' | 'quote'>,
    kind: Traded['class'],
  ) => {
    return { exchange: exchange.code, class: kind, base, quote, code: `${base}-${quote}` }
  }
  const listed = [
    ...pairs(widerSpot, spotListings).map(one => nameOf(one, 'spot')),
    ...pairs(widerPerpetuals, perpetualListings).map(one => nameOf(one, 'perpetual-future')),
  ]
  const swapped = widerPools.filter(({ type }) => type !== 'vault')
  const pooled = swapped.map(({ protocol, tokens }) => {
    const [base = '', quote = ''] = tokens.slice(-2)
    return nameOf({ exchange: exchangeOf(protocol), base, quote }, 'spot')
  })
  return [...listed.filter(isListed), ...pooled]
}

function make(seed: string): Instrument[] {
  const all = [
    ...pairs(widerSpot, spotListings).map(({ exchange, base, quote, place }) =>
      spot(exchange, base, quote, place, false),
    ),
    ...pairs(widerPerpetuals, perpetualListings).map(one => perpetual(one, false)),
  ]
  for (const one of all) {
    one.listed = beginningOf(seed, one)
    one.ended = endOf(one)
    refinePastSteps(one)
  }
  const listed = all.filter(isListed)
  quicken(listed)
  return [...listed, ...dexInstruments(widerPools, false)]
}

/** More orders of a smaller size, of coins that few exchanges list. */
function quicken(instruments: readonly Instrument[]): void {
  const markets = Map.groupBy(instruments, one => `${one.class} ${one.base}`)
  for (const pairs of markets.values()) {
    // Of coins that still trade somewhere, those pairs count.
    const lasting = pairs.filter(({ ended }) => ended === Number.POSITIVE_INFINITY)
    const counted = lasting.length > 0 ? lasting : pairs
    const { length } = counted
    const orders = counted.reduce((sum, { rate }) => sum + rate, 0)
    const least = leastOfCoin.orders * power(assetOf(pairs[0]!.base).popularity, leastOfCoin.power)
    const faster = Math.max(1, (least * length) / (length + 1) / orders)
    for (const one of pairs) {
      one.rate *= faster
      one.orderSize = Math.max(smallestOrder, one.orderSize / faster)
    }
  }
}

/** Whether trading lasts, however late an exchange adds a coin: not a matter of the seed. */
function isListed(one: Traded): boolean {
  return endOf(one) - existsSince(one)! > slowest * day
}

function endOf({ exchange, base, quote }: Traded): number {
  const never = Number.POSITIVE_INFINITY
  const codes = Math.min(assetEnd(base) ?? never, assetEnd(quote) ?? never)
  return Math.min(codes, exchangesClosed.get(exchange) ?? never, delistings.get(`${exchange} ${base}`) ?? never)
}

/** Quotes that profiles fill ahead come first, so that a quote has its place among all of the exchange. */
function pairs(listings: Listings, ahead: Record<string, Record<string, string>>): ListedPair[] {
  return Object.entries(listings).flatMap(([code, quotes]) => {
    const exchange = exchangeOf(code)
    const places = [...new Set([...Object.keys(ahead[code] ?? {}), ...Object.keys(quotes)])]
    return Object.entries(quotes).flatMap(([quote, bases]) =>
      bases.map(base => ({ exchange, base, quote, place: places.indexOf(quote) })),
    )
  })
}

/** Ids and lines depend on keys, not on positions, so that they stay when the lists grow. */
function numbered(instruments: readonly Instrument[]): Instrument[] {
  const taken = new Map<string, Uint8Array>()
  const named = instruments.map(one => ({ one, name: `${one.exchange} ${one.class} ${one.code}` }))
  // Whoever was listed first keeps its line.
  named.sort((a, b) => a.one.listed - b.one.listed || (a.name < b.name ? -1 : 1))
  for (const { one, name } of named) {
    one.id = idOf(name)
    const lines = taken.get(one.exchange) ?? new Uint8Array(lineCount)
    taken.set(one.exchange, lines)
    let line = (keyOf('line', name) >>> 0) % lineCount
    while (lines[line] === 1) line = (line + 1) % lineCount
    lines[line] = 1
    one.line = firstLine + line
  }
  return instruments.toSorted((a, b) => a.id - b.id)
}

/** Of 46 bits: two of ten thousand instruments share one with a probability of a millionth, which a test would show. */
function idOf(name: string): number {
  return firstIdWhenAsked + (keyOf('id', name) >>> 18) * 0x1_0000_0000 + (keyOf('id too', name) >>> 0)
}
