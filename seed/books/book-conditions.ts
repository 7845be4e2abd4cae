import { type Condition, packedFactor } from '../../src/market/books/book-block.ts'
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
  readonly #condition: Condition = { start: 0, end: 0, octave: 0 }
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
    if (day !== this.#day) condition.octave = octaveOf(this.#fair.opening(day) * this.#ticksPerUnit)
    this.#day = day
    return condition
  }

  /** Makers quote wider while prices move fast. */
  #spreadAt(hour: number): number {
    return packedFactor((0.5 + 0.5 * this.#regime.at(hour)) * exp(own.deviation * this.#spread.at(hour)))
  }
}

/** The power of two below a price of one tick at least. */
function octaveOf(ticks: number): number {
  let octave = 0
  for (let left = ticks; left >= 2; left /= 2) octave++
  return octave
}
