import { exp, log } from '../../src/market/portable-math.ts'
import { draw, unit } from '../hash.ts'
import { noise } from './noise.ts'

/** Hours between the nodes of the regime's parts, none in step with the day, and the deviation of each part. */
const hours = { span: 6.7, deviation: 0.35 }
const days = { span: 41.3, deviation: 0.4 }
const weeks = { span: 263, deviation: 0.35 }
/** News makes single hours volatile: their variance is 1 ÷ (u + this), u uniform in [0, 1]. */
const calmest = 0.25
const newsRoot = Math.sqrt(log((1 + calmest) / calmest))
/** e^(x − variance) has a mean square of 1 where x is normal. */
const slowVariance = days.deviation * days.deviation + weeks.deviation * weeks.deviation
const fastVariance = hours.deviation * hours.deviation

/** Volatility of an hour relative to its mean, of mean square 1: clusters over hours, days and weeks, and news. */
export class Regime {
  readonly #key: number
  readonly #hours: Float64Array
  readonly #values: Float64Array

  /** @param remembered cached hours: a power of two */
  constructor(pathKey: number, remembered = 4) {
    this.#key = pathKey ^ 0x5bd1e995
    this.#hours = new Float64Array(remembered).fill(Number.NaN)
    this.#values = new Float64Array(remembered)
  }

  at(hour: number): number {
    const place = hour & (this.#hours.length - 1)
    if (hour !== this.#hours[place]) {
      this.#hours[place] = hour
      this.#values[place] = this.#compute(hour)
    }
    return this.#values[place]!
  }

  #compute(hour: number): number {
    const news = Math.sqrt(unit(draw(this.#key + 3, hour)) + calmest) * newsRoot
    return exp(this.#fast(hour) - fastVariance + this.#slow(hour) - slowVariance) / news
  }

  /** The slow part, at noon of a day counted from 1970. */
  on(day: number): number {
    return exp(this.#slow(day * 24 + 12) - slowVariance)
  }

  #fast(hour: number): number {
    return hours.deviation * noise(this.#key, hours.span, hour)
  }

  #slow(hour: number): number {
    return (
      days.deviation * noise(this.#key + 1, days.span, hour) + weeks.deviation * noise(this.#key + 2, weeks.span, hour)
    )
  }
}
