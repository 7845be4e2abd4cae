import type { Amounts } from '../../src/market/concentrated.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Curve } from './curve.ts'
import type { Pool } from './pool-list.ts'

/**
 * A per protocol: flatness of the curve at par. Depth there is given, so a pool holds the more the smaller A is. Curve V2 pools
 * hold tokens that move against each other.
 */
const amplification: Record<string, number> = { curv: 20, bal2: 5, cur2: 1, wmbt: 10, sabr: 10 }

/**
 * StableSwap invariant D (Egorov 2019): A·nⁿ·Σx + D = A·D·nⁿ + D^(n+1) ÷ (nⁿ·Πx), for D = 1. Balances are scaled by the
 * tokens' usual prices in the last token, so all are equal at par. Each untraded token holds 1 ÷ n.
 */
export function stableCurve({ protocol, tokens }: Pool): Curve {
  const n = tokens.length
  const quoteLevel = assetOf(tokens.at(-1)!).level
  const rates = tokens.map(code => assetOf(code).level / quoteLevel)
  const rate = rates.at(-2)!
  const scaledAt = stableLaw(amplification[protocol]!, n)
  return {
    at: price => {
      const { base, quote } = scaledAt(price / rate)
      return { base: base / rate, quote }
    },
    others: rates.slice(0, -2).map(rate => 1 / n / rate),
  }
}

function stableLaw(a: number, n: number): (price: number) => Amounts {
  let power = 1
  for (let k = 0; k < n; k++) power *= n
  let others = 1
  for (let k = 2; k < n; k++) others /= n
  /** A·nⁿ; the sum of the untraded balances; and the numerator over x·y in the invariant. */
  const [slope, rest, product] = [a * power, (n - 2) / n, 1 / (power * others)]
  /** The positive root y of slope·x·y² + x·(slope·(x + rest) + 1 − slope)·y = product. */
  const quoteAt = (base: number) => {
    const half = (base * (slope * (base + rest - 1) + 1)) / 2
    const square = slope * base
    const root = Math.sqrt(half * half + square * product)
    // This form of the root avoids cancellation.
    return half > 0 ? product / (half + root) : (root - half) / square
  }
  /** −dy ÷ dx along the curve. */
  const priceAt = (base: number, quote: number) => {
    const term = product / (base * quote)
    return (slope + term / base) / (slope + term / quote)
  }
  // Bisection: the price falls as the base grows, and the result depends on the price alone.
  return price => {
    let low = 1e-9
    let high = 4
    for (;;) {
      const base = (low + high) / 2
      const quote = quoteAt(base)
      if (base <= low || base >= high) return { base, quote }
      if (priceAt(base, quote) > price) low = base
      else high = base
    }
  }
}
