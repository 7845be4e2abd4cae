import { exp, log } from './numbers/portable-math.ts'

// Ticks and amounts of concentrated liquidity (Uniswap v3 white paper).

const lnTick = 9.999500033330834e-5

export const mostTick = 887_272

/** The square root of the price at a tick: √1.0001^tick (6.1). */
export function rootAt(tick: number): number {
  return exp(tick * (lnTick / 2))
}

/** The last tick at or below a price: ⌊log_1.0001(price)⌋ (6.7). Prices are in smallest units. */
export function tickAt(price: number): number {
  return Math.floor(log(price) / lnTick)
}

export interface Amounts {
  base: number
  quote: number
}

/** Amounts of a liquidity within two prices, as square roots: base above the price, quote below it (6.29, 6.30). */
export function amountsWithin(liquidity: number, root: number, lower: number, upper: number): Amounts {
  const at = Math.min(Math.max(root, lower), upper)
  return { base: liquidity * (1 / at - 1 / upper), quote: liquidity * (at - lower) }
}
