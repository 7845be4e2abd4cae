import { type Condition, noCondition, packedFactor } from '../../src/market/books/book-block.ts'
import type { BookShape } from '../../src/market/books/book-shape.ts'
import { levelOf } from '../../src/market/books/tiers.ts'
import { Noise } from '../../src/market/numbers/noise.ts'
import { exp, power, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { pastDigitsOn } from '../catalogue/venues/past-steps.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import type { Regime } from '../prices/regime.ts'
import { growthOn } from '../trading/growth.ts'

/** Hours between the nodes of a book's own spread, and its deviation. */
const own = { hours: 7.9, deviation: 0.25 }
/** Powers of growth, which is the square root of turnover: of depth, as between instruments, and of spreads. */
const [depthPower, spreadPower] = [0.9, -0.8]
/** Power of an option's price relative to usual: makers risk more contracts of a cheap option, but less money. */
const cheapPower = 0.7

/** The conditions of an instrument's books by hour. */
export function bookConditions({ key, price }: BookShape, regime: Regime, fair: FairPrice, instrument: Instrument) {
  const ownSpread = new Noise(key + 7, own.hours)
  const condition = noCondition()
  let now = Number.NaN
  let today = Number.NaN

  /** The object is reused. */
  function of(hour: number): Condition {
    if (hour === now) return condition
    condition.start = hour === now + 1 ? condition.end : spreadAt(hour)
    condition.end = spreadAt(hour + 1)
    now = hour
    const day = Math.floor(hour / 24)
    if (day !== today) enterDay(day)
    return condition
  }

  function enterDay(day: number): void {
    const digits = pastDigitsOn(instrument, day)
    const isNext = day === today + 1 && digits === condition.digits
    condition.digits = digits
    if (!isNext) readDay(day - 1)
    condition.levelBefore = condition.level
    condition.depthBefore = condition.depth
    readDay(day)
    today = day
  }

  /** With the ticks of the condition, also if the day before had others. */
  function readDay(day: number): void {
    const { priceDecimals, tick, option } = instrument
    const perUnit = powerOfTen(priceDecimals + condition.digits) / tick
    const ticks = Math.max(1, fair.opening(day) * perUnit)
    const cheapness = option ? Math.min(1, ticks / price) : 1
    condition.level = levelOf(ticks)
    condition.depth = packedFactor(power(growthOn(day), depthPower) * power(cheapness, cheapPower))
  }

  /** Makers quote wider while prices move fast, and in years with less turnover. @returns relative to usual, packed */
  function spreadAt(hour: number): number {
    const byTurnover = power(growthOn(Math.floor(hour / 24)), spreadPower)
    return packedFactor(byTurnover * (0.5 + 0.5 * regime.at(hour)) * exp(own.deviation * ownSpread.at(hour)))
  }

  return { of }
}

export type BookConditions = ReturnType<typeof bookConditions>
