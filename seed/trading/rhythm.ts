import { exp } from '../../src/market/portable-math.ts'
import type { Exchange } from '../catalogue/exchange-list.ts'
import { draw, keyOf, normal } from '../hash.ts'
import { noise } from '../prices/noise.ts'
import type { Regime } from '../prices/regime.ts'

/** Trading by hour of day UTC for customers in Europe and America, mean 1. */
const byHour = [
  0.82, 0.74, 0.69, 0.64, 0.62, 0.62, 0.68, 0.8, 0.92, 0.98, 1, 1, 1.12, 1.4, 1.62, 1.6, 1.46, 1.34, 1.24, 1.16, 1.1, 1,
  0.92, 0.86,
]
const weekend = 0.68
const weekday = 1.128

/** Monthly drift of an exchange's share in a coin, so the largest exchange changes. */
const shareMoves = 0.5
const shareDays = 25

/** Day and week, market volatility, its own fashion, and its exchange's share of the base. */
export class Rhythm {
  readonly #key: number
  readonly #share: number
  readonly #market: Regime
  readonly #eastward: number
  #day = Number.NaN
  #fashion = 1

  constructor(seed: string, exchange: Exchange, { code, base }: { code: string; base: string }, market: Regime) {
    this.#key = keyOf(seed, 'rhythm', `${exchange.code} ${code}`)
    this.#share = keyOf(seed, 'share', exchange.code, base)
    this.#market = market
    this.#eastward = exchange.eastward
  }

  at(hour: number): number {
    const today = Math.floor(hour / 24)
    if (today !== this.#day) this.#enter(today)
    return byHour[(hour + this.#eastward) % 24]! * this.#fashion * (0.35 + 0.65 * this.#market.at(hour))
  }

  #enter(today: number): void {
    this.#day = today
    const own = 0.25 * normal(draw(this.#key, today)) + 0.3 * noise(this.#key + 1, 9, today)
    const share = shareMoves * noise(this.#share, shareDays, today)
    this.#fashion = exp(own + share - 0.144) * (isWeekend(today) ? weekend : weekday)
  }
}

/** Day 0, 1970-01-01, was a Thursday. */
function isWeekend(day: number): boolean {
  return (day + 3) % 7 >= 5
}
