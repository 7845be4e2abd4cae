import { latestKept } from '../../src/market/made-once.ts'
import { noise } from '../../src/market/numbers/noise.ts'
import { exp } from '../../src/market/numbers/portable-math.ts'
import { bitcoinFees } from '../../src/market/past-years.ts'
import { hour } from '../../src/market/time.ts'
import type { Blocks } from '../blocks.ts'
import { keyOf } from '../hashed-draws.ts'
import type { Prices } from '../prices/prices.ts'

/** Satoshi per virtual byte in ordinary hours. */
const usualRate = 5

/** Cached blocks. */
const kept = 1024

/** Fees are higher when demand is high, which is when prices move. */
export class FeeMarket {
  readonly #key: number
  readonly #blocks: Blocks
  readonly #prices: Prices
  /** Satoshi per virtual byte in a block, at least 1. */
  readonly rate = latestKept(kept, block => this.#compute(this.#blocks.time('bitcoin', block) / hour))

  constructor(seed: string, blocks: Blocks, prices: Prices) {
    this.#key = keyOf(seed, 'bitcoin', 'fees')
    this.#blocks = blocks
    this.#prices = prices
  }

  /** Activity around a block relative to its mean of about 1. */
  demand(block: number): number {
    const market = this.#prices.regime.at(Math.floor(this.#blocks.time('bitcoin', block) / hour))
    return Math.min(2, 0.55 + 0.45 * market)
  }

  #compute(time: number): number {
    const mood = 0.35 * noise(this.#key, 0.7, time) + 0.5 * noise(this.#key + 1, 9, time)
    const season = 0.5 * noise(this.#key + 2, 200, time)
    const usual = usualRate * bitcoinFees.at(time * hour)
    return 1 + usual * exp(mood + season - 0.3) * this.#prices.regime.at(Math.floor(time))
  }
}

/** Virtual bytes of a transaction with key-hash inputs and outputs (BIP 141: a witness byte counts a quarter). */
export function virtualSize(inputs: number, outputs: number): number {
  return 11 + 68 * inputs + 31 * outputs
}
