import { amountsWithin, mostTick, rootAt, tickAt } from '../../src/market/concentrated.ts'
import type { StoredPool } from './pool.ts'

/** Liquidity minted or burned between two ticks. */
export interface LiquidityChange {
  lower: number
  upper: number
  liquidity: number
}

/** Liquidity by tick, stored as the change at each tick, as in the pool contract. */
export class TickLiquidity {
  readonly #net = new Map<number, number>()

  constructor(changes: readonly LiquidityChange[]) {
    for (const change of changes) this.add(change)
  }

  add({ lower, upper, liquidity }: LiquidityChange): void {
    this.#net.set(lower, (this.#net.get(lower) ?? 0) + liquidity)
    this.#net.set(upper, (this.#net.get(upper) ?? 0) - liquidity)
  }

  /** Ranges of constant liquidity, lowest first. */
  between(first: number, end: number): LiquidityChange[] {
    const ranges: LiquidityChange[] = []
    let liquidity = 0
    let lower = first
    for (const [tick, change] of [...this.#net].sort(([a], [b]) => a - b)) {
      if (tick >= end) break
      if (tick > lower && change !== 0) {
        ranges.push({ lower, upper: tick, liquidity })
        lower = tick
      }
      liquidity += change
    }
    return [...ranges, { lower, upper: end, liquidity }]
  }
}

/** Amounts in the ranges up to `reach` (a fraction of the price) on either side, extended to usable ticks. */
export function rangesAbout(
  price: number,
  reach: number,
  liquidity: TickLiquidity,
  { tickSpacing, decimals }: StoredPool,
) {
  const [base, quote] = decimals as [number, number]
  /** Price in smallest units ÷ price in whole tokens. */
  const scale = 10 ** (quote - base)
  const usable = (bound: number) => Math.floor(tickAt(bound * scale) / tickSpacing) * tickSpacing
  const first = Math.max(-mostTick, usable(price * (1 - reach)))
  const end = Math.min(mostTick, usable(price * (1 + reach)) + tickSpacing)
  const root = Math.sqrt(price * scale)
  return liquidity.between(first, end).map(({ lower, upper, liquidity: amount }) => {
    const held = amountsWithin(amount, root, rootAt(lower), rootAt(upper))
    const [amount0, amount1] = [wholeTokens(held.base, base), wholeTokens(held.quote, quote)]
    return { amount0, amount1, amount, lower_tick: lower, upper_tick: upper }
  })
}

/** @param amount in smallest units. */
function wholeTokens(amount: number, decimals: number): number {
  return Math.floor(amount) / 10 ** decimals
}
