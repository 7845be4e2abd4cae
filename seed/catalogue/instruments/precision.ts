import { magnitude, powerOfTen } from '../../../src/market/numbers/portable-math.ts'

export interface PriceGrid {
  priceDecimals: number
  tick: number
  amountDecimals: number
  lot: number
}

/** Steps are worth about a cent. */
const amountDigits = 2

/** @param usd value of one amount unit @param digits significant digits of the price */
export function grid(level: number, usd: number, digits: number, fives: boolean): PriceGrid {
  const priceDecimals = clamp(digits - 1 - magnitude(level), 0, 15)
  const wanted = magnitude(usd) + amountDigits
  const amountDecimals = clamp(wanted, 0, 8)
  // Coins of a fraction of a cent trade in lots of tens, hundreds or thousands.
  return { priceDecimals, tick: fives ? 5 : 1, amountDecimals, lot: wanted < 0 ? powerOfTen(Math.min(-wanted, 3)) : 1 }
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x))
}
