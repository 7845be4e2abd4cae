import type { Amounts } from '../../src/market/concentrated.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Curve } from './curve.ts'
import type { Pool } from './pool-list.ts'

/** A per protocol: flatness of the curve at par. Curve V2 pools hold tokens that move against each other. */
const amplification: Record<string, number> = { curv: 10, bal2: 5, cur2: 1, wmbt: 10, sabr: 10 }

/**
 * StableSwap invariant D (Egorov 2019): A·nⁿ·Σx + D = A·D·nⁿ + D^(n+1) ÷ (nⁿ·Πx), for D = 1. Balances are scaled by the
 * tokens' usual prices in the last token, so all are equal at par. Each untraded token holds 1 ÷ n.
 */
export function stableCurve({ protocol, tokens }: Pool): Curve {
  const n = tokens.length
  const quoteLevel = assetOf(tokens.at(-1)!).level
  const rates = tokens.map(code => assetOf(code).level / quoteLevel)
  const rate = rates.at(-2)!
  const law = new StableLaw(amplification[protocol]!, n)
  return {
    at: price => {
      const { base, quote } = law.at(price / rate)
      return { base: base / rate, quote }
    },
    others: rates.slice(0, -2).map(rate => 1 / n / rate),
  }
}

class StableLaw {
  /** A·nⁿ; the sum of the untraded balances; and the numerator over x·y in the invariant. */
  readonly #slope: number
  readonly #rest: number
  readonly #product: number

  constructor(a: number, n: number) {
    let power = 1
    for (let k = 0; k < n; k++) power *= n
    this.#slope = a * power
    this.#rest = (n - 2) / n
    let others = 1
    for (let k = 2; k < n; k++) others /= n
    this.#product = 1 / (power * others)
  }

  /** Bisection: the price falls as the base grows, and the result depends on the price alone. */
  at(price: number): Amounts {
    let low = 1e-9
    let high = 4
    for (;;) {
      const base = (low + high) / 2
      const quote = this.#quote(base)
      if (base <= low || base >= high) return { base, quote }
      if (this.#price(base, quote) > price) low = base
      else high = base
    }
  }

  /** The positive root y of slope·x·y² + x·(slope·(x + rest) + 1 − slope)·y = product. */
  #quote(base: number): number {
    const half = (base * (this.#slope * (base + this.#rest - 1) + 1)) / 2
    const square = this.#slope * base
    const root = Math.sqrt(half * half + square * this.#product)
    // This form of the root avoids cancellation.
    return half > 0 ? this.#product / (half + root) : (root - half) / square
  }

  /** −dy ÷ dx along the curve. */
  #price(base: number, quote: number): number {
    const term = this.#product / (base * quote)
    return (this.#slope + term / base) / (this.#slope + term / quote)
  }
}
