import { draw, keyOf, normal } from './hash.ts'
import { noise, type Regime } from './log-path.ts'
import { exp } from './portable-math.ts'

/** Trading by hour of day UTC for customers in Europe and America, mean 1. */
const byHour = [
  0.82, 0.74, 0.69, 0.64, 0.62, 0.62, 0.68, 0.8, 0.92, 0.98, 1, 1, 1.12, 1.4, 1.62, 1.6, 1.46, 1.34, 1.24, 1.16, 1.1, 1,
  0.92, 0.86,
]
const weekend = 0.68
const weekday = 1.128

/** How busy an instrument's hours are against its long run: day and week, the market's volatility, and its own fashion. */
export class Rhythm {
  readonly #key: number
  readonly #market: Regime
  readonly #eastward: number
  #day = Number.NaN
  #fashion = 1

  /** @param market how volatile the market is: it trades more when prices move. */
  constructor(seed: string, code: string, market: Regime, eastward: number) {
    this.#key = keyOf(seed, 'rhythm', code)
    this.#market = market
    this.#eastward = eastward
  }

  at(hour: number): number {
    const today = Math.floor(hour / 24)
    if (today !== this.#day) this.#enter(today)
    return byHour[(hour + this.#eastward) % 24]! * this.#fashion * (0.35 + 0.65 * this.#market.at(hour))
  }

  #enter(today: number): void {
    this.#day = today
    const own = 0.25 * normal(draw(this.#key, today)) + 0.3 * noise(this.#key + 1, 9, today)
    this.#fashion = exp(own - 0.06) * (isWeekend(today) ? weekend : weekday)
  }
}

/** Day 0, 1970-01-01, was a Thursday. */
function isWeekend(day: number): boolean {
  return (day + 3) % 7 >= 5
}
