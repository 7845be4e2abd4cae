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
  return termsOf(forward, life, level)(strike, volatility)
}

/** The terms of options that have all but the strike in common. */
export function termsOf(forward: number, life: number, level: number) {
  const years = Math.max(life, minute) / year
  const smile = smileOf(years, level)
  const root = Math.sqrt(years)
  return (strike: number, volatility?: number): OptionTerms => {
    const moneyness = log(forward / strike)
    const used = volatility ?? smile(moneyness)
    const deviation = used * root
    return { forward, strike, years, volatility: used, deviation, d1: moneyness / deviation + deviation / 2 }
  }
}

/** Black–Scholes price of a European option on a forward, without discounting; a put by parity. */
export function optionPrice(forward: number, strike: number, life: number, call: boolean, level: number): number {
  return priceOf(optionTerms(forward, strike, life, level), call)
}

export function priceOf({ forward, strike, d1, deviation }: OptionTerms, call: boolean): number {
  const value = forward * normalCdf(d1) - strike * normalCdf(d1 - deviation)
  return Math.max(0, call ? value : value - forward + strike)
}

/** Of the surface: correlation, curvature, and how far θ·φ² may go without arbitrage between strikes. */
const [correlation, curvature, steepest] = [-0.1, 1.5, 4 / 1.1]

/**
 * A surface SVI without arbitrage between strikes or expiries (Gatheral and Jacquier 2014, "Arbitrage-free SVI volatility surfaces"):
 * lowest near the money, higher for low strikes, flatter with longer life. @returns volatility by moneyness, ln(forward ÷ strike)
 */
function smileOf(years: number, level: number): (moneyness: number) => number {
  const atMoney = level * (0.5 + 0.06 * exp(-6 * years))
  const steepness = Math.min(curvature / Math.sqrt(years + 0.05), Math.sqrt(steepest / years) / atMoney)
  return moneyness => {
    const place = -steepness * moneyness
    const apart = place + correlation
    return (
      atMoney * Math.sqrt((1 + correlation * place + Math.sqrt(apart * apart + (1 - correlation * correlation))) / 2)
    )
  }
}
