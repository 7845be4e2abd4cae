import { Noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { keyOf } from '../hashed-draws.ts'

/**
 * Drift of an exchange's share in a coin, as the deviation of its logarithm and days between nodes: venues keep their ranks for
 * years, pools come into fashion for weeks.
 */
const shares = { usual: { moves: 0.16, days: 90 }, ofPools: { moves: 0.38, days: 25 } }
/** Deviations of the logarithm of an instrument's own popularity. */
const [daily, weekly] = [0.12, 0.2]

/** Popularity of an instrument, around 1: its own, by days and weeks, and its exchange's share of the base. */
export class Fashion {
  readonly #days: Noise
  readonly #weeks: Noise
  readonly #share: Noise
  readonly #moves: number
  /** Of the logarithm: it makes the mean of the popularity 1. */
  readonly #mean: number

  constructor(seed: string, { exchange, code, base, pools }: Pick<Instrument, 'exchange' | 'code' | 'base' | 'pools'>) {
    const { moves, days } = pools.length > 0 ? shares.ofPools : shares.usual
    const key = keyOf(seed, 'rhythm', `${exchange} ${code}`)
    this.#days = new Noise(key, 1.1)
    this.#weeks = new Noise(key + 1, 9)
    this.#share = new Noise(keyOf(seed, 'share', exchange, base), days)
    this.#moves = moves
    this.#mean = (daily * daily + weekly * weekly + moves * moves) / 2
  }

  /** @param time in days since 1970 */
  at(time: number): number {
    return exp(
      daily * this.#days.at(time) + weekly * this.#weeks.at(time) + this.#moves * this.#share.at(time) - this.#mean,
    )
  }
}
