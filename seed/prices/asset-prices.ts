import { exp, expNearZero } from '../../src/market/numbers/portable-math.ts'
import { hour as hourMs, minute, year } from '../../src/market/time.ts'
import { type Accrual, type Asset, accrued } from '../catalogue/assets/asset-list.ts'
import { keyOf } from '../hashed-draws.ts'
import { type Calendar, type Incident, strained } from '../scenarios/calendar.ts'
import { factorVolatility } from './detail.ts'
import { LogPath } from './log-path.ts'
import { newMarks, type Path } from './marks.ts'
import { PremiumPath } from './premium-path.ts'
import { offPeg } from './published/depegs.ts'
import {
  coinTrading,
  currencyTrading,
  publishedBeside,
  publishedLoss,
  publishedMarket,
} from './published/published-path.ts'
import type { Climate } from './regime.ts'
import { beside, type Sector, sectorOf } from './sectors.ts'
import { tradingMinutesPerYear, tradingTime } from './trading-week.ts'

export interface Factors {
  climates: Record<'crypto' | 'dollar', Climate>
  crypto: SharedMarket
  dollar: SharedMarket
  sectors: ReadonlyMap<Sector, Path>
}

/** What moves all assets of a kind. */
export interface SharedMarket {
  /** Without published prices. */
  usual: Path
  /** In the past as the prices of its leading asset were published. */
  path: Path
  leader: string
}

/** The market of bitcoin, or of the euro in the time of trading. @param leader whose published prices it follows */
export function marketOf(leader: Asset, usual: Path, keep: (path: Path) => Path): SharedMarket {
  const { price } = leader
  if (price.law !== 'crypto' && price.law !== 'closes') throw new Error(`${leader.code} follows another asset`)
  const [trading, volatility] =
    price.law === 'crypto' ? [coinTrading, factorVolatility.crypto] : [currencyTrading, factorVolatility.dollar]
  const own = price.volatility / (price.beta * volatility)
  const published = publishedMarket({ ...leader, ...price }, { path: usual, part: Math.sqrt(1 + own * own) }, trading)
  return { usual, path: keep(published), leader: leader.code }
}

/** Uncached. @param of returns the path of the followed asset */
export function pricePath(seed: string, asset: Asset, factors: Factors, of: (code: string) => Path): Path {
  const law = asset.price
  if (law.law === 'constant') return constant(law.level)
  if (law.law === 'crypto') {
    const own = coinPath(seed, asset, law.volatility, factors)
    return besideMarket({ ...asset, ...law }, factors.crypto, own, coinTrading)
  }
  if (law.law === 'closes') {
    const own = new LogPath(
      keyOf(seed, 'price', asset.code),
      law.volatility,
      factors.climates.dollar,
      tradingMinutesPerYear,
    )
    return closing(besideMarket({ ...asset, ...law }, factors.dollar, own, currencyTrading))
  }
  if (law.law === 'leveraged') return leveraged(of(law.to), law.level, law.reference, law.factor)
  const near = pegged(of(law.to), new PremiumPath(keyOf(seed, 'peg', asset.code)), law)
  if (law.law === 'accrues') return accruing(near, law)
  const own = (volatility: number) => () =>
    new LogPath(keyOf(seed, 'price', asset.code), volatility, factors.climates.crypto)
  return offPeg(
    fallen(near, publishedLoss(asset.code, own(lossVolatility.lasting))),
    asset.code,
    own(lossVolatility.passing),
  )
}

/** Per year, of the logarithm of a loss: days on which a peg is lost are wild. Passing losses have their hours published. */
const lossVolatility = { lasting: 8, passing: 4 }

/** Usual one per year. */
export function volatilityOf({ beta, volatility }: { beta: number; volatility: number }): number {
  const shared = beta * factorVolatility.crypto
  return Math.sqrt(shared * shared + volatility * volatility)
}

/** What moves a coin beside the market. */
function coinPath(seed: string, asset: Asset, volatility: number, { climates, sectors }: Factors): Path {
  const own = (volatility: number) => new LogPath(keyOf(seed, 'price', asset.code), volatility, climates.crypto)
  const sector = sectorOf(asset)
  if (sector === null) return own(volatility)
  const parts = beside(volatility)
  return sum(own(parts.own), parts.weight, sectors.get(sector)!)
}

/** Assets without published prices are near their level in the past, too. */
function besideMarket(
  asset: Pick<Asset, 'code' | 'level'> & { beta: number; volatility: number },
  market: SharedMarket,
  own: Path,
  trading: typeof coinTrading,
): Path {
  const published = publishedBeside(asset, market, own, trading)
  return published === undefined
    ? walk(asset.level, market.usual, asset.beta, own)
    : walk(asset.level, market.path, asset.beta, published)
}

function constant(level: number): Path {
  const hour = new Float64Array(61).fill(level)
  const fives = hour.subarray(0, 12)
  return { hour: () => hour, fives: () => fives, opening: () => level }
}

function walk(level: number, factor: Path, beta: number, own: Path): Path {
  const opening = (hour: number) => level * exp(own.opening(hour) + beta * factor.opening(hour))
  const within = (out: Float64Array, shared: Float64Array, count: number) => {
    const first = out[0]! + beta * shared[0]!
    const start = level * exp(first)
    out[0] = start
    for (let n = 1; n < count; n++) out[n] = start * expNearZero(out[n]! + beta * shared[n]! - first)
    return out
  }
  const hour = (hour: number) => {
    const [out, shared] = [own.hour(hour), factor.hour(hour)]
    within(out, shared, 60)
    out[60] = level * exp(out[60]! + beta * shared[60]!)
    return out
  }
  const fives = (hour: number) => within(own.fives(hour), factor.fives(hour), 12)
  return { hour, fives, opening }
}

/** Of two logarithms. */
function sum(own: Path, weight: number, shared: Path): Path {
  const added = (out: Float64Array, other: Float64Array) => {
    for (let n = 0; n < out.length; n++) out[n]! += weight * other[n]!
    return out
  }
  return {
    hour: hour => added(own.hour(hour), shared.hour(hour)),
    fives: hour => added(own.fives(hour), shared.fives(hour)),
    opening: hour => own.opening(hour) + weight * shared.opening(hour),
  }
}

/** Weekends keep the closing price, which is also the opening price. */
function closing(inTradingTime: Path): Path {
  const opening = (hour: number) => inTradingTime.opening(tradingTime(hour).tradingHour)
  const hour = (hour: number) => {
    const { tradingHour, open } = tradingTime(hour)
    const prices = inTradingTime.hour(tradingHour)
    return open ? prices : newMarks(61).fill(prices[0]!)
  }
  const fives = (hour: number) => {
    const { tradingHour, open } = tradingTime(hour)
    return open ? inTradingTime.fives(tradingHour) : newMarks(12).fill(inTradingTime.opening(tradingHour))
  }
  return { hour, fives, opening }
}

function pegged(of: Path, premium: PremiumPath, { band, parts = 1 }: { band: number; parts?: number }): Path {
  const within = (followed: Float64Array, premiums: Float64Array) => {
    const out = newMarks(followed.length)
    for (let i = 0; i < out.length; i++) out[i] = (followed[i]! / parts) * (1 + band * premiums[i]!)
    return out
  }
  return {
    hour: hour => within(of.hour(hour), premium.hour(hour)),
    fives: hour => within(of.fives(hour), premium.fives(hour)),
    opening: hour => (of.opening(hour) / parts) * (1 + band * premium.opening(hour)),
  }
}

/** A price that leaves its peg for good. @param loss since an hour; none if it never does */
function fallen(peg: Path, loss: { since: number; path: Path } | undefined): Path {
  if (loss === undefined) return peg
  const { since, path } = loss
  const left = (losses: Float64Array, prices: Float64Array) => losses.map((value, n) => prices[n]! * exp(-exp(value)))
  return {
    hour: hour => (hour < since ? peg.hour(hour) : left(path.hour(hour), peg.hour(hour))),
    fives: hour => (hour < since ? peg.fives(hour) : left(path.fives(hour), peg.fives(hour))),
    opening: hour => peg.opening(hour) * (hour < since ? 1 : exp(-exp(path.opening(hour)))),
  }
}

export function depegged(of: Path, code: string, calendar: Calendar): Path {
  const incidents = calendar.ofPeg(code)
  if (incidents === null) return of
  const each = (prices: Float64Array, hour: number, step: number) => {
    const [incident] = incidents(hour)
    return incident ? prices.map((price, n) => price * (1 - lost(incident, hour * hourMs + n * step))) : prices
  }
  return {
    hour: hour => each(of.hour(hour), hour, minute),
    fives: hour => each(of.fives(hour), hour, 5 * minute),
    opening: hour => each(Float64Array.of(of.opening(hour)), hour, 0)[0]!,
  }
}

function lost(incident: Incident, time: number): number {
  return incident.depth * strained(incident, time)
}

function mapped(of: Path, at: (hour: number) => (price: number) => number): Path {
  const each = (prices: Float64Array, now: (price: number) => number) => {
    const out = newMarks(prices.length)
    for (let i = 0; i < out.length; i++) out[i] = now(prices[i]!)
    return out
  }
  return {
    hour: hour => each(of.hour(hour), at(hour)),
    fives: hour => each(of.fives(hour), at(hour)),
    opening: hour => at(hour)(of.opening(hour)),
  }
}

function accruing(of: Path, law: Accrual): Path {
  return mapped(of, hour => {
    const grown = accrued(law, hour * hourMs)
    return price => price * grown
  })
}

/** Three times the underlying's log return, less the decay of daily rebalancing. */
function leveraged(of: Path, level: number, reference: number, factor: 3 | -3): Path {
  const decay = factor > 0 ? 0.3 : 0.5
  return mapped(of, hour => {
    const left = level * exp(decay * (4 - yearsSince2022(hour)))
    return price => {
      const cubed = (price / reference) * (price / reference) * (price / reference)
      return factor > 0 ? left * cubed : left / cubed
    }
  })
}

function yearsSince2022(hour: number): number {
  return (hour * hourMs - 1_640_995_200_000) / year
}
