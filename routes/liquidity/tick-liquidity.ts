import { amountsWithin, mostTick, rootAt, tickAt } from '../../src/market/concentrated.ts'
import type { Pool } from './pool.ts'

/** Liquidity that was minted between two ticks, or burned. */
export interface LiquidityChange {
  lower: number
  upper: number
  liquidity: number
}

/** The liquidity of a concentrated pool by ticks: by how much it changes at each, as its contract keeps it. */
export class TickLiquidity {
  readonly #net = new Map<number, number>()

  constructor(changes: readonly LiquidityChange[]) {
    for (const change of changes) this.add(change)
  }

  add({ lower, upper, liquidity }: LiquidityChange): void {
    this.#net.set(lower, (this.#net.get(lower) ?? 0) + liquidity)
    this.#net.set(upper, (this.#net.get(upper) ?? 0) - liquidity)
  }

  /** The ranges between two ticks within which it does not change, from the lowest on. */
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

/** What a pool holds in the ranges from `reach`, a fraction of the price, below it to `reach` above, in usable ticks. */
export function rangesAbout(price: number, reach: number, liquidity: TickLiquidity, { tickSpacing, decimals }: Pool) {
  const [base, quote] = decimals as [number, number]
  /** The price of the smallest units is this many times that of whole tokens. */
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
