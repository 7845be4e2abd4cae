import { magnitude, powerOfTen } from '../../src/market/portable-math.ts'

export interface Grid {
  priceDecimals: number
  tick: number
  amountDecimals: number
  lot: number
}

/** Smallest step that is worth having in USD terms: amounts have decimals for about a cent. */
const amountDigits = 2

/**
 * The steps of an instrument's prices and amounts, from what it costs about.
 * @param level in quote currency; @param usd what one unit of the amount is worth; @param digits significant, of the price.
 */
export function grid(level: number, usd: number, digits: number, fives: boolean): Grid {
  const priceDecimals = clamp(digits - 1 - magnitude(level), 0, 15)
  const wanted = magnitude(usd) + amountDigits
  const amountDecimals = clamp(wanted, 0, 8)
  // Coins of a fraction of a cent trade in lots of tens, hundreds or thousands.
  return { priceDecimals, tick: fives ? 5 : 1, amountDecimals, lot: wanted < 0 ? powerOfTen(Math.min(-wanted, 3)) : 1 }
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x))
}
