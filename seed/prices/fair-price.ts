import { Carry } from '../../src/market/carry.ts'
import { Noise } from '../../src/market/numbers/noise.ts'
import { power } from '../../src/market/numbers/portable-math.ts'
import { optionPrice } from '../../src/market/option-price.ts'
import { volatilities } from '../../src/market/past-years.ts'
import { Swings, swingsOf } from '../../src/market/swings.ts'
import { hour as hourMs, second } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { keyOf } from '../hashed-draws.ts'
import { type Calendar, crashed, type Incident, type Incidents, within } from '../scenarios/calendar.ts'
import { growthOn } from '../trading/growth.ts'
import type { InstantPrice } from './instant-price.ts'
import type { Prices } from './prices.ts'

/** Standard deviation of an exchange's deviation from the market, of pairs of steady assets, and how long it lasts. */
const stray = { deviation: 0.00008, steady: 0.00001, span: 41 * second }
const premium = 0.00012
/** Premiums of perpetual futures are usual at this many orders per day, change by this power of it, and are at most so large. */
const thin = { orders: 7_000, power: -0.3, most: 2 } as const
/**
 * What buyers in Korea pay above the price elsewhere, as a share of it; capital controls keep arbitrage away. Its mean, and hours
 * between the nodes of its swings with their deviations. In volatile years it is greater: up to a tenth in 2017 (Makarov and
 * Schoar 2020).
 */
const korean = {
  mean: 0.012,
  swings: [
    [60, 0.004],
    [500, 0.01],
  ],
} as const
/** Scenarios that change the price: a flash crash lowers it, the other two freeze it. */
const changing = new Set(['flash-crash', 'halted-instrument', 'stale-feed'])

/** That of a coin keeps half a year of hours, and most coins have no contracts. */
const noCarry = new Carry(null)

/** In the quote: the cross of two USD prices, carried to expiry for contracts, plus the exchange's basis. */
export class FairPrice {
  readonly #instrument: Instrument
  readonly #prices: Prices
  readonly #base: InstantPrice
  readonly #quote: InstantPrice
  readonly #stray: Noise
  readonly #strayed: number
  readonly #demand: Noise
  readonly #trend: Noise
  readonly #carry: Carry
  readonly #korean: Swings | null
  readonly #incidents: Incidents | null
  /** Undisturbed by scenarios. */
  #usual: FairPrice | null = null
  readonly #seed: string
  #hour = Number.NaN
  #premiumStart = 0
  #premiumEnd = 0
  #premiumSlope = 0
  #incident: Incident | null = null

  /** @param isSparse whether few minutes of an hour are asked for */
  constructor(
    seed: string,
    prices: Prices,
    instrument: Instrument,
    { calendar = null, isSparse = false }: { calendar?: Calendar | null; isSparse?: boolean } = {},
  ) {
    this.#instrument = instrument
    this.#prices = prices
    this.#incidents = calendar?.ofInstrument(instrument) ?? null
    this.#seed = seed
    this.#base = prices.instant(instrument.base, isSparse)
    this.#quote = prices.instant(instrument.quote, isSparse)
    const key = keyOf(seed, 'basis', instrument.exchange, instrument.class, instrument.code)
    this.#stray = new Noise(key, stray.span)
    this.#strayed = this.#base.isRough || this.#quote.isRough ? stray.deviation : stray.steady
    this.#demand = new Noise(key + 2, 5)
    this.#trend = new Noise(key + 3, 100)
    this.#carry = instrument.class === 'spot' ? noCarry : prices.carry(instrument.base)
    this.#korean =
      instrument.quote === 'krw' ? new Swings(swingsOf(keyOf(seed, 'korean'), korean.swings, 7), korean.mean) : null
  }

  /** About the price at the start of a day, counted from 1970. */
  opening(day: number): number {
    const { base, quote } = this.#instrument
    const [paid, counted] = [this.#prices.opening(base, day * 24), this.#prices.opening(quote, day * 24)]
    return this.#contract(paid / counted, day * 24 * hourMs)
  }

  /** @param offset after the start of the hour */
  at(hour: number, offset: number): number {
    if (hour !== this.#hour) this.#open(hour)
    const spot = this.#base.at(offset) / this.#quote.at(offset)
    const time = hour * hourMs + offset
    const basis = this.#premiumStart + this.#premiumSlope * offset + this.#strayed * this.#stray.at(time)
    const price = this.#contract(spot, time) * (1 + basis)
    return this.#incident === null ? price : this.#changed(price, time, this.#incident)
  }

  /** The relative move of the cross from `reach` ms before to `reach` ms after, within the hour, without moves below 15 s. */
  moveAround(hour: number, offset: number, reach: number): number {
    if (hour !== this.#hour) this.#open(hour)
    const [before, after] = [Math.max(0, offset - reach), Math.min(hourMs - 1, offset + reach)]
    const base = this.#base.straight(after) / this.#base.straight(before)
    return (base * this.#quote.straight(before)) / this.#quote.straight(after) - 1
  }

  #open(hour: number): void {
    const start = hour === this.#hour + 1 ? this.#premiumEnd : this.#premium(hour)
    this.#hour = hour
    this.#incident = this.#incidents?.(hour).find(({ kind }) => changing.has(kind)) ?? null
    this.#base.enter(hour)
    this.#quote.enter(hour)
    this.#premiumStart = start
    this.#premiumEnd = this.#premium(hour + 1)
    this.#premiumSlope = (this.#premiumEnd - start) / hourMs
  }

  #changed(price: number, time: number, incident: Incident): number {
    if (!within(incident, time)) return price
    if (incident.kind === 'flash-crash') return price * (1 - incident.depth * crashed(incident, time))
    const hour = Math.floor(incident.from / hourMs)
    this.#usual ??= new FairPrice(this.#seed, this.#prices, this.#instrument, { isSparse: true })
    return this.#usual.at(hour, incident.from - hour * hourMs)
  }

  /** A basis that lasts for days, from regional demand; of perpetual futures, also from demand for leverage. */
  #premium(hour: number): number {
    const own = this.#local(hour) + premium * (0.5 * this.#demand.at(hour) + 0.7 * this.#trend.at(hour))
    if (this.#instrument.class !== 'perpetual-future') return own
    const orders = this.#instrument.rate * growthOn(Math.floor(hour / 24))
    return own + this.#carry.premium(hour * hourMs) * Math.min(thin.most, power(orders / thin.orders, thin.power))
  }

  /** Of won markets. */
  #local(hour: number): number {
    if (this.#korean === null) return 0
    const expected = volatilities.at(hour * hourMs)
    return this.#korean.at(hour) * expected * expected
  }

  #contract(spot: number, time: number): number {
    const { option, expiry } = this.#instrument
    if (expiry === null) return spot
    const forward = this.#carry.forward(spot, time, expiry - time)
    return option
      ? optionPrice(forward, option.strike, expiry - time, option.call, this.#carry.volatility(time, expiry - time))
      : forward
  }
}
