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
export function feeMarket(seed: string, blocks: Blocks, { regime }: Prices) {
  const key = keyOf(seed, 'bitcoin', 'fees')
  const hourOf = (block: number) => blocks.time('bitcoin', block) / hour
  return {
    /** Satoshi per virtual byte in a block, at least 1. */
    rate: latestKept(kept, block => {
      const time = hourOf(block)
      const mood = 0.35 * noise(key, 0.7, time) + 0.5 * noise(key + 1, 9, time)
      const season = 0.5 * noise(key + 2, 200, time)
      const usual = usualRate * bitcoinFees.at(time * hour)
      return 1 + usual * exp(mood + season - 0.3) * regime.at(Math.floor(time))
    }),
    /** Activity around a block relative to its mean of about 1. */
    demand: (block: number) => Math.min(2, 0.55 + 0.45 * regime.at(Math.floor(hourOf(block)))),
  }
}

export type FeeMarket = ReturnType<typeof feeMarket>

/** Virtual bytes of a transaction with key-hash inputs and outputs (BIP 141: a witness byte counts a quarter). */
export function virtualSize(inputs: number, outputs: number): number {
  return 11 + 68 * inputs + 31 * outputs
}
