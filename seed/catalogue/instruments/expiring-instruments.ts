import { magnitude, powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { day, hour, type Range } from '../../../src/market/time.ts'
import { keyOf, unit } from '../../hashed-draws.ts'
import type { Prices } from '../../prices/prices.ts'
import { activity, contractOrderSize } from '../activity.ts'
import { type Exchange, exchangeOf } from '../exchange-list.ts'
import { beginningOf } from './beginnings.ts'
import { type Series, series } from './derivative-listings.ts'
import { expiresOn, expiry, expiryDate, expiryName, nextExpiry } from './expiry-calendar.ts'
import type { Instrument } from './instrument.ts'
import { publishedGrid } from './published-grids.ts'
import { passingCoins, passingSlots, spotListings } from './spot-listings.ts'
import { spot } from './standing-instruments.ts'

/** First id of a series is its index × this; temporary listings follow. */
const idsPerSeries = 10_000_000
const placesPerExpiry = 64
/** Lines are reused after a contract ends; earlier ones belong to permanent instruments, the last to temporary listings. */
const firstLine = 128
const firstPassingLine = 7_168
const expiriesAtOnce = 8
/** Longer series first. */
const cadences = ['quarterly', 'monthly', 'weekly', 'daily'] as const
/** Orders of a contract in the middle of its chain are many, further strikes have half of them so many strikes away. */
const halved = 3
/** Orders a day of a future where no perpetual futures trade. */
const ordersWithoutPerpetuals = 40
/** Quarters that a temporary coin is listed. */
const passingQuarters = 3

/** @param short one expiry and the middle strike only */
export function contracts(
  seed: string,
  one: Series,
  prices: Prices,
  { from, to }: Range,
  short: boolean,
): Instrument[] {
  const begins = beginningOf(seed, { ...one, code: `${one.base}-${one.quote}` })
  const ahead = short && one.cadence !== 'daily' ? 1 : one.ahead
  const found: Instrument[] = []
  for (let n = nextExpiry(one.cadence, from); expiry(one.cadence, n - ahead) < to; n++) {
    const listed = expiry(one.cadence, n - ahead)
    if (listed < begins) continue
    // Of futures that expire together, only the longest exists.
    if (one.class === 'future') found.push(...(longerSeries(one, n).length === 0 ? [future(one, n, listed)] : []))
    else found.push(...options(one, prices, n, listed, short))
  }
  return found
}

/** Longer series of the same contracts that expire at the same time. */
function longerSeries(one: Series, n: number): Series[] {
  const longer = cadences.slice(0, cadences.indexOf(one.cadence))
  const names = ['exchange', 'class', 'base', 'quote'] as const
  const time = expiry(one.cadence, n)
  const covers = (other: Series) => longer.includes(other.cadence) && expiresOn(other.cadence, time)
  return series.filter(other => covers(other) && names.every(name => other[name] === one[name]))
}

function future(one: Series, n: number, listed: number): Instrument {
  const exchange = exchangeOf(one.exchange)
  const ended = expiry(one.cadence, n)
  const date = expiryDate(ended)
  const plain = spot(exchange, one.base, one.quote, 0)
  const usual = exchange.turnover['perpetual-future']
    ? activity(exchange, 'perpetual-future', one.base, 0).rate * 0.06
    : ordersWithoutPerpetuals
  const rate = Math.max(3, usual)
  const size = contractOrderSize(exchange, 'future', one.base, rate)
  const flow = { rate, orderSize: size, halfSpread: plain.halfSpread * 1.5 }
  const dates = { listed, ended, expiry: ended }
  const names = {
    code: `${plain.code}-${date}`,
    legacySymbol: plain.legacySymbol + date,
    pairCode: contractCode(exchange, one, ended),
  }
  const grid = publishedGrid(exchange.code, 'future', plain.code)
  return { ...plain, ...grid, ...flow, ...dates, ...names, class: 'future', ...contractNumbers(one, n, 0) }
}

/** Options that expire with those of a longer series add strikes near the price of their listing. */
function options(one: Series, prices: Prices, n: number, listed: number, short: boolean): Instrument[] {
  const underlying = future(one, n, listed)
  const time = expiry(one.cadence, n)
  const longer = longerSeries(one, n)
  const known = new Set(longer.flatMap(other => strikesOf(other, nextExpiry(other.cadence, time - 1), prices)))
  const { below } = one.chain!
  const weights = strikeWeights(one)
  return strikesOf(one, n, prices).flatMap((strike, place) => {
    const away = place - below
    if (known.has(strike) || (short && away !== 0)) return []
    return [true, false].map((call, side) =>
      option(one, n, underlying, { strike, call, away }, { place: 2 * place + side, weight: weights[place]! }),
    )
  })
}

/** Around the price when the series lists an expiry; a shorter list of contracts has the same. */
function strikesOf({ base, cadence, ahead, chain }: Series, n: number, prices: Prices): number[] {
  const { below, above, part } = chain!
  const price = prices.at(base, expiry(cadence, n - ahead))
  const step = roundStep(price * part)
  const middle = Math.max(below + 1, Math.round(price / step))
  return Array.from({ length: below + 1 + above }, (_, place) =>
    Number(((middle - below + place) * step).toPrecision(12)),
  )
}

/** Orders of a contract by its place in the chain, mean 1. */
function strikeWeights({ chain }: Series): number[] {
  const { below, above } = chain!
  const weights = Array.from({ length: below + 1 + above }, (_, place) => {
    const away = (place - below) / halved
    return 1 / (1 + away * away)
  })
  const mean = weights.reduce((sum, weight) => sum + weight) / weights.length
  return weights.map(weight => weight / mean)
}

function option(
  one: Series,
  n: number,
  underlying: Instrument,
  terms: NonNullable<Instrument['option']>,
  { place, weight }: { place: number; weight: number },
): Instrument {
  // A contract of a day or two still trades.
  const rate = one.cadence === 'daily' ? 4 : Math.min(1.2, underlying.rate * 0.05)
  const tail = `-${terms.strike}-${terms.call ? 'c' : 'p'}`
  return {
    ...underlying,
    class: 'option',
    ...contractNumbers(one, n, place),
    code: underlying.code + tail,
    pairCode: underlying.pairCode + tail.toUpperCase(),
    legacySymbol: underlying.legacySymbol + tail,
    option: terms,
    rate: rate * weight,
    orderSize: contractOrderSize(exchangeOf(one.exchange), 'option', one.base, rate),
    amountDecimals: one.exchange === 'drbt' ? 1 : 2,
    lot: 1,
    halfSpread: 0.012,
  }
}

function contractNumbers(one: Series, n: number, place: number): { id: number; line: number } {
  const row = series.indexOf(one)
  // Daily contracts have used all ids of their series by 2397.
  const id = (row + 1) * idsPerSeries + ((n * placesPerExpiry + place) % idsPerSeries)
  const own = series.filter(({ exchange }) => exchange === one.exchange).indexOf(one)
  return { id, line: firstLine + (own * expiriesAtOnce + (n % expiriesAtOnce)) * placesPerExpiry + place }
}

/** Deribit writes "BTC-27MAR26"; others "BTC-USD-260327" in their style. */
function contractCode(exchange: Exchange, one: Series, ended: number): string {
  const plain = spot(exchange, one.base, one.quote, 0).pairCode
  if (exchange.code !== 'drbt') return `${plain}${plain.includes('-') ? '-' : '_'}${expiryDate(ended)}`
  return `${one.base}-${expiryName(ended)}`.toUpperCase()
}

/** The largest of 1, 2 or 5 × 10^n up to a number. */
function roundStep(most: number): number {
  const power = powerOfTen(magnitude(most))
  const lead = most / power
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1)
}

/** Earlier, no coin was listed for some quarters only. */
const firstPassing = Date.UTC(2023, 0, 1)
/** No code is listed twice within it. */
export const passingAtOnce: Range = { from: firstPassing, to: Date.UTC(2028, 6, 1) }

export function passingListings(seed: string, { from, to }: Range): Instrument[] {
  return passingSlots.flatMap((slot, place) => {
    const exchange = exchangeOf(slot.exchange)
    const standing = spotListings[slot.exchange]![slot.quote]!.split(' ')
    const found: Instrument[] = []
    for (let n = nextExpiry('quarterly', from - 92 * day); change(seed, place, n - passingQuarters) < to; n++) {
      const [listed, ended] = [change(seed, place, n - passingQuarters), change(seed, place, n)]
      const coin = passingCoins[(n + place * 4) % passingCoins.length]!
      const id = (series.length + 1 + place) * idsPerSeries + n
      const line = firstPassingLine + place * expiriesAtOnce + (n % expiriesAtOnce)
      const traded = spot(exchange, coin, slot.quote, 0)
      const begins = Math.max(firstPassing, beginningOf(seed, traded))
      if (ended > from && !standing.includes(coin) && listed >= begins)
        found.push({ ...traded, id, line, listed, ended })
    }
    return found
  })
}

/** Time when a slot passes to the next coin: a whole hour after the quarter's expiry. */
function change(seed: string, slot: number, quarter: number): number {
  const wait = Math.floor(unit(keyOf(seed, 'passing', slot, quarter)) * 85 * 24)
  return expiry('quarterly', quarter) + wait * hour
}
