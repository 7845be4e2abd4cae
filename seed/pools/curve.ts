import type { Amounts } from '../../src/market/concentrated.ts'

/**
 * Holdings of a pool as a function of its price, per unit of its invariant K. A swap moves along the curve; a mint or
 * burn changes K at the same price.
 */
export interface Curve {
  /** Holdings of the two traded tokens at a price of the base in the quote. */
  at(price: number): Amounts
  /** Holdings of the untraded tokens, which precede the traded ones. */
  others: readonly number[]
}
