import { latestKept, remembered } from '../../src/market/made-once.ts'
import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { type Swing, Swings, sharedVolatility, slowSwings, swingsOf, varianceOf } from '../../src/market/swings.ts'
import { draw, unit } from '../hashed-draws.ts'
import { pastLoudness } from './published/past-loudness.ts'
import { isWeekend } from './trading-week.ts'

/** Hours between the nodes of volatility's swings, none in step with the day, and their deviations: long memory needs many scales. */
const fastSwings: readonly Swing[] = [
  [5, 0.3],
  [17, 0.2],
]
/** Slow volatility of a path: what all paths share, and its own. */
const [common, own] = [sharedVolatility, Math.sqrt(1 - sharedVolatility * sharedVolatility)]
/** Days between the nodes of the usual level, and days before and after a node that count, some days apart. */
const level = { every: 100, reach: 150, step: 10 }
/** News makes single hours volatile: their variance is 1 ÷ (u + this), u uniform in [0, 1]. */
const calmest = 0.25
const newsRoot = Math.sqrt(log((1 + calmest) / calmest))
/** Volatility at weekends and on other days; their mean square is 1. */
const [weekend, weekday] = [0.8, 1.0696]

/** Slow volatility that all paths of a market share. */
export interface Climate {
  key: number
  restsAtWeekends: boolean
  /** Power of the published volatility of days with which its paths follow it: 1 for the market, less for what moves a coin alone. */
  follows: number
}

/** Volatility of an hour relative to its mean, of mean square 1: clusters from hours to months, and news. */
export class Regime {
  readonly #key: number
  readonly #fast: Swings
  readonly #slow: Slow
  readonly #restsAtWeekends: boolean
  readonly at: (hour: number) => number

  /** @param kept cached hours: a power of two */
  constructor(pathKey: number, climate: Climate, kept = 4) {
    this.#key = pathKey ^ 0x5bd1e995
    this.#fast = squareOne(this.#key, fastSwings)
    this.#slow = new Slow(climate, this.#key + 1000)
    this.#restsAtWeekends = climate.restsAtWeekends
    this.at = latestKept(kept, hour => this.#compute(hour))
  }

  #compute(hour: number): number {
    const news = Math.sqrt(unit(draw(this.#key + 3, hour)) + calmest) * newsRoot
    return (this.#week(Math.floor(hour / 24)) * exp(this.#fast.at(hour)) * this.#slow.at(hour)) / news
  }

  /** The slow part, at noon of a day counted from 1970. */
  on(day: number): number {
    return this.#week(day) * this.#slow.at(day * 24 + 12)
  }

  #week(day: number): number {
    if (!this.#restsAtWeekends) return 1
    return isWeekend(day) ? weekend : weekday
  }
}

/** A sum of swings x; e^x has a mean square of 1. */
function squareOne(key: number, swings: readonly Swing[]): Swings {
  const parts = swingsOf(key, swings, 7)
  return new Swings(parts, -varianceOf(parts))
}

/**
 * Slow volatility, of mean square 1 over a year or so: months differ by far more than years. On past days, that of the published
 * prices.
 */
class Slow {
  readonly #follows: number
  readonly #common: Swings
  readonly #own: Swings
  /** Root of the mean square around a node. */
  readonly #level = remembered((node: number) => this.#measure(node * level.every))

  constructor({ key, follows }: Climate, path: number) {
    this.#follows = follows
    this.#common = squareOne(key, slowSwings)
    this.#own = squareOne(path, slowSwings)
  }

  at(hour: number): number {
    if (this.#follows === 0) return exp(this.#generated(hour))
    // Straight between noons.
    const place = hour / 24 - 0.5
    const day = Math.floor(place)
    const share = place - day
    const [from, to] = [pastLoudness(day), pastLoudness(day + 1)]
    const known = from.known + (to.known - from.known) * share
    const logarithm = from.logarithm + (to.logarithm - from.logarithm) * share
    const published = this.#follows * logarithm + (1 - this.#follows) * this.#own.at(hour)
    return exp(known === 1 ? published : known * published + (1 - known) * this.#generated(hour))
  }

  /** A logarithm. */
  #generated(hour: number): number {
    const place = hour / (24 * level.every)
    const node = Math.floor(place)
    const [start, end] = [this.#level(node), this.#level(node + 1)]
    return this.#swing(hour) - log(start + (end - start) * (place - node))
  }

  #swing(hour: number): number {
    return common * this.#common.at(hour) + own * this.#own.at(hour)
  }

  #measure(day: number): number {
    let [sum, count] = [0, 0]
    for (let d = day - level.reach; d <= day + level.reach; d += level.step) {
      sum += exp(2 * this.#swing(d * 24 + 12))
      count++
    }
    return Math.sqrt(sum / count)
  }
}
