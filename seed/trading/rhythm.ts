import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { isWeekend } from '../prices/trading-week.ts'
import { Fashion } from './fashion.ts'
import type { MarketActivity } from './market-activity.ts'

/** Trading by hour of day UTC for customers in Europe and America, mean 1. */
const byHour = [
  0.82, 0.74, 0.69, 0.64, 0.62, 0.62, 0.68, 0.8, 0.92, 0.98, 1, 1, 1.12, 1.4, 1.62, 1.6, 1.46, 1.34, 1.24, 1.16, 1.1, 1,
  0.92, 0.86,
]
/** Beside the lower volatility of weekends, which slows trading too. */
const weekend = 0.78
const weekday = 1.088

/** Activity of an instrument: day and week, all instruments together, and its own fashion. */
export class Rhythm {
  readonly #fashion: Fashion
  readonly #market: MarketActivity
  readonly #eastward: number

  constructor(seed: string, instrument: Instrument, market: MarketActivity) {
    this.#fashion = new Fashion(seed, instrument)
    this.#market = market
    this.#eastward = exchangeOf(instrument.exchange).eastward
  }

  /** Activity of an hour, with a mean of 1. */
  at(hour: number): number {
    const week = isWeekend(Math.floor(hour / 24)) ? weekend : weekday
    const own = this.#fashion.at(hour / 24) * byHour[(hour + this.#eastward) % 24]!
    return own * week * this.#market.at(hour) * this.#market.scale(hour)
  }
}
