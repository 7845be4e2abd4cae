import { byteSum, normalOf, Stream } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp } from './portable-math.ts'

/** A row of order_book_shape: the parameters of an instrument's generated order books. */
export interface BookShape {
  /** Key of the instrument's random numbers: 32 bits, signed. */
  key: number
  /** Steps of prices and amounts, in units of their last decimal places. */
  tick: number
  lot: number
  levels: number
  /** Distance of the last level from the best price, as a fraction of it. */
  reach: number
  /** Least distance of the second level, as a fraction. */
  step: number
  /** Usual spread as a fraction of the mid price, and how often the spread is one tick. */
  spread: number
  tight: number
  /** Usual scale in lots, and sum of the weights. */
  near: number
  nearWeight: number
  /** Distance that covers half of the near depth, as a fraction. */
  nearWithin: number
  /** Usual scale in lots, and sum of the weights within 1 % of the price. */
  far: number
  farWeight: number
  /** Standard deviation of the logarithms of the levels' sizes. */
  unevenness: number
  /** Whether books have the exchange's timestamp: 1 or 0. */
  timed: number
}

/** Columns of order_book_shape after the instrument, in the order of its rows. */
export const shapeColumns: readonly string[] = [
  'key',
  'lot',
  'levels',
  'reach',
  'step',
  'spread',
  'tight',
  'near',
  'near_weight',
  'near_within',
  'far',
  'far_weight',
  'unevenness',
  'timed',
]

export function shapeRow({
  key,
  lot,
  levels,
  reach,
  step,
  spread,
  tight,
  unevenness,
  timed,
  ...scales
}: BookShape): number[] {
  const { near, nearWeight, nearWithin, far, farWeight } = scales
  return [key, lot, levels, reach, step, spread, tight, near, nearWeight, nearWithin, far, farWeight, unevenness, timed]
}

export function shapeOf(row: readonly number[], tick: number): BookShape {
  const [key, lot, levels, reach, step, spread, tight, near, nearWeight, nearWithin, far, farWeight, ...rest] = row
  const [unevenness, timed] = rest
  const scales = { near, nearWeight, nearWithin, far, farWeight }
  return { key, tick, lot, levels, reach, step, spread, tight, ...scales, unevenness, timed } as BookShape
}

/** Per instrument; a power of two. */
export const ladderCount = 64

const mostByteSum = 1020

const farWithin = 0.03
const wall = { share: 0.025, factor: 5 }
const bestShare = 0.03

/** The ladders of an instrument, created on first use: 64 ladders of 130 levels take 130 kB. */
export class Ladders {
  readonly #shape: BookShape
  readonly #made: Ladder[] = []
  #sizes: Float64Array | null = null

  constructor(shape: BookShape) {
    this.#shape = shape
  }

  at(id: number): Ladder {
    this.#sizes ??= sizesOf(this.#shape.unevenness)
    this.#made[id] ??= makeLadder(this.#shape, this.#sizes, id)
    return this.#made[id]
  }
}

/** @param sizes of levels, by the sum of four random bytes */
function makeLadder(shape: BookShape, sizes: Float64Array, id: number): Ladder {
  const stream = new Stream(shape.key ^ (0x51ed270b * (id + 1)))
  const count = Math.max(2, Math.round(shape.levels * (0.7 + 0.6 * stream.unit())))
  const distances = drawDistances(shape, count, stream)
  const nearSums = new Uint32Array(distances.length + 1)
  const farSums = new Uint32Array(distances.length + 1)
  for (let i = 0; i < distances.length; i++) {
    const end = distances[i + 1] ?? shape.reach
    const near = nearWeight(shape, distances[i]!, end) * unevenly(sizes, stream)
    nearSums[i + 1] = nearSums[i]! + Math.floor(near + stream.unit())
    const far = farWeight(shape, distances[i]!, end) * unevenly(sizes, stream)
    farSums[i + 1] = farSums[i]! + Math.max(1, Math.floor(far + stream.unit()))
  }
  return new Ladder({ id, distances, nearSums, farSums })
}

function drawDistances({ step, reach }: BookShape, count: number, stream: Stream): Float64Array {
  const distances = new Float64Array(count)
  const rest = Math.max(0, reach - step * (count - 1))
  let at = 0
  let n = 1
  for (; n < count; n++) {
    const [before, after] = [(n - 1) / (count - 1), n / (count - 1)]
    const gap = step + rest * (after * after * after - before * before * before)
    at += gap * (0.2 + 1.6 * stream.unit())
    if (at > reach) break
    distances[n] = at
  }
  return distances.subarray(0, n)
}

/** Market makers quote around the price: half within `nearWithin`, less and less beyond. */
function nearWeight({ nearWeight, nearWithin }: BookShape, from: number, to: number): number {
  return nearWeight * (to / (to + nearWithin) - from / (from + nearWithin) + (from === 0 ? bestShare : 0))
}

function farWeight({ farWeight }: BookShape, from: number, to: number): number {
  return farWeight * ((100 * (to - from)) / (1 + from / farWithin))
}

/** One for each value of a nearly normal deviate, which has 1,021. */
function sizesOf(deviation: number): Float64Array {
  const half = (deviation * deviation) / 2
  return Float64Array.from({ length: mostByteSum + 1 }, (_, sum) => exp(deviation * normalOf(sum) - half))
}

function unevenly(sizes: Float64Array, stream: Stream): number {
  const size = sizes[byteSum(stream.bits())]!
  return stream.unit() < wall.share ? size * wall.factor : size
}
