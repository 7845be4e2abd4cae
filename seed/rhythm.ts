import { keyOf } from './hash.ts'
import { noise, type Regime } from './log-path.ts'
import { exp } from './portable-math.ts'

/** Trading by hour of day UTC for customers in Europe and America, mean 1. */
const byHour = [
  0.82, 0.74, 0.69, 0.64, 0.62, 0.62, 0.68, 0.8, 0.92, 0.98, 1, 1, 1.12, 1.4, 1.62, 1.6, 1.46, 1.34, 1.24, 1.16, 1.1, 1,
  0.92, 0.86,
]
const weekend = 0.68

/** How busy an instrument's hours are against its long run: day and week, the market's volatility, and its own fashion. */
export class Rhythm {
  readonly #key: number
  readonly #market: Regime
  readonly #eastward: number

  /** @param market how volatile the market is: it trades more when prices move. */
  constructor(seed: string, code: string, market: Regime, eastward: number) {
    this.#key = keyOf(seed, 'rhythm', code)
    this.#market = market
    this.#eastward = eastward
  }

  at(hour: number): number {
    const calendar = byHour[(hour + this.#eastward) % 24]! * (isWeekend(hour) ? weekend : 1.12)
    const own = 0.3 * noise(this.#key, 3, hour) + 0.3 * noise(this.#key + 1, 30, hour)
    return calendar * exp(own - 0.06) * (0.35 + 0.65 * this.#market.at(hour))
  }
}

/** 1970-01-01 was a Thursday. */
function isWeekend(hour: number): boolean {
  return (Math.floor(hour / 24) + 3) % 7 >= 5
}
