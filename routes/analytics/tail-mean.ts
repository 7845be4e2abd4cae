import { firstWhere } from '../../src/market/numbers/first-where.ts'

/** Of a number of losses, which is whole or has at most a few decimal places. */
const tolerance = 5e-10

/**
 * The worst losses of a moving window; their mean is the expected shortfall. Definition: the tail mean of the empirical
 * distribution by Acerbi and Tasche, "On the coherence of expected shortfall" (2002), as in the Basel market-risk
 * framework (MAR33) at 97.5 %.
 */
export class LossWindow {
  /** Sorted ascending. */
  readonly #losses: Float64Array
  #count = 0

  constructor(size: number) {
    this.#losses = new Float64Array(size)
  }

  add(loss: number): void {
    const place = this.#placeOf(loss)
    this.#losses.copyWithin(place + 1, place, this.#count++)
    this.#losses[place] = loss
  }

  remove(loss: number): void {
    const place = this.#placeOf(loss)
    this.#losses.copyWithin(place, place + 1, this.#count--)
  }

  /**
   * The mean of the worst n × (1 − level) of n losses, the last with its fraction. At least the value at risk, which is
   * the smallest loss of the tail.
   */
  tailMean(level: number): number {
    const tail = this.#count - level * this.#count
    let sum = 0
    let left = tail
    for (let n = this.#count - 1; left > 0 && n >= 0; n--, left--) sum += this.#losses[n]! * Math.min(1, left)
    return sum / tail
  }

  /** Value at risk: the ⌈n × (1 − level)⌉-th largest of n losses. */
  quantile(level: number): number {
    // 250 − 0.9 × 250 may be a little more than 25.
    const tail = Math.ceil(this.#count - level * this.#count - tolerance)
    return this.#losses[this.#count - Math.max(1, tail)]!
  }

  #placeOf(loss: number): number {
    return firstWhere(0, this.#count, n => this.#losses[n]! >= loss)
  }
}
