import { assetOf } from './asset-catalogue.ts'
import type { Pool } from './pool-list.ts'

/**
 * A pool's liquidity L around its price: √(x·y) of the constant-product pool that moves as it does, in whole tokens.
 * Between two prices it gives L·|1/√p − 1/√q| of the base (Uniswap v3 white paper, 6.14); stable and weighted pools
 * follow their own curves only near their price, which is where they trade.
 */
export function liquidity(pool: Pool, _time: number): number {
  const [base = '', quote = ''] = pool.tokens.slice(-2)
  return pool.depth / Math.sqrt(assetOf(base).level * assetOf(quote).level)
}
