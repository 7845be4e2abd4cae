import { exp, expNearZero } from '../../src/market/portable-math.ts'
import { hour as hourMs, year } from '../../src/market/time.ts'
import type { Asset } from '../catalogue/asset-list.ts'
import { keyOf } from '../hash.ts'
import { LogPath, noise } from './log-path.ts'
import { tradingMinutesPerYear, tradingTime } from './trading-week.ts'

/** At an hour's 61 minute marks, both ends included; hours count from 1970. */
export type HourPrices = (hour: number) => Float64Array

/** A USD price, or the logarithm of a factor that prices share, over time. */
export interface Path {
  hour: HourPrices
  /** At the hour's twelve five-minute marks: the same numbers, for those who need no others. */
  fives: HourPrices
  /** At the hour's first mark: the same number, for those who need no other. */
  opening(hour: number): number
}

/** The paths that many assets share, as logarithms. */
export interface Factors {
  crypto: Path
  dollar: Path
}

/** The path of one asset's USD price, uncached; `of` gives that of the asset that it follows. */
export function pricePath(seed: string, asset: Asset, factors: Factors, of: (code: string) => Path): Path {
  const law = asset.price
  const own = (volatility: number, minutes?: number) =>
    new LogPath(keyOf(seed, 'price', asset.code), volatility, minutes)
  if (law.law === 'constant') return constant(law.level)
  if (law.law === 'crypto') return walk(law.level, factors.crypto, law.beta, own(law.volatility))
  if (law.law === 'closes')
    return closing(walk(law.level, factors.dollar, law.beta, own(law.volatility, tradingMinutesPerYear)))
  // A premium's noise has no trend beyond hours: it returns to nothing, as arbitrage makes it.
  if (law.law === 'peg') return pegged(of(law.to), keyOf(seed, 'peg', asset.code), law.band)
  if (law.law === 'accrues') return accruing(pegged(of(law.to), keyOf(seed, 'peg', asset.code), law.band), law.rate)
  return leveraged(of(law.to), law.level, law.reference, law.factor)
}

function constant(level: number): Path {
  const hour = new Float64Array(61).fill(level)
  const fives = hour.subarray(0, 12)
  return { hour: () => hour, fives: () => fives, opening: () => level }
}

function walk(level: number, factor: Path, beta: number, own: LogPath): Path {
  const opening = (hour: number) => level * exp(own.opening(hour) + beta * factor.opening(hour))
  const hour = (hour: number) => {
    const out = own.hour(hour)
    const shared = factor.hour(hour)
    const first = out[0]! + beta * shared[0]!
    const start = level * exp(first)
    out[0] = start
    for (let i = 1; i < 60; i++) out[i] = start * expNearZero(out[i]! + beta * shared[i]! - first)
    out[60] = level * exp(out[60]! + beta * shared[60]!)
    return out
  }
  const fives = (hour: number) => {
    const out = own.fives(hour)
    const shared = factor.fives(hour)
    const first = out[0]! + beta * shared[0]!
    const start = level * exp(first)
    out[0] = start
    for (let n = 1; n < 12; n++) out[n] = start * expNearZero(out[n]! + beta * shared[n]! - first)
    return out
  }
  return { hour, fives, opening }
}

/** Weekends stand still at the price of the close, which is also that of the opening. */
function closing(inTradingTime: Path): Path {
  const opening = (hour: number) => inTradingTime.opening(tradingTime(hour).tradingHour)
  const hour = (hour: number) => {
    const { tradingHour, open } = tradingTime(hour)
    const prices = inTradingTime.hour(tradingHour)
    return open ? prices : new Float64Array(61).fill(prices[0]!)
  }
  const fives = (hour: number) => {
    const { tradingHour, open } = tradingTime(hour)
    return open ? inTradingTime.fives(tradingHour) : new Float64Array(12).fill(inTradingTime.opening(tradingHour))
  }
  return { hour, fives, opening }
}

function pegged(of: Path, key: number, band: number): Path {
  const premium = (hour: number) =>
    1 + band * (0.4 * noise(key, 1, hour) + 0.6 * noise(key + 1, 7, hour) + 0.6 * noise(key + 2, 45, hour))
  const opening = (hour: number) => of.opening(hour) * premium(hour)
  const within = (followed: Float64Array, hour: number, step: number) => {
    const start = premium(hour)
    const slope = (premium(hour + 1) - start) / 60
    const out = new Float64Array(followed.length)
    for (let i = 0; i < out.length; i++) out[i] = followed[i]! * (start + slope * (i * step))
    return out
  }
  const hour = (hour: number) => within(of.hour(hour), hour, 1)
  const fives = (hour: number) => within(of.fives(hour), hour, 5)
  return { hour, fives, opening }
}

/** A path that is at any time a function of another one's price; `at` gives an hour's function. */
function mapped(of: Path, at: (hour: number) => (price: number) => number): Path {
  const each = (prices: Float64Array, now: (price: number) => number) => {
    const out = new Float64Array(prices.length)
    for (let i = 0; i < out.length; i++) out[i] = now(prices[i]!)
    return out
  }
  return {
    hour: hour => each(of.hour(hour), at(hour)),
    fives: hour => each(of.fives(hour), at(hour)),
    opening: hour => at(hour)(of.opening(hour)),
  }
}

function accruing(of: Path, rate: number): Path {
  return mapped(of, hour => {
    const grown = accrued(rate, hour)
    return price => price * grown
  })
}

/** What an asset that accrues at a rate a year is worth in what it follows, at an hour counted from 1970. */
export function accrued(rate: number, hour: number): number {
  return 1 + rate * yearsSince2022(hour)
}

/** Three times the underlying's log return, less the decay that daily rebalancing costs. */
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
