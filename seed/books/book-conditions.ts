import { type Condition, packedFactor } from '../../src/market/books/book-block.ts'
import { levelOf } from '../../src/market/books/tiers.ts'
import { Noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import type { Regime } from '../prices/regime.ts'

/** Hours between the nodes of a book's own spread, and its deviation. */
const own = { hours: 7.9, deviation: 0.25 }

/** The conditions of an instrument's books by hour. */
export class BookConditions {
  readonly #regime: Regime
  readonly #fair: FairPrice
  readonly #ticksPerUnit: number
  readonly #spread: Noise
  readonly #condition: Condition = { start: 0, end: 0, level: 0, levelBefore: 0 }
  #hour = Number.NaN
  #day = Number.NaN

  constructor(key: number, regime: Regime, fair: FairPrice, ticksPerUnit: number) {
    this.#regime = regime
    this.#fair = fair
    this.#ticksPerUnit = ticksPerUnit
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
    condition.levelBefore = day === this.#day + 1 ? condition.level : this.#levelOn(day - 1)
    condition.level = this.#levelOn(day)
    this.#day = day
  }

  #levelOn(day: number): number {
    return levelOf(this.#fair.opening(day) * this.#ticksPerUnit)
  }

  /** Makers quote wider while prices move fast. */
  #spreadAt(hour: number): number {
    return packedFactor((0.5 + 0.5 * this.#regime.at(hour)) * exp(own.deviation * this.#spread.at(hour)))
  }
}
