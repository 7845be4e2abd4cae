import type { Amounts } from '../../src/market/concentrated.ts'

/** Holdings per unit of the invariant K. A swap moves along the curve; a mint or burn changes K at the same price. */
export interface Curve {
  at(price: number): Amounts
  /** Holdings of the untraded tokens, which precede the traded ones. */
  others: readonly number[]
}
