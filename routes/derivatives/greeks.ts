import { exp, normalCdf } from '../../src/market/numbers/portable-math.ts'
import { type OptionTerms, priceOf, termsOf } from '../../src/market/option-price.ts'

/** Sensitivities of an option at constant volatility, in the quote: vega and rho per percentage point, theta per day. */
export function greeks({ forward, years, volatility, deviation, d1 }: OptionTerms, index: number, call: boolean) {
  const density = exp(-0.5 * d1 * d1) / Math.sqrt(2 * Math.PI)
  const delta = normalCdf(d1) - (call ? 0 : 1)
  return {
    delta,
    gamma: density / (forward * deviation),
    rho: (delta * index * years) / 100,
    theta: (-forward * density * volatility) / (2 * Math.sqrt(years)) / 365.25,
    vega: (forward * density * Math.sqrt(years)) / 100,
  }
}

/** Halvings of the interval below, to well beyond the two decimals that are written. */
const halvings = 40
const highestVolatility = 10

/** The volatility at which an option has a price; null if none does, as below its intrinsic value. */
export function volatilityOf(price: number, terms: OptionTerms, life: number, call: boolean): number | null {
  const { forward, strike } = terms
  const intrinsic = Math.max(0, call ? forward - strike : strike - forward)
  const termsAt = termsOf(forward, life, 1)
  const at = (volatility: number) => priceOf(termsAt(strike, volatility), call)
  if (price <= intrinsic || price >= at(highestVolatility)) return null
  let [low, high] = [0, highestVolatility]
  for (let n = 0; n < halvings; n++) {
    const middle = (low + high) / 2
    if (at(middle) < price) low = middle
    else high = middle
  }
  return high
}
