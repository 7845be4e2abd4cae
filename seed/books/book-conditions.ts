import { type Condition, noCondition, packedFactor } from '../../src/market/books/book-block.ts'
import type { BookShape } from '../../src/market/books/book-shape.ts'
import { levelOf } from '../../src/market/books/tiers.ts'
import { Noise } from '../../src/market/numbers/noise.ts'
import { exp, power, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { pastDigitsOn } from '../catalogue/venues/past-steps.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import type { Regime } from '../prices/regime.ts'
import { growthOn } from '../trading/growth.ts'

/** Hours between the nodes of a book's own spread, and its deviation. */
const own = { hours: 7.9, deviation: 0.25 }
/** Powers of growth, which is the square root of turnover: of depth, as between instruments, and of spreads. */
const [depthPower, spreadPower] = [0.9, -0.8]
/** Power of an option's price relative to usual: makers risk more contracts of a cheap option, but less money. */
const cheapPower = 0.7

/** The conditions of an instrument's books by hour. */
export class BookConditions {
  readonly #usualTicks: number
  readonly #regime: Regime
  readonly #fair: FairPrice
  readonly #instrument: Instrument
  readonly #spread: Noise
  readonly #condition = noCondition()
  #hour = Number.NaN
  #day = Number.NaN

  constructor({ key, price }: BookShape, regime: Regime, fair: FairPrice, instrument: Instrument) {
    this.#usualTicks = price
    this.#regime = regime
    this.#fair = fair
    this.#instrument = instrument
    this.#spread = new Noise(key + 7, own.hours)
  }

  /** The object is reused. */
  of(hour: number): Condition {
    const condition = this.#condition
    if (hour === this.#hour) return condition
    condition.start = hour === this.#hour + 1 ? condition.end : this.#spreadAt(hour)
    condition.end = this.#spreadAt(hour + 1)
    this.#hour = hour
    const day = Math.floor(hour / 24)
    if (day !== this.#day) this.#enterDay(day)
    return condition
  }

  #enterDay(day: number): void {
    const condition = this.#condition
    const digits = pastDigitsOn(this.#instrument, day)
    const isNext = day === this.#day + 1 && digits === condition.digits
    condition.digits = digits
    if (!isNext) this.#readDay(day - 1)
    condition.levelBefore = condition.level
    condition.depthBefore = condition.depth
    this.#readDay(day)
    this.#day = day
  }

  /** With the ticks of the condition, also if the day before had others. */
  #readDay(day: number): void {
    const { priceDecimals, tick, option } = this.#instrument
    const perUnit = powerOfTen(priceDecimals + this.#condition.digits) / tick
    const ticks = Math.max(1, this.#fair.opening(day) * perUnit)
    const cheapness = option ? Math.min(1, ticks / this.#usualTicks) : 1
    this.#condition.level = levelOf(ticks)
    this.#condition.depth = packedFactor(power(growthOn(day), depthPower) * power(cheapness, cheapPower))
  }

  /** Makers quote wider while prices move fast, and in years with less turnover. @returns relative to usual, packed */
  #spreadAt(hour: number): number {
    const byTurnover = power(growthOn(Math.floor(hour / 24)), spreadPower)
    return packedFactor(byTurnover * (0.5 + 0.5 * this.#regime.at(hour)) * exp(own.deviation * this.#spread.at(hour)))
  }
}
