import { exp } from '../../src/market/portable-math.ts'
import { draw, normal } from '../hash.ts'

/** Hours between the nodes of the slow octaves; being whole hours, they are straight lines within any one hour. */
const slowOctaves = [1, 4, 16, 64, 256, 1024, 4096]
/** Minutes between the nodes of the fast octaves. */
const fastOctaves = [1, 5, 20]
/** A node's deviation is this × σ of the octave's span; it makes the sum's increments those of a walk with that σ. */
const nodeShare = 0.63
/** Volatility by hour of day UTC: quiet before Asia opens, loud while Europe and America overlap. */
const volatilityByHour = [
  0.98, 0.95, 0.92, 0.86, 0.82, 0.8, 0.82, 0.9, 0.98, 1, 0.98, 0.96, 1.05, 1.25, 1.4, 1.38, 1.25, 1.15, 1.08, 1.08,
  1.06, 0.96, 0.88, 0.86,
]

/** Value noise of variance 1 at the nodes, straight between them, `span` apart. */
export function noise(key: number, span: number, time: number): number {
  const cell = Math.floor(time / span)
  const a = normal(draw(key, cell))
  const share = time / span - cell
  return share === 0 ? a : a + (normal(draw(key, cell + 1)) - a) * share
}

/** How volatile an hour is against the long run's mean: clusters of hours, days and weeks. */
export class Regime {
  readonly #key: number
  readonly #hours: Float64Array
  readonly #values: Float64Array

  /** @param pathKey of the path whose volatility it is. @param remembered how many hours: a power of two. */
  constructor(pathKey: number, remembered = 4) {
    this.#key = pathKey ^ 0x5bd1e995
    this.#hours = new Float64Array(remembered).fill(Number.NaN)
    this.#values = new Float64Array(remembered)
  }

  at(hour: number): number {
    const place = hour & (this.#hours.length - 1)
    if (hour !== this.#hours[place]) {
      this.#hours[place] = hour
      this.#values[place] = this.#compute(hour)
    }
    return this.#values[place]!
  }

  #compute(hour: number): number {
    const x =
      0.3 * noise(this.#key, 6, hour) + 0.35 * noise(this.#key + 1, 40, hour) + 0.3 * noise(this.#key + 2, 260, hour)
    return exp(x - 0.2)
  }
}

/**
 * A random walk that can be entered anywhere: value noise over octaves from a minute to half a year, each with a
 * deviation that goes with the root of its span. Exact at whole minutes; remembers the nodes of the hour before,
 * so that a walk through the hours is cheap, and gives the same numbers in any order.
 */
export class LogPath {
  readonly #regime: Regime
  readonly #key: number
  readonly #sigma: number
  readonly #cells = slowOctaves.map(() => Number.NaN)
  readonly #left = slowOctaves.map(() => 0)
  readonly #right = slowOctaves.map(() => 0)
  readonly #five = new Float64Array(13)
  readonly #twenty = new Float64Array(4)
  #edgeHour = Number.NaN
  #edge = 0

  /** @param volatility annual; @param minutesPerYear of trading. */
  constructor(key: number, volatility: number, minutesPerYear = 525_960) {
    this.#key = key
    this.#sigma = (volatility / Math.sqrt(minutesPerYear)) * nodeShare
    this.#regime = new Regime(key)
  }

  /** At the hour's 61 minute marks, both ends included. */
  hour(hour: number): Float64Array {
    const start = this.#edgeAt(hour)
    const end = this.#edgeAt(hour + 1)
    const out = new Float64Array(61)
    this.#fastNodes(1, hour, this.#five)
    this.#fastNodes(2, hour, this.#twenty)
    const loudness = this.#loudness(hour)
    for (let n = 0; n < 12; n++) this.#fiveMinutes(n, start, (end - start) / 60, hour * 60, loudness, out)
    const last = normal(draw(this.#key, hour * 60 + 60)) * this.#loudness(hour + 1)
    out[60] = end + this.#twenty[3]! + this.#five[12]! + last
    return out
  }

  /** At the hour's twelve five-minute marks alone: what `hour` has there, to the bit. */
  fives(hour: number): Float64Array {
    const start = this.#edgeAt(hour)
    const slope = (this.#edgeAt(hour + 1) - start) / 60
    this.#fastNodes(1, hour, this.#five)
    this.#fastNodes(2, hour, this.#twenty)
    const loudness = this.#loudness(hour)
    const out = new Float64Array(12)
    for (let n = 0; n < 12; n++)
      out[n] = this.#node(n, start, slope) + normal(draw(this.#key, hour * 60 + n * 5)) * loudness
    return out
  }

  /** At the hour's first mark alone: what `hour` has there, to the bit, for a fraction of the work. */
  opening(hour: number): number {
    const loudness = this.#loudness(hour)
    const fast = (octave: number, nodes: number) =>
      normal(draw(this.#key + octave, hour * nodes)) * (loudness * Math.sqrt(fastOctaves[octave]!))
    return this.#edgeAt(hour) + fast(2, 3) + fast(1, 12) + normal(draw(this.#key, hour * 60)) * loudness
  }

  #fiveMinutes(n: number, edge: number, slope: number, first: number, loudness: number, out: Float64Array): void {
    const start = this.#node(n, edge, slope)
    const step = slope + this.#twentySlope(n) + (this.#five[n + 1]! - this.#five[n]!) / 5
    for (let i = 0; i < 5; i++)
      out[n * 5 + i] = start + step * i + normal(draw(this.#key, first + n * 5 + i)) * loudness
  }

  /** All octaves but the fastest at the n-th five-minute mark. */
  #node(n: number, edge: number, slope: number): number {
    return edge + slope * (n * 5) + this.#twenty[n >> 2]! + this.#twentySlope(n) * ((n & 3) * 5) + this.#five[n]!
  }

  #twentySlope(n: number): number {
    return (this.#twenty[(n >> 2) + 1]! - this.#twenty[n >> 2]!) / 20
  }

  #loudness(hour: number): number {
    return this.#sigma * this.#regime.at(hour) * volatilityByHour[((hour % 24) + 24) % 24]!
  }

  /** A node that stands on the hour's end belongs to the next hour and has that hour's loudness. */
  #fastNodes(octave: number, hour: number, nodes: Float64Array): void {
    const root = Math.sqrt(fastOctaves[octave]!)
    const loudness = this.#loudness(hour) * root
    const last = nodes.length - 1
    for (let n = 0; n < last; n++) nodes[n] = normal(draw(this.#key + octave, hour * last + n)) * loudness
    nodes[last] = normal(draw(this.#key + octave, hour * last + last)) * this.#loudness(hour + 1) * root
  }

  #edgeAt(hour: number): number {
    if (hour !== this.#edgeHour) {
      this.#edge = this.#slowSum(hour)
      this.#edgeHour = hour
    }
    return this.#edge
  }

  #slowSum(hour: number): number {
    let sum = 0
    for (let k = 0; k < slowOctaves.length; k++) {
      const span = slowOctaves[k]!
      const cell = Math.floor(hour / span)
      if (cell !== this.#cells[k]) this.#enter(k, cell)
      const left = this.#left[k]!
      const within = hour - cell * span
      sum += within === 0 ? left : left + (this.#rightOf(k, cell) - left) * (within / span)
    }
    return sum
  }

  #enter(octave: number, cell: number): void {
    const followed = cell - 1 === this.#cells[octave] && !Number.isNaN(this.#right[octave])
    this.#left[octave] = followed ? this.#right[octave]! : this.#slowNode(octave, cell)
    this.#right[octave] = Number.NaN
    this.#cells[octave] = cell
  }

  /** A cell's far node, found when it is first needed: where only one hour of a day is asked for, most never are. */
  #rightOf(octave: number, cell: number): number {
    if (Number.isNaN(this.#right[octave])) this.#right[octave] = this.#slowNode(octave, cell + 1)
    return this.#right[octave]!
  }

  #slowNode(octave: number, index: number): number {
    const span = slowOctaves[octave]!
    const deviation = this.#sigma * Math.sqrt(span * 60) * this.#regime.at(index * span)
    return normal(draw(this.#key + 8 + octave, index)) * deviation
  }
}
