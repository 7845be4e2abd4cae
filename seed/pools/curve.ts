import type { Amounts } from '../../src/market/concentrated.ts'

/**
 * What a pool holds as a function of its price, where all its liquidity is alike: a pool with invariant K holds K times this.
 * So a swap is a walk along the curve, and a mint or burn makes the pool larger or smaller at the same price.
 */
export interface Curve {
  /** Of the two tokens that are traded, at a price of the base in the quote. */
  at(price: number): Amounts
  /** Of the tokens that come before them, which are not traded. */
  others: readonly number[]
}
