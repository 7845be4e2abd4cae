import { exp, log, normalCdf } from '../../src/market/portable-math.ts'
import { year } from '../../src/market/time.ts'

/** Black–Scholes price of a European option without interest, in quote currency; `life` in milliseconds. */
export function optionPrice(spot: number, strike: number, life: number, call: boolean): number {
  const years = Math.max(life, 60_000) / year
  const moneyness = log(spot / strike)
  const deviation = impliedVolatility(moneyness, years) * Math.sqrt(years)
  const d1 = moneyness / deviation + deviation / 2
  const value = spot * normalCdf(d1) - strike * normalCdf(d1 - deviation)
  return Math.max(0, call ? value : value - spot + strike)
}

/** A smile over moneyness: lowest at the money, steeper on the put side, flatter with longer life. */
function impliedVolatility(moneyness: number, years: number): number {
  const m = moneyness / Math.sqrt(years + 0.05)
  const smile = Math.min(0.5, 0.09 * m * m + 0.03 * m)
  return 0.5 + 0.06 * exp(-6 * years) + smile
}
