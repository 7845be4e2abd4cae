import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Curve } from './curve.ts'
import type { Pool } from './pool-list.ts'
import { stableCurve } from './stable-curve.ts'

export function curveOf(pool: Pool): Curve {
  if (pool.type === 'weighted') return weightedCurve(pool)
  return pool.type === 'stable' ? stableCurve(pool) : constantProduct
}

/** x·y = L² with p = y ÷ x: x = L ÷ √p and y = L·√p; K is L. */
const constantProduct: Curve = {
  at: price => ({ base: 1 / Math.sqrt(price), quote: Math.sqrt(price) }),
  others: [],
}

/** Π B^w = K, and p = (B_q ÷ w_q) ÷ (B_b ÷ w_b) (Balancer white paper, equations 1 and 2); untraded tokens stay. */
function weightedCurve({ tokens, weights }: Pool): Curve {
  const usual = tokens.map((code, n) => weights![n]! / assetOf(code).level)
  const invariant = usual.reduce((sum, amount, n) => sum + weights![n]! * log(amount), 0)
  const amounts = usual.map(amount => amount / exp(invariant))
  const [base, quote] = weights!.slice(-2) as [number, number]
  const others = amounts.slice(0, -2)
  const fixed = others.reduce((sum, amount, n) => sum + weights![n]! * log(amount), 0)
  const at = (price: number) => {
    const ratio = (price * quote) / base
    const held = exp((-fixed - quote * log(ratio)) / (base + quote))
    return { base: held, quote: held * ratio }
  }
  return { at, others }
}

/** Invariant at which the pool, near its usual price, has the depth of the constant-product pool. */
export function usualInvariant(pool: Pool, curve: Curve): number {
  const price = usualPrice(pool)
  const step = price * 1.0001
  const given = usualLiquidity(pool) * (1 / Math.sqrt(price) - 1 / Math.sqrt(step))
  return given / (curve.at(price).base - curve.at(step).base)
}

/** Liquidity of the constant-product pool with this depth, in whole tokens. */
export function usualLiquidity({ tokens, depth }: Pool): number {
  const [base, quote] = tokens.slice(-2).map(code => assetOf(code).level) as [number, number]
  return depth / Math.sqrt(base * quote)
}

export function usualPrice({ tokens }: Pool): number {
  const [base, quote] = tokens.slice(-2).map(code => assetOf(code).level) as [number, number]
  return base / quote
}
