import { noise } from '../../src/market/numbers/noise.ts'
import { draw, normal } from '../hashed-draws.ts'
import { bridge, HourBridge } from './bridge.ts'

/** Hours between anchors: a length that does not divide the day. */
const cellHours = 17
const slowHours = 307
/** Shares of the variance over hours and over weeks; sum 1. */
const fastShare = 0.2
const slowRoot = Math.sqrt(1 - fastShare)
const hourVariance = (2 * fastShare) / cellHours
const hourVariances = new Float64Array(cellHours).fill(hourVariance)

/** A premium of variance 1 that lasts for weeks, plus a part that reverts within a day, as under arbitrage. */
export class PremiumPath {
  readonly #key: number
  readonly #within: HourBridge
  #cell = Number.NaN
  readonly #hours = new Float64Array(cellHours + 1)
  readonly #minutes = new Float64Array(61)

  constructor(key: number) {
    this.#key = key
    this.#within = new HourBridge(key + 3)
  }

  hour(hour: number): Float64Array {
    return this.#within.minutes(hour, this.opening(hour), this.#closing(hour), hourVariance, this.#minutes)
  }

  fives(hour: number): Float64Array {
    return this.#within.fives(hour, this.opening(hour), this.#closing(hour), hourVariance)
  }

  opening(hour: number): number {
    const n = this.#enter(hour)
    return this.#hours[n]! + this.#slow(hour)
  }

  #closing(hour: number): number {
    const n = this.#enter(hour)
    return this.#hours[n + 1]! + this.#slow(hour + 1)
  }

  /** @returns the index of the hour in its cell */
  #enter(hour: number): number {
    const cell = Math.floor(hour / cellHours)
    if (cell !== this.#cell) this.#fill(cell)
    return hour - cell * cellHours
  }

  #fill(cell: number): void {
    this.#cell = cell
    this.#hours[0] = this.#anchor(cell)
    this.#hours[cellHours] = this.#anchor(cell + 1)
    bridge(this.#hours, hourVariances, this.#key + 1, cell * cellHours)
  }

  #anchor(cell: number): number {
    return normal(draw(this.#key, cell)) * Math.sqrt(fastShare)
  }

  #slow(hour: number): number {
    return slowRoot * noise(this.#key + 2, slowHours, hour)
  }
}
