import { draw, unit } from '../numbers/hash.ts'
import { Noise } from '../numbers/noise.ts'
import { exp, log, powerOfTen } from '../numbers/portable-math.ts'
import { minute, second } from '../time.ts'
import { type Condition, widenessAt } from './book-block.ts'
import type { BookShape } from './book-shape.ts'

/** How long quotes last on average: of the quickest book, and how many times as long of the slowest. */
const [quickest, slower] = [2.5 * second, 2]
/** Share of that time by which a change of quotes may be late. */
const unpunctual = 0.8

/** Spread factors: 256 quantiles of a log-logistic distribution. */
const spreadFactors = Float64Array.from({ length: 256 }, (_, n) => exp(0.25 * log((n + 0.5) / (255.5 - n))))
/** Spreads are wide or tight for a while: minutes between the nodes, and the deviation of the spread's logarithm. */
const spell = { minutes: 23, deviation: 0.5 }
/** Factors of the spread by what the noise has, in steps of a 32nd: a spread needs no more. */
const fineness = 32
const farthest = 5 * fineness
const factors = Float64Array.from({ length: 2 * farthest + 1 }, (_, n) =>
  exp((spell.deviation * (n - farthest)) / fineness),
)

/** Orders press towards one side for seconds: time between the nodes, and how far a side is pressed when it is thin. */
const pressing = { span: 20 * second, thin: 1.1 }

/** How orders press: towards the asks, which buys take, if positive; of variance 1. @param key of the book */
export function pressureOf(key: number): Noise {
  return new Noise(key + 61, pressing.span)
}

/** How often the best price of a side is round, and how far it may be moved for that: in spreads, or of the price. */
const [roundBids, roundAsks] = [26, 52]
const [inSpreads, ofPrice] = [6, 0.0006]
const greatestPower = 6

/** Market makers quote anew every few seconds, at moments of each book's own. */
export class Quotes {
  readonly #key: number
  readonly #lasts: number
  readonly #spell: Noise
  readonly #pressure: Noise
  since = 0
  until = 0
  #minute = Number.NaN
  /** Factor of the spread, of the minute. */
  #wide = 1
  /** Random bits of the quotes. */
  bits = 0
  /** The side that orders press and thin out: of asks 1, of bids -1, of neither 0. */
  thin: 1 | -1 | 0 = 0

  /** @param key of the book */
  constructor(key: number) {
    this.#key = key
    this.#lasts = quickest * (1 + slower * unit(draw(key, 0x51ed)))
    this.#spell = new Noise(key + 51, spell.minutes)
    this.#pressure = pressureOf(key)
  }

  /** Enters the quotes of a time. */
  enter(time: number): void {
    if (time >= this.since && time < this.until) return
    let n = Math.floor(time / this.#lasts)
    let start = this.#startOf(n)
    if (start > time) {
      this.until = start
      start = this.#startOf(--n)
    } else this.until = this.#startOf(n + 1)
    this.since = start
    this.bits = draw(this.#key + 1, n)
    const pressure = this.#pressure.at(this.since)
    this.thin = pressure > pressing.thin ? 1 : pressure < -pressing.thin ? -1 : 0
    const m = Math.floor(this.since / minute)
    if (m === this.#minute) return
    this.#minute = m
    this.#wide = factors[Math.floor(this.#spell.at(m) * fineness + 0.5) + farthest]!
  }

  /** Spread relative to usual. @param time within the quotes' life */
  wideness(condition: Condition, time: number): number {
    return widenessAt(condition, time, this.since) * this.#wide
  }

  #startOf(n: number): number {
    return Math.floor((n + unpunctual * unit(draw(this.#key + 5, n))) * this.#lasts)
  }
}

/** Whether the spread is the least possible: less often while spreads are wide. */
function isTight(bits: number, tight: number, wideness: number): boolean {
  return ((bits >>> 8) & 255) * (0.3 + 0.7 * wideness) < tight * 256
}

/** Twice the mid price in ticks, as makers quote it. @param fair price in ticks @param wideness spread relative to usual */
export function quotedMiddle(shape: BookShape, bits: number, fair: number, wideness: number): number {
  const { tight, spread } = shape
  // With a spread of one tick, the mid price is halfway between two ticks.
  const between = fair * spread < 1 || isTight(bits, tight, wideness)
  const middle = between ? 2 * Math.floor(fair) + 1 : Math.floor(2 * fair + 0.5)
  const luck = bits >>> 24
  if (luck >= roundAsks) return middle
  const ticks = spreadAt(shape, bits, middle, wideness)
  const best = luck < roundBids ? (middle - ticks) / 2 : (middle + ticks) / 2
  const round = roundest(Math.max(inSpreads * spread, ofPrice) * fair)
  return middle + 2 * (Math.floor(best / round + 0.5) * round - best)
}

function roundest(most: number): number {
  let n = 0
  while (n < greatestPower && powerOfTen(n + 1) <= most) n++
  return powerOfTen(n)
}

/** In ticks: an even number if the mid price is a whole tick, and odd if it is between two. */
export function spreadAt({ spread, tight }: BookShape, bits: number, middle: number, wideness: number): number {
  // The operator % is a call for numbers that V8 keeps as doubles.
  const least = 2 - (middle - 2 * Math.floor(middle / 2))
  const further = (spread * (middle / 2) * wideness * spreadFactors[bits & 255]! - least) / 2
  const isLeast = isTight(bits, tight, wideness) || further < 0.5
  return Math.min(isLeast ? least : least + 2 * Math.floor(further + 0.5), middle - 2)
}
