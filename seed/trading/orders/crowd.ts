import { remembered } from '../../../src/market/made-once.ts'
import { firstWhere } from '../../../src/market/numbers/first-where.ts'
import { Noise } from '../../../src/market/numbers/noise.ts'
import { exp } from '../../../src/market/numbers/portable-math.ts'
import { draw, keyOf, normal, type Stream } from '../../hashed-draws.ts'
import { poisson } from '../../poisson.ts'
import { type HourPrices, KeptHours } from '../../prices/marks.ts'
import type { Prices } from '../../prices/prices.ts'

/** Hours between the nodes of a market's busyness, and its deviation. */
const spell = { hours: 2.7, deviation: 0.35 }
/** Deviations of the logarithm of a minute's weight: its own, and noises with nodes some minutes apart. */
const own = 0.4
const short = { minutes: 7.3, deviation: 0.4 }
const long = { minutes: 43, deviation: 0.3 }
/** Of spells and of the longer bursts: what all markets share, and a market's own. */
const [common, alone] = [0.75, Math.sqrt(1 - 0.75 * 0.75)]
/** Share of orders that come while prices stand still, and with usual moves. */
const [standing, moving] = [0.4, 0.75]
/** Greatest weight of a minute, and the mean. */
const [most, mean] = [6, 1.4]
/** e^x of bursts in steps of a 64th: a draw of a minute needs no more. */
const fineness = 64
const farthest = 5 * fineness
const bursts = Float64Array.from({ length: 2 * farthest + 1 }, (_, n) => exp((n - farthest) / fineness))

/** From this many orders in an hour on, it is worthwhile to know the weights of all its minutes. */
const many = 4

/** Cached hours of all bases, half a kilobyte each. */
const cacheLimit = 20_000

class SharedNoise {
  readonly #common: Noise
  readonly #own: Noise

  constructor(market: number, own: number, span: number) {
    this.#common = new Noise(market, span)
    this.#own = new Noise(own, span)
  }

  at(time: number): number {
    return common * this.#common.at(time) + alone * this.#own.at(time)
  }
}

/** How busy the market of a base asset is, on all exchanges at once. */
export class Crowd {
  readonly #key: number
  readonly #marks: HourPrices
  readonly #spell: SharedNoise
  readonly #short: Noise
  readonly #long: SharedNoise
  readonly #cumulated: HourPrices

  constructor(seed: string, prices: Prices, base: string, kept: KeptHours) {
    const market = keyOf(seed, 'bursts')
    this.#key = keyOf(seed, 'bursts', base)
    this.#marks = prices.source(base)
    this.#spell = new SharedNoise(market + 1, this.#key + 1, spell.hours)
    this.#short = new Noise(this.#key + 2, short.minutes)
    this.#long = new SharedNoise(market + 3, this.#key + 3, long.minutes)
    this.#cumulated = kept.remembering(hour => this.#cumulate(hour))
  }

  /** Logarithm of an hour's busyness. */
  at(hour: number): number {
    return spell.deviation * this.#spell.at(hour)
  }

  /** Minutes of orders of an hour, `expected` on average: bursts are common to all exchanges, and trading follows moves. */
  minutes(hour: number, stream: Stream, expected: number, each: (minute: number) => void): void {
    if (expected < many) this.#fewMinutes(hour, stream, expected, each)
    else {
      const cumulated = this.#cumulated(hour)
      const sum = cumulated[59]!
      const count = poisson((expected * sum) / (60 * mean), stream)
      for (let n = 0; n < count; n++) {
        const wanted = stream.unit() * sum
        each(firstWhere(0, 59, minute => cumulated[minute]! > wanted))
      }
    }
  }

  /** As if all hours had the same weight; so most of their minutes need not be known. */
  #fewMinutes(hour: number, stream: Stream, expected: number, each: (minute: number) => void): void {
    const count = poisson(expected, stream)
    if (count === 0) return
    const marks = this.#marks(hour)
    const perMove = movesPerUnit(marks)
    for (let left = count; left > 0; left--) {
      let minute = Math.floor(stream.unit() * 60)
      while (stream.unit() * most > this.#weight(hour, minute, marks, perMove)) minute = Math.floor(stream.unit() * 60)
      each(minute)
    }
  }

  #cumulate(hour: number): Float64Array {
    const marks = this.#marks(hour)
    const perMove = movesPerUnit(marks)
    const cumulated = new Float64Array(60)
    let sum = 0
    for (let minute = 0; minute < 60; minute++) cumulated[minute] = sum += this.#weight(hour, minute, marks, perMove)
    return cumulated
  }

  #weight(hour: number, minute: number, marks: Float64Array, perMove: number): number {
    const time = hour * 60 + minute
    const move = Math.abs(marks[minute + 1]! - marks[minute]!) * perMove
    const burst = own * normal(draw(this.#key, time)) + short.deviation * this.#short.at(time)
    const log = burst + long.deviation * this.#long.at(time)
    return Math.min(most, (standing + moving * move) * bursts[Math.floor(log * fineness + 0.5) + farthest]!)
  }
}

/** Usual moves of a minute per unit of price, from moves over five minutes; 0 where the price stands still. */
function movesPerUnit(marks: Float64Array): number {
  let sum = 0
  for (let n = 0; n < 60; n += 5) sum += Math.abs(marks[n + 5]! - marks[n]!)
  return sum === 0 ? 0 : (12 * rootOfFive) / sum
}

const rootOfFive = Math.sqrt(5)

/** The crowds of all bases. */
export class Crowds {
  readonly #seed: string
  readonly #prices: Prices
  readonly #kept = new KeptHours(cacheLimit)
  readonly of = remembered((base: string) => new Crowd(this.#seed, this.#prices, base, this.#kept))

  constructor(seed: string, prices: Prices) {
    this.#seed = seed
    this.#prices = prices
  }
}
