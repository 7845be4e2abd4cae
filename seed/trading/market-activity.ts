import { lazy, remembered } from '../../src/market/made-once.ts'
import { power } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import type { Regime } from '../prices/regime.ts'
import { Fashion } from './fashion.ts'
import { growthOn } from './growth.ts'

/** Power of the market's slow volatility with which the size of orders grows, and a factor that keeps the mean size. */
const sizes = { power: 0.4, factor: 1.09 }

/** Days before and after that count for the mean. */
const reach = 15

/**
 * Activity of all instruments together. Trading is busier while prices move, but each month has about the same number of orders
 * under every seed, so a store has a predictable size. In volatile months, orders are larger instead.
 * @param instruments of the whole catalogue, whatever the profile
 */
export function marketActivity(seed: string, regime: Regime, instruments: readonly Instrument[]) {
  const weighted = lazy(() =>
    instruments
      .filter(({ pools }) => pools.length === 0)
      .map(one => ({ rate: one.rate, fashion: new Fashion(seed, one) })),
  )
  /** Higher while prices move. @param hour counted from 1970 */
  const at = (hour: number) => 0.25 + 0.75 * regime.at(hour)
  /** Mean of all instruments, by orders. */
  const popularity = (day: number) => {
    let [sum, rates] = [0, 0]
    for (const { rate, fashion } of weighted()) {
      sum += rate * fashion.at(day)
      rates += rate
    }
    return sum / rates
  }
  const loudness = (day: number) => {
    const [first, end] = [(day - reach) * 24, (day + reach + 1) * 24]
    let sum = 0
    for (let hour = first; hour < end; hour++) sum += at(hour)
    return sum / (end - first)
  }
  return {
    at,
    /** Of the number of orders, on a day counted from 1970: growth ÷ the mean activity of the days around ÷ the mean fashion. */
    scale: remembered((day: number) => growthOn(day) / (popularity(day) * loudness(day))),
    /** Size of orders on a day, relative to usual: larger while prices move, and smaller in earlier years. */
    appetite: remembered((day: number) => growthOn(day) * sizes.factor * power(regime.on(day), sizes.power)),
  }
}

export type MarketActivity = ReturnType<typeof marketActivity>
