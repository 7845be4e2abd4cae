import { exp, log, normalCdf } from './numbers/portable-math.ts'
import { minute, year } from './time.ts'

/** What the Black–Scholes formula needs of an option on a forward, without interest. */
export interface OptionTerms {
  forward: number
  strike: number
  years: number
  volatility: number
  /** Volatility over the option's life. */
  deviation: number
  d1: number
}

/**
 * @param life time to expiry in milliseconds, counted as at least one minute @param level of the smile
 * @param volatility by default of the smile
 */
export function optionTerms(
  forward: number,
  strike: number,
  life: number,
  level: number,
  volatility?: number,
): OptionTerms {
  const years = Math.max(life, minute) / year
  const moneyness = log(forward / strike)
  const used = volatility ?? level * impliedVolatility(moneyness, years)
  const deviation = used * Math.sqrt(years)
  return { forward, strike, years, volatility: used, deviation, d1: moneyness / deviation + deviation / 2 }
}

/** Black–Scholes price of a European option on a forward, without discounting; a put by parity. */
export function optionPrice(forward: number, strike: number, life: number, call: boolean, level: number): number {
  return priceOf(optionTerms(forward, strike, life, level), call)
}

export function priceOf({ forward, strike, d1, deviation }: OptionTerms, call: boolean): number {
  const value = forward * normalCdf(d1) - strike * normalCdf(d1 - deviation)
  return Math.max(0, call ? value : value - forward + strike)
}

/**
 * A smile over moneyness, ln(forward ÷ strike): lowest at the money, steeper on the put side, flatter with longer life.
 */
function impliedVolatility(moneyness: number, years: number): number {
  const m = moneyness / Math.sqrt(years + 0.05)
  const smile = Math.min(0.5, 0.09 * m * m + 0.03 * m)
  return 0.5 + 0.06 * exp(-6 * years) + smile
}
