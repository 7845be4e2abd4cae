import { exp, log } from './numbers/portable-math.ts'
import { monthlyVolatility, pastDemand, volatilities } from './past-years.ts'
import { type Swing, Swings, sharedVolatility, slowSwings, swingsOf, varianceOf } from './swings.ts'
import { day, hour as hourMs, minute, year } from './time.ts'

/** Swings in hours, with their deviations: demand for leverage changes over days to months, its usual level over quarters. */
const demandSwings = [
  [31, 0.35],
  [170, 0.55],
  [800, 0.55],
  [3700, 0.5],
] as const
const levelSwings = [
  [2900, 0.6],
  [9000, 0.5],
] as const
/** Swings of premiums alone, over hours and days. */
const briefSwings = [
  [13, 0.6],
  [67, 0.8],
] as const
/** Premiums of perpetual futures: what they have without demand, and what a unit of demand and of brief swings adds. */
const premiums = { usual: -0.00013, demand: 0.00055, brief: 0.0004 } as const
/** Demand moves nearby contracts most: half of this part of its effect is left at this life. */
const nearby = 60 * day
/** Annual carry of contracts whose demand is not known. */
const usual = 0.06
/** Beyond this, annual carry grows ever less: arbitrage limits it to about 60 %. */
const costly = { from: 0.3, room: 0.33 }
/** Demand for leverage that all assets share, and an asset's own. */
const [common, own] = [0.88, 0.475]
/** How much prices of options follow each slow swing of the market's volatility, for short lives and for long ones. */
const followed = { soon: [0.2, 0.55, 0.8, 0.45, 0], later: [0, 0.1, 0.3, 0.4, 0] } as const
/** Swings of an asset's own implied volatility. */
const impliedSwings = [
  [170, 0.04],
  [900, 0.06],
] as const
/** Expectations return to the usual: after this time, a factor e less of the variance is left. */
const returning = 45 * day
/** Of the expected volatility, and about the least, relative to the usual one of bitcoin: options cost more than what is realised. */
const [sellers, least] = [0.96, 0.54]
/** Options cost more than what months of the past realised: in the mean of 2021 to 2025 by 7 to 20 %. */
const overRealised = log(1.1)
/** The bits of a key that all assets have in common. */
const commonBits = 0xfff0_0000 | 0

/** The numbers of an asset's contracts: keys of 32 bits, signed. */
export interface CarryTerms {
  key: number
  /** Of the slow volatility that the market shares. */
  climate: number
  /** Usual implied volatility relative to bitcoin's. */
  volatility: number
}

/**
 * What contracts on an asset are priced with: the annual carry from spot to forward prices, by time and by life, the premium
 * of perpetual futures, and the level of implied volatilities.
 */
export class Carry {
  readonly #key: number | null
  readonly #demand: Shared
  readonly #level: Shared
  readonly #brief: Shared
  readonly #hours: Float64Array
  readonly #values: Float64Array
  readonly #implied: Implied
  readonly #now = { level: 0, nearby: 0, premium: 0, soon: 1, later: 1 }

  /** @param terms null: not known @param remembered cached hours: a power of two */
  constructor(terms: CarryTerms | null, remembered = 4) {
    const key = terms?.key ?? null
    this.#key = key
    this.#implied = new Implied(terms)
    this.#demand = new Shared(key ?? 0, 0, demandSwings)
    this.#level = new Shared(key ?? 0, demandSwings.length, levelSwings)
    this.#brief = new Shared(key ?? 0, demandSwings.length + levelSwings.length, briefSwings)
    this.#hours = new Float64Array(remembered).fill(Number.NaN)
    this.#values = new Float64Array(columns * remembered)
  }

  /** About −5 to 60 %; shorter lives swing more. */
  annual(time: number, life: number): number {
    if (this.#key === null) return usual
    const now = this.#at(time)
    const annual = now.level + now.nearby / (1 + Math.max(0, life) / nearby)
    const excess = annual - costly.from
    return excess <= 0 ? annual : costly.from + excess / (1 + excess / costly.room)
  }

  /** Price now of a spot price's asset in `life` milliseconds. */
  forward(spot: number, time: number, life: number): number {
    return spot * (1 + (this.annual(time, life) * life) / year)
  }

  /** Of perpetual futures, as a fraction of the spot price. */
  premium(time: number): number {
    return this.#at(time).premium
  }

  /**
   * Level of implied volatilities over `life` milliseconds, relative to the usual one of bitcoin: the mean variance of a volatility
   * that returns to the usual one, so that total variance grows with life.
   */
  volatility(time: number, life: number): number {
    if (this.#key === null) return 1
    const { soon, later } = this.#at(time)
    const returns = Math.max(life, minute) / returning
    return Math.sqrt(later + ((soon - later) * (1 - exp(-returns))) / returns)
  }

  /** Between whole hours, everything moves in a straight line. The object is reused. */
  #at(time: number) {
    const hour = Math.floor(time / hourMs)
    const share = time / hourMs - hour
    const [first, next] = [this.#place(hour), this.#place(hour + 1)]
    const [values, now] = [this.#values, this.#now]
    now.level = values[first]! + (values[next]! - values[first]!) * share
    now.nearby = values[first + 1]! + (values[next + 1]! - values[first + 1]!) * share
    now.premium = values[first + 2]! + (values[next + 2]! - values[first + 2]!) * share
    now.soon = values[first + 3]! + (values[next + 3]! - values[first + 3]!) * share
    now.later = values[first + 4]! + (values[next + 4]! - values[first + 4]!) * share
    return now
  }

  /** Where the values of an hour are. */
  #place(hour: number): number {
    const place = hour & (this.#hours.length - 1)
    if (this.#hours[place] === hour) return columns * place
    this.#hours[place] = hour
    const demand = this.#demand.at(hour) + pastDemand(hour * hourMs)
    const first = columns * place
    this.#values[first] = 0.095 * exp(0.45 * this.#level.at(hour) + 0.4 * demand) - 0.035
    this.#values[first + 1] = 0.07 * (exp(0.6 * demand) - 1)
    this.#values[first + 2] = premiums.usual + premiums.demand * demand + premiums.brief * this.#brief.at(hour)
    const { soon, later } = this.#implied
    this.#values[first + 3] = soon(hour)
    this.#values[first + 4] = later(hour)
    return first
  }
}

/** Values of an hour. */
const columns = 5

/** Variances that are expected soon and later: they follow the slow volatility of the market, or that which months of the past had. */
class Implied {
  readonly #own: Swings
  readonly #climate: number
  readonly #volatility: number
  readonly soon: (hour: number) => number
  readonly later: (hour: number) => number

  constructor(terms: CarryTerms | null) {
    const { key, climate, volatility } = terms ?? { key: 0, climate: 0, volatility: 1 }
    this.#own = centred(swingsOf(key + 300, impliedSwings, 7))
    this.#climate = climate
    this.#volatility = volatility
    const [soon, later] = [this.#market(followed.soon), this.#market(followed.later)]
    this.soon = hour => {
      const { known, logarithm } = monthlyVolatility(hour * hourMs)
      const usual = log(volatilities.at(hour * hourMs)) + soon.at(hour)
      return this.#variance(hour, logarithm + known * overRealised + (1 - known) * usual)
    }
    this.later = hour => {
      const { known } = monthlyVolatility(hour * hourMs)
      return this.#variance(hour, log(volatilities.at(hour * hourMs)) + (1 - known) * later.at(hour))
    }
  }

  #market(shares: readonly number[]): Swings {
    const parts = swingsOf(this.#climate, slowSwings, 7).map(({ noise, deviation }, n) => {
      return { noise, deviation: sharedVolatility * shares[n]! * deviation }
    })
    return centred(parts.filter(({ deviation }) => deviation > 0))
  }

  #variance(hour: number, expected: number): number {
    const square = exp(2 * expected) * sellers * sellers
    const level = this.#volatility * exp(this.#own.at(hour))
    return level * level * Math.sqrt(square * square + least * least * least * least)
  }
}

function centred(parts: ReturnType<typeof swingsOf>): Swings {
  return new Swings(parts, -varianceOf(parts) / 2)
}

/** The key of an asset's carry, in the market of another key. */
export function carryKeyOf(market: number, asset: number): number {
  return (market & commonBits) | (asset & ~commonBits)
}

/** Swings of all assets and of one. */
class Shared {
  readonly #all: Swings
  readonly #own: Swings

  constructor(key: number, first: number, swings: readonly Swing[]) {
    this.#all = new Swings(swingsOf((key & commonBits) + first, swings, 1))
    this.#own = new Swings(swingsOf(key + 100 + first, swings, 1))
  }

  at(hour: number): number {
    return common * this.#all.at(hour) + own * this.#own.at(hour)
  }
}
