import type { Asset } from './asset-list.ts'
import { keyOf } from './hash.ts'
import { LogPath, noise } from './log-path.ts'
import { exp, expNearZero } from './portable-math.ts'
import { hour as hourMs, year } from './time.ts'
import { tradingMinutesPerYear, tradingTime } from './trading-week.ts'

/** USD prices at an hour's 61 minute marks; `hour` counts from 1970. */
export type HourPrices = (hour: number) => Float64Array

/** The paths that many assets share, as logarithms at the same marks. */
export interface Factors {
  crypto: HourPrices
  dollar: HourPrices
}

/** The hour prices of one asset, uncached; `of` gives those of the asset that it follows. */
export function hourPrices(seed: string, asset: Asset, factors: Factors, of: (code: string) => HourPrices): HourPrices {
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

function constant(level: number): HourPrices {
  const prices = new Float64Array(61).fill(level)
  return () => prices
}

function walk(level: number, factor: HourPrices, beta: number, own: LogPath): HourPrices {
  return hour => {
    const out = own.hour(hour)
    const shared = factor(hour)
    const first = out[0]! + beta * shared[0]!
    const start = level * exp(first)
    out[0] = start
    for (let i = 1; i < 60; i++) out[i] = start * expNearZero(out[i]! + beta * shared[i]! - first)
    out[60] = level * exp(out[60]! + beta * shared[60]!)
    return out
  }
}

/** Weekends stand still at the price of the close, which is also that of the opening. */
function closing(inTradingTime: HourPrices): HourPrices {
  return hour => {
    const { tradingHour, open } = tradingTime(hour)
    const prices = inTradingTime(tradingHour)
    return open ? prices : new Float64Array(61).fill(prices[0]!)
  }
}

function pegged(of: HourPrices, key: number, band: number): HourPrices {
  const premium = (hour: number) =>
    1 + band * (0.4 * noise(key, 1, hour) + 0.6 * noise(key + 1, 7, hour) + 0.6 * noise(key + 2, 45, hour))
  return hour => {
    const followed = of(hour)
    const start = premium(hour)
    const slope = (premium(hour + 1) - start) / 60
    return followed.map((price, i) => price * (start + slope * i))
  }
}

function accruing(of: HourPrices, rate: number): HourPrices {
  return hour => {
    const grown = 1 + rate * yearsSince2022(hour)
    return of(hour).map(price => price * grown)
  }
}

/** Three times the underlying's log return, less the decay that daily rebalancing costs. */
function leveraged(of: HourPrices, level: number, reference: number, factor: 3 | -3): HourPrices {
  const decay = factor > 0 ? 0.3 : 0.5
  return hour => {
    const left = level * exp(decay * (4 - yearsSince2022(hour)))
    return of(hour).map(price => {
      const cubed = (price / reference) * (price / reference) * (price / reference)
      return factor > 0 ? left * cubed : left / cubed
    })
  }
}

function yearsSince2022(hour: number): number {
  return (hour * hourMs - 1_640_995_200_000) / year
}
