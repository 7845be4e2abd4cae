import { magnitude, powerOfTen } from '../../src/market/portable-math.ts'
import { day, hour, type Range } from '../../src/market/time.ts'
import { keyOf, unit } from '../hash.ts'
import type { Prices } from '../prices/prices.ts'
import { contractOrderSize } from './activity.ts'
import { passingCoins } from './asset-list.ts'
import { type Series, series } from './derivative-listings.ts'
import { type Exchange, exchangeOf } from './exchange-list.ts'
import { expiry, expiryDate, nextExpiry } from './expiry-calendar.ts'
import type { Instrument } from './instrument.ts'
import { publishedGrid } from './published-grids.ts'
import { passingSlots, spotListings } from './spot-listings.ts'
import { spot } from './standing-instruments.ts'

/** First id of a series is its index × this; temporary listings follow. */
const idsPerSeries = 1_000_000
const idsPerExpiry = 16
/** Lines are reused after a contract ends; earlier ones belong to permanent instruments. */
const firstLine = 128
const expiriesAtOnce = 4
/** Quarters that a temporary coin is listed. */
const passingQuarters = 3

/** @param short one expiry and the middle strikes only */
export function contracts(one: Series, prices: Prices, { from, to }: Range, short: boolean): Instrument[] {
  const ahead = short && one.cadence !== 'daily' ? 1 : one.ahead
  const found: Instrument[] = []
  for (let n = nextExpiry(one.cadence, from); expiry(one.cadence, n - ahead) < to; n++) {
    const listed = expiry(one.cadence, n - ahead)
    if (isQuarterly(one, n)) continue
    if (one.class === 'future') found.push(future(one, n, listed))
    else found.push(...options(one, prices, n, listed, short))
  }
  return found
}

/** If a shorter series would expire with the quarter, only the quarterly contract exists. */
function isQuarterly({ cadence }: Series, n: number): boolean {
  const ended = expiry(cadence, n)
  return cadence !== 'quarterly' && expiry('quarterly', nextExpiry('quarterly', ended - 1)) === ended
}

function future(one: Series, n: number, listed: number): Instrument {
  const exchange = exchangeOf(one.exchange)
  const ended = expiry(one.cadence, n)
  const date = expiryDate(ended)
  const plain = spot(exchange, one.base, one.quote, 0)
  const rate = Math.max(3, plain.rate * 0.1)
  const size = contractOrderSize(exchange, 'future', one.base, rate)
  const activity = { rate, orderSize: size, halfSpread: plain.halfSpread * 1.5 }
  const dates = { listed, ended, expiry: ended }
  const names = {
    code: `${plain.code}-${date}`,
    legacySymbol: plain.legacySymbol + date,
    pairCode: contractCode(exchange, one, ended),
  }
  const grid = publishedGrid(exchange.code, 'future', plain.code)
  return { ...plain, ...grid, ...activity, ...dates, ...names, class: 'future', ...contractNumbers(one, n, 0) }
}

function options(one: Series, prices: Prices, n: number, listed: number, short: boolean): Instrument[] {
  // A shorter list has the same contracts as the whole one, which lists them earlier.
  const price = prices.at(one.base, expiry(one.cadence, n - one.ahead))
  return one.strikes.flatMap((multiple, place) => {
    if (short && multiple !== 1) return []
    const strike = roundStrike(price * multiple, price)
    return [true, false].map((call, side) => option(one, n, listed, { strike, call, multiple }, place * 2 + side))
  })
}

function option(
  one: Series,
  n: number,
  listed: number,
  terms: NonNullable<Instrument['option']>,
  place: number,
): Instrument {
  const underlying = future(one, n, listed)
  // A contract of a day or two still trades.
  const rate = one.cadence === 'daily' ? 16 : underlying.rate * 0.15
  const tail = `-${terms.strike}-${terms.call ? 'c' : 'p'}`
  return {
    ...underlying,
    class: 'option',
    ...contractNumbers(one, n, place),
    code: underlying.code + tail,
    pairCode: underlying.pairCode + tail.toUpperCase(),
    legacySymbol: underlying.legacySymbol + tail,
    option: terms,
    rate,
    orderSize: contractOrderSize(exchangeOf(one.exchange), 'option', one.base, rate),
    amountDecimals: 1,
    lot: 1,
    halfSpread: 0.012,
  }
}

function contractNumbers(one: Series, n: number, place: number): { id: number; line: number } {
  const row = series.indexOf(one)
  // Daily contracts have used all ids of their series by 2141.
  const id = (row + 1) * idsPerSeries + ((n * idsPerExpiry + place) % idsPerSeries)
  return { id, line: lineOf(row, n, place) }
}

function lineOf(row: number, n: number, place: number): number {
  return firstLine + (row * expiriesAtOnce + (n % expiriesAtOnce)) * idsPerExpiry + place
}

/** Deribit writes "BTC-27MAR26"; others "BTC-USD-260327" in their style. */
function contractCode(exchange: Exchange, one: Series, ended: number): string {
  const plain = spot(exchange, one.base, one.quote, 0).pairCode
  if (exchange.code !== 'drbt') return `${plain}${plain.includes('-') ? '-' : '_'}${expiryDate(ended)}`
  const [, date = '', month = '', year = ''] = /, (\d+) (\w+) \d\d(\d\d)/.exec(new Date(ended).toUTCString()) ?? []
  return `${one.base}-${Number(date)}${month}${year}`.toUpperCase()
}

/** Strikes are multiples of 1, 2 or 5 × 10^n, at about a fiftieth of the price. */
function roundStrike(wanted: number, price: number): number {
  const power = powerOfTen(magnitude(price / 50))
  const lead = price / 50 / power
  const step = power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1)
  return Math.round(wanted / step) * step
}

export function passingListings(seed: string, { from, to }: Range): Instrument[] {
  return passingSlots.flatMap((slot, place) => {
    const exchange = exchangeOf(slot.exchange)
    const standing = spotListings[slot.exchange]![slot.quote]!.split(' ')
    const found: Instrument[] = []
    for (let n = nextExpiry('quarterly', from - 92 * day); change(seed, place, n - passingQuarters) < to; n++) {
      const [listed, ended] = [change(seed, place, n - passingQuarters), change(seed, place, n)]
      const coin = passingCoins[(n + place * 4) % passingCoins.length]!
      const id = (series.length + 1 + place) * idsPerSeries + n
      const line = lineOf(series.length + place, n, 0)
      if (ended > from && !standing.includes(coin.code))
        found.push({ ...spot(exchange, coin.code, slot.quote, 0), id, line, listed, ended })
    }
    return found
  })
}

/** Time when a slot passes to the next coin: a whole hour after the quarter's expiry. */
function change(seed: string, slot: number, quarter: number): number {
  const wait = Math.floor(unit(keyOf(seed, 'passing', slot, quarter)) * 85 * 24)
  return expiry('quarterly', quarter) + wait * hour
}
