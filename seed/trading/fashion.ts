import { noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { draw, keyOf, normal } from '../hashed-draws.ts'

/** Monthly drift of an exchange's share in a coin, so the largest exchange changes. */
const shareMoves = 0.5
const shareDays = 25

/** Popularity of an instrument by day, around 1: its own, and its exchange's share of the base. */
export class Fashion {
  readonly #key: number
  readonly #share: number

  constructor(seed: string, { exchange, code, base }: Pick<Instrument, 'exchange' | 'code' | 'base'>) {
    this.#key = keyOf(seed, 'rhythm', `${exchange} ${code}`)
    this.#share = keyOf(seed, 'share', exchange, base)
  }

  /** @param day counted from 1970 */
  on(day: number): number {
    const own = 0.25 * normal(draw(this.#key, day)) + 0.3 * noise(this.#key + 1, 9, day)
    const share = shareMoves * noise(this.#share, shareDays, day)
    return exp(own + share - 0.144)
  }
}
