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
  #day = Number.NaN
  #week = 1
  /** At the day's start and end, without the time of day. */
  #start = 1
  #end = 1

  constructor(seed: string, instrument: Instrument, market: MarketActivity) {
    this.#fashion = new Fashion(seed, instrument)
    this.#market = market
    this.#eastward = exchangeOf(instrument.exchange).eastward
  }

  /** Activity of an hour, with a mean of 1. */
  at(hour: number): number {
    const day = Math.floor(hour / 24)
    if (day !== this.#day) this.#enter(day)
    const own = this.#start + (this.#end - this.#start) * (hour / 24 - day)
    return own * this.#week * byHour[(hour + this.#eastward) % 24]! * this.#market.at(hour)
  }

  #enter(day: number): void {
    this.#start = day === this.#day + 1 ? this.#end : this.#midnight(day)
    this.#end = this.#midnight(day + 1)
    this.#week = isWeekend(day) ? weekend : weekday
    this.#day = day
  }

  #midnight(day: number): number {
    return this.#fashion.at(day) * this.#market.scale(day)
  }
}
