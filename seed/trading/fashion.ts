import { Noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { keyOf } from '../hashed-draws.ts'

/** Monthly drift of an exchange's share in a coin, so the largest exchange changes. */
const shareMoves = 0.28
const shareDays = 90

/** Popularity of an instrument, around 1: its own, by days and weeks, and its exchange's share of the base. */
export class Fashion {
  readonly #days: Noise
  readonly #weeks: Noise
  readonly #share: Noise

  constructor(seed: string, { exchange, code, base }: Pick<Instrument, 'exchange' | 'code' | 'base'>) {
    const key = keyOf(seed, 'rhythm', `${exchange} ${code}`)
    this.#days = new Noise(key, 1.1)
    this.#weeks = new Noise(key + 1, 9)
    this.#share = new Noise(keyOf(seed, 'share', exchange, base), shareDays)
  }

  /** @param time in days since 1970 */
  at(time: number): number {
    return exp(0.12 * this.#days.at(time) + 0.2 * this.#weeks.at(time) + shareMoves * this.#share.at(time) - 0.064)
  }
}
