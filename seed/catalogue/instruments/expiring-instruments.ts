import { magnitude, powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { day, hour, type Range } from '../../../src/market/time.ts'
import { keyOf, unit } from '../../hashed-draws.ts'
import { activity, contractOrderSize } from '../activity.ts'
import { type Exchange, exchangeOf } from '../exchange-list.ts'
import { beginningOf } from './beginnings.ts'
import { type Series, series } from './derivative-listings.ts'
import { expiresOn, expiry, expiryDate, expiryName, nextExpiry } from './expiry-calendar.ts'
import { type Instrument, idsPerSeries } from './instrument.ts'
import { publishedGrid } from './published-grids.ts'
import { passingCoins, passingSlots, spotListings } from './spot-listings.ts'
import { spot } from './standing-instruments.ts'

const placesPerExpiry = 128
/** Strikes that are added to this many or more are further apart, by the factor. */
const many = { places: 40, apart: 1.8 }
/** Lines are reused after a contract ends; earlier ones belong to permanent instruments, the last to temporary listings. */
const firstLine = 128
const firstPassingLine = 7_168
const passingAtOnceOfSlot = 8
/** Longer series first. */
const cadences = ['quarterly', 'monthly', 'weekly', 'daily'] as const
/** Every day adds the strikes that lack around the price. */
const added: Reach = { below: 4, above: 4 }
/** Orders of a contract in the middle of its chain are many, further strikes have half of them so many strikes away. */
const halved = 3
/** Orders a day of a future where no perpetual futures trade. */
const ordersWithoutPerpetuals = 40
/** Quarters that a temporary coin is listed. */
const passingQuarters = 3

/** The day from which contracts of a series are listed. */
export function seriesBegins(seed: string, one: Series): number {
  return beginningOf(seed, { ...one, code: `${one.base}-${one.quote}` })
}

/** @param short one expiry and the middle strike only */
export function contracts(
  seed: string,
  one: Series,
  openings: Openings,
  { from, to }: Range,
  short: boolean,
): Instrument[] {
  const begins = seriesBegins(seed, one)
  const ahead = short && one.cadence !== 'daily' ? 1 : one.ahead
  const found: Instrument[] = []
  for (let n = nextExpiry(one.cadence, Math.max(from, begins)); expiry(one.cadence, n - ahead) < to; n++) {
    const listed = expiry(one.cadence, n - ahead)
    if (listed < begins) continue
    // Of futures that expire together, only the longest exists.
    if (one.class === 'future') found.push(...(longerSeries(one, n).length === 0 ? [future(one, n, listed)] : []))
    else {
      const chain = chainOf(one, openings, { time: expiry(one.cadence, n), begins, to })
      found.push(...options(one, n, future(one, n, listed), short ? chain.filter(isMiddle) : chain))
    }
  }
  return found
}

/** Longer series of the same contracts that expire at the same time. */
function longerSeries(one: Series, n: number): Series[] {
  const longer = cadences.slice(0, cadences.indexOf(one.cadence))
  return seriesAt(one, expiry(one.cadence, n)).filter(({ cadence }) => longer.includes(cadence))
}

/** Series of the same contracts that list an expiry. */
function seriesAt(one: Series, time: number): Series[] {
  const names = ['exchange', 'class', 'base', 'quote'] as const
  return series.filter(other => names.every(name => other[name] === one[name]) && expiresOn(other.cadence, time))
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

/** A strike of an expiry; ids follow from its place among the strikes of its series. */
interface ListedStrike {
  one: Series
  listed: number
  strike: number
  away: number
  place: number
}

/** Each series lists strikes around the price when it lists the expiry; later the longest adds some where the price goes. */
function chainOf(
  one: Series,
  openings: Openings,
  { time, begins, to }: { time: number; begins: number; to: number },
): ListedStrike[] {
  const listings = seriesAt(one, time)
    .map(one => ({ one, listed: expiry(one.cadence, nextExpiry(one.cadence, time - 1) - one.ahead) }))
    .filter(({ listed }) => listed >= begins)
    .sort((a, b) => a.listed - b.listed)
  const [longest] = listings
  if (!longest) return []
  const last = Math.min(time, to)
  const chain: ListedStrike[] = []
  /** Before they are rounded, which takes a while; most strikes that a day might add are there already. */
  const known = new Set<number>()
  const places = new Map(listings.map(({ one }) => [one, 0]))
  let centre = Number.NaN
  const add = (one: Series, listed: number, { below, above }: Reach) => {
    // The price is then far from where the chain began, which would run out of places.
    const apart = places.get(one)! < many.places ? 1 : many.apart
    const { middle, step } = gridAt(one, openings, listed, apart)
    if (one === longest.one && middle * step === centre) return
    if (one === longest.one) centre = middle * step
    for (let away = -below; away <= above; away++) {
      const exact = (middle + away) * step
      if (known.has(exact)) continue
      const strike = Number(exact.toPrecision(12))
      const place = places.get(one)!
      if (middle + away < 1 || 2 * place >= placesPerExpiry) continue
      if (chain.some(other => Math.abs(other.strike - strike) <= step / 2)) continue
      chain.push({ one, listed, strike, away, place })
      known.add(exact)
      places.set(one, place + 1)
    }
  }
  for (let n = nextExpiry('daily', longest.listed - 1); ; n++) {
    const today = expiry('daily', n)
    while (listings.length > 0 && listings[0]!.listed <= Math.min(today, last - 1)) {
      const { one, listed } = listings.shift()!
      add(one, listed, one.chain!)
    }
    if (today >= last) return chain.filter(strike => strike.one === one)
    if (today > longest.listed) add(longest.one, today, added)
  }
}

/** Prices of an asset at whole hours. */
type Openings = (base: string) => (hour: number) => number

type Reach = Pick<NonNullable<Series['chain']>, 'below' | 'above'>

/** The strikes of a series around the price at a time. @param apart factor of the usual step */
function gridAt(
  { base, chain }: Series,
  openings: Openings,
  time: number,
  apart = 1,
): { middle: number; step: number } {
  const price = openings(base)(time / hour)
  const step = roundStep(price * chain!.part * apart)
  return { middle: Math.round(price / step), step }
}

/** Of the strikes that a series lists first. */
function isMiddle({ listed, away }: ListedStrike, _: number, chain: ListedStrike[]): boolean {
  return away === 0 && listed === chain[0]!.listed
}

function options(one: Series, n: number, underlying: Instrument, chain: ListedStrike[]): Instrument[] {
  const mean = meanWeight(one)
  return chain.flatMap(({ listed, strike, away, place }) =>
    [true, false].map((call, side) => ({
      ...option(one, n, underlying, { strike, call, away }, { place: 2 * place + side, weight: weightOf(away) / mean }),
      listed: Math.max(listed, underlying.listed),
    })),
  )
}

/** Orders of a contract by its strike's place in the chain. */
function weightOf(away: number): number {
  return 1 / (1 + (away / halved) * (away / halved))
}

function meanWeight({ chain }: Series): number {
  const { below, above } = chain!
  const weights = Array.from({ length: below + 1 + above }, (_, place) => weightOf(place - below))
  return weights.reduce((sum, weight) => sum + weight) / weights.length
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
    pairCode: underlying.pairCode + tail.toUpperCase() + (one.exchange === 'bbit' ? '-USDT' : ''),
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
  // Daily contracts have used all ids of their series by 2183.
  const id = (row + 1) * idsPerSeries + ((n * placesPerExpiry + place) % idsPerSeries)
  const before = series.slice(0, row).filter(({ exchange }) => exchange === one.exchange)
  const lane = before.reduce((sum, other) => sum + lanes(other), n % lanes(one))
  return { id, line: firstLine + lane * placesPerExpiry + place }
}

/** On the day of an expiry, the next one is listed. */
function lanes({ ahead }: Series): number {
  return ahead + 1
}

/** Deribit and options on Bybit have "BTC-27MAR26", options on Binance "BTC-260327"; others "BTC-USD-260327" in their style. */
function contractCode(exchange: Exchange, one: Series, ended: number): string {
  const name = `${exchange.code} ${one.class}`
  if (exchange.code === 'drbt' || name === 'bbit option') return `${one.base}-${expiryName(ended)}`.toUpperCase()
  if (name === 'binc option') return `${one.base.toUpperCase()}-${expiryDate(ended)}`
  const plain = spot(exchange, one.base, one.quote, 0).pairCode
  return `${plain}${plain.includes('-') ? '-' : '_'}${expiryDate(ended)}`
}

/** The largest of 1, 2 or 5 × 10^n up to a number. */
function roundStep(most: number): number {
  const power = powerOfTen(magnitude(most))
  const lead = most / power
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1)
}

/** When coins are listed for some quarters only; no code twice, because codes are unique. */
export const passingTimes: Range = { from: Date.UTC(2023, 0, 1), to: Date.UTC(2028, 6, 1) }

export function passingListings(seed: string, range: Range): Instrument[] {
  const { from } = range
  const to = Math.min(range.to, passingTimes.to)
  return passingSlots.flatMap((slot, place) => {
    const exchange = exchangeOf(slot.exchange)
    const standing = spotListings[slot.exchange]![slot.quote]!.split(' ')
    const found: Instrument[] = []
    for (
      let n = nextExpiry('quarterly', Math.max(from, passingTimes.from) - 92 * day);
      change(seed, place, n - passingQuarters) < to;
      n++
    ) {
      const [listed, ended] = [change(seed, place, n - passingQuarters), change(seed, place, n)]
      const coin = passingCoins[(n + place * 4) % passingCoins.length]!
      const id = (series.length + 1 + place) * idsPerSeries + n
      const line = firstPassingLine + place * passingAtOnceOfSlot + (n % passingAtOnceOfSlot)
      const traded = spot(exchange, coin, slot.quote, 0)
      const begins = Math.max(passingTimes.from, beginningOf(seed, traded))
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
