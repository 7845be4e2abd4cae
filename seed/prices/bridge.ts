import { draw, normal, unit } from '../hashed-draws.ts'
import { newMarks } from './marks.ts'

/**
 * Fills the marks between the first and the last, which are given, with a Brownian bridge. Where the given difference has
 * the variance of all steps, each step has its own variance and no correlation with any other, so no seam shows at a mark.
 * @param variances of the steps. @param key, first of the draws: one for each mark.
 */
export function bridge(marks: Float64Array, variances: Float64Array, key: number, first: number): void {
  const steps = marks.length - 1
  const end = marks[steps]!
  let left = 0
  for (let i = 0; i < steps; i++) left += variances[i]!
  let at = marks[0]!
  for (let i = 1; i < steps; i++) {
    const share = variances[i - 1]! / left
    const rest = left - variances[i - 1]!
    at += (end - at) * share + normal(draw(key, first + i)) * Math.sqrt(rest * share)
    marks[i] = at
    left = rest
  }
}

const evenShares = [1 / 5, 1 / 4, 1 / 3, 1 / 2]
/** Square roots of the variance factors of the first four of five equal steps. */
const evenRoots = [4 / 5, 3 / 4, 2 / 3, 1 / 2].map(Math.sqrt)

/** A few five-minute steps have most of an hour's variance: 1 ÷ (u + this), u uniform in [0, 1]. */
const calmest = 0.04

/** The path within an hour with known ends: a bridge of twelve uneven steps, each a bridge of five. */
export class HourBridge {
  readonly #key: number
  readonly #fives = new Float64Array(13)
  readonly #variances = new Float64Array(12)

  constructor(key: number) {
    this.#key = key
  }

  /** The array is reused. */
  fives(hour: number, start: number, end: number, variance: number): Float64Array {
    let sum = 0
    for (let n = 0; n < 12; n++) sum += this.#variances[n] = 1 / (unit(draw(this.#key, hour * 12 + n)) + calmest)
    for (let n = 0; n < 12; n++) this.#variances[n]! *= variance / sum
    this.#fives[0] = start
    this.#fives[12] = end
    bridge(this.#fives, this.#variances, this.#key + 1, hour * 12)
    return this.#fives
  }

  /** Fills the 61 minute marks, both ends included. */
  minutes(hour: number, start: number, end: number, variance: number, out = newMarks(61)): Float64Array {
    const fives = this.fives(hour, start, end, variance)
    for (let n = 0; n < 12; n++) this.#fiveMinutes(n, hour * 60 + n * 5, fives, out)
    out[60] = end
    return out
  }

  #fiveMinutes(n: number, first: number, fives: Float64Array, out: Float64Array): void {
    const deviation = Math.sqrt(this.#variances[n]! / 5)
    const end = fives[n + 1]!
    let at = fives[n]!
    out[n * 5] = at
    for (let i = 0; i < 4; i++) {
      at += (end - at) * evenShares[i]! + normal(draw(this.#key + 2, first + i)) * (deviation * evenRoots[i]!)
      out[n * 5 + i + 1] = at
    }
  }
}
