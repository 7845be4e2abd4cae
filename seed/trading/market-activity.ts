import { remembered } from '../../src/market/made-once.ts'
import { power } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import type { Regime } from '../prices/regime.ts'
import { Fashion } from './fashion.ts'
import { growthOn } from './growth.ts'

/** Power of the market's slow volatility with which the size of orders grows, and a factor that keeps the mean size. */
const sizes = { power: 0.4, factor: 1.09 }

/** Days before and after that count for the mean. */
const reach = 15

interface Weighted {
  rate: number
  fashion: Fashion
}

/**
 * Activity of all instruments together. Trading is busier while prices move, but each month has about the same number of orders
 * under every seed, so a store has a predictable size. In volatile months, orders are larger instead.
 */
export class MarketActivity {
  readonly #seed: string
  readonly #regime: Regime
  readonly #instruments: readonly Instrument[]
  /** Of the number of orders, on a day counted from 1970: growth ÷ the mean activity of the days around ÷ the mean fashion. */
  readonly scale = remembered((day: number) => growthOn(day) / (this.#popularity(day) * this.#loudness(day)))
  /** Size of orders on a day, relative to usual: larger while prices move, and smaller in earlier years. */
  readonly appetite = remembered(
    (day: number) => growthOn(day) * sizes.factor * power(this.#regime.on(day), sizes.power),
  )
  #weighted: Weighted[] | null = null

  /** @param instruments of the whole catalogue, whatever the profile */
  constructor(seed: string, regime: Regime, instruments: readonly Instrument[]) {
    this.#seed = seed
    this.#regime = regime
    this.#instruments = instruments.filter(({ pools }) => pools.length === 0)
  }

  /** Higher while prices move. @param hour counted from 1970 */
  at(hour: number): number {
    return 0.25 + 0.75 * this.#regime.at(hour)
  }

  /** Mean of all instruments, by orders. */
  #popularity(day: number): number {
    this.#weighted ??= this.#instruments.map(one => ({ rate: one.rate, fashion: new Fashion(this.#seed, one) }))
    let [sum, rates] = [0, 0]
    for (const { rate, fashion } of this.#weighted) {
      sum += rate * fashion.at(day)
      rates += rate
    }
    return sum / rates
  }

  #loudness(day: number): number {
    const [first, end] = [(day - reach) * 24, (day + reach + 1) * 24]
    let sum = 0
    for (let hour = first; hour < end; hour++) sum += this.at(hour)
    return sum / (end - first)
  }
}
