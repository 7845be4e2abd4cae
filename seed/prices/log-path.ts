import { draw, normal } from '../hashed-draws.ts'
import { bridge, HourBridge } from './bridge.ts'
import { newMarks } from './marks.ts'
import { type Climate, Regime } from './regime.ts'

/** Days between anchors; a path's range is about what it covers between two of them. */
const cellDays = 180
/** Variance by hour of day UTC: quiet before Asia opens, loud while Europe and America overlap. */
const varianceByHour = [
  0.98, 0.95, 0.92, 0.86, 0.82, 0.8, 0.82, 0.9, 0.98, 1, 0.98, 0.96, 1.05, 1.25, 1.4, 1.38, 1.25, 1.15, 1.08, 1.08,
  1.06, 0.96, 0.88, 0.86,
].map(volatility => volatility * volatility)

const varianceOfDay = varianceByHour.reduce((sum, variance) => sum + variance)
/** Share of a day's variance before each of its hours, and at its end. */
export const shareOfDay = Array.from(
  { length: 25 },
  (_, hour) => varianceByHour.slice(0, hour).reduce((sum, variance) => sum + variance, 0) / varianceOfDay,
)

/**
 * A random walk with random access: Brownian bridges between anchors 180 days apart, over days, hours and minutes.
 * Increments are uncorrelated at any instants. Volatility clusters and follows the hour of the day. Keeps its current
 * days and hours, so walking forward is cheap; values do not depend on the order of calls.
 */
export class LogPath {
  readonly #regime: Regime
  readonly #key: number
  readonly #variance: number
  readonly #phase: number
  readonly #within: HourBridge
  #cell = Number.NaN
  readonly #days = new Float64Array(cellDays + 1)
  readonly #dayVariances = new Float64Array(cellDays)
  #day = Number.NaN
  readonly #hours = new Float64Array(25)
  readonly #hourVariances = new Float64Array(24)

  /** @param volatility annual @param minutesPerYear of trading */
  constructor(key: number, volatility: number, climate: Climate, minutesPerYear = 525_960) {
    this.#key = key
    this.#variance = (volatility * volatility * 1440) / minutesPerYear
    this.#phase = (draw(key, 0) >>> 0) % cellDays
    this.#regime = new Regime(key, climate)
    this.#within = new HourBridge(key + 3)
  }

  /** Values at the 61 minute marks, both ends included. */
  hour(hour: number): Float64Array {
    const n = this.#enter(hour)
    return this.#within.minutes(hour, this.#hours[n]!, this.#hours[n + 1]!, this.#hourVariances[n]!)
  }

  /** Values at the five-minute marks, bit-identical to `hour`. */
  fives(hour: number): Float64Array {
    const n = this.#enter(hour)
    const fives = this.#within.fives(hour, this.#hours[n]!, this.#hours[n + 1]!, this.#hourVariances[n]!)
    const out = newMarks(12)
    for (let i = 0; i < 12; i++) out[i] = fives[i]!
    return out
  }

  /** Bit-identical to `hour`; nearly free at midnight. */
  opening(hour: number): number {
    const day = Math.floor(hour / 24)
    return hour === day * 24 ? this.#days[this.#enterCell(day)]! : this.#hours[this.#enter(hour)]!
  }

  /** @returns the index of the hour in its day */
  #enter(hour: number): number {
    const day = Math.floor(hour / 24)
    if (day !== this.#day) this.#enterDay(day)
    return hour - day * 24
  }

  #enterDay(day: number): void {
    this.#day = day
    const n = this.#enterCell(day)
    this.#hours[0] = this.#days[n]!
    this.#hours[24] = this.#days[n + 1]!
    let sum = 0
    for (let h = 0; h < 24; h++) {
      const loudness = this.#regime.at(day * 24 + h)
      sum += this.#hourVariances[h] = loudness * loudness * varianceByHour[h]!
    }
    for (let h = 0; h < 24; h++) this.#hourVariances[h]! *= this.#dayVariances[n]! / sum
    bridge(this.#hours, this.#hourVariances, this.#key + 2, day * 24)
  }

  /** @returns the index of the day in its cell */
  #enterCell(day: number): number {
    const cell = Math.floor((day + this.#phase) / cellDays)
    const first = cell * cellDays - this.#phase
    if (cell !== this.#cell) this.#fillCell(cell, first)
    return day - first
  }

  #fillCell(cell: number, first: number): void {
    this.#cell = cell
    this.#days[0] = this.#anchor(cell)
    this.#days[cellDays] = this.#anchor(cell + 1)
    for (let d = 0; d < cellDays; d++) {
      const loudness = this.#regime.on(first + d)
      this.#dayVariances[d] = this.#variance * loudness * loudness
    }
    bridge(this.#days, this.#dayVariances, this.#key + 1, first)
  }

  /** The difference of two anchors has the variance of the days between. */
  #anchor(cell: number): number {
    return normal(draw(this.#key, cell)) * Math.sqrt((this.#variance * cellDays) / 2)
  }
}
