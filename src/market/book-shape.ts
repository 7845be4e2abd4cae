import { Stream } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp } from './portable-math.ts'

/**
 * What the modelled order books of one instrument have in common: a row of the table order_book_shape. Sides are drawn at
 * random from a few ladders that follow from these numbers; see `Ladders`.
 */
export interface BookShape {
  /** Of the instrument's random numbers: 32 bits, signed. */
  key: number
  /** The steps of its prices and amounts, in units of their last decimal places. */
  tick: number
  lot: number
  /** Price levels a side, about. */
  levels: number
  /** How far they reach, as a fraction of the best price. */
  reach: number
  /** How far the second level is from the best price at least, as a fraction. */
  step: number
  /** The usual difference of the best prices, as a fraction of the mid price, and how often it is one tick. */
  spread: number
  tight: number
  /** Usual scale of what is quoted near the price, in lots, and the sum of its weights. */
  near: number
  nearWeight: number
  /** Within which fraction of the best price half of that is. */
  nearWithin: number
  /** The same of what waits further out; its weights within 1 % of the price. */
  far: number
  farWeight: number
  /** Standard deviation of the logarithms of the levels' sizes. */
  unevenness: number
  /** Whether the exchange gives a time with its books: 1 or 0. */
  timed: number
}

/** An instrument's ladders: a power of two. */
export const ladderCount = 64

/** From this distance on the density of waiting orders falls. */
const farWithin = 0.03
/** A large order among small ones: how often, and how large. */
const wall = { share: 0.025, factor: 5 }
/** Of the near weights, what the best price has beside its share in the density. */
const bestShare = 0.03

/** The ladders of an instrument, each made when it is first needed: 64 of 130 levels take 130 kB. */
export class Ladders {
  readonly #shape: BookShape
  readonly #made: Ladder[] = []

  constructor(shape: BookShape) {
    this.#shape = shape
  }

  /** @param id from 0 to `ladderCount` − 1. */
  at(id: number): Ladder {
    this.#made[id] ??= makeLadder(this.#shape, id)
    return this.#made[id]
  }
}

function makeLadder(shape: BookShape, id: number): Ladder {
  const stream = new Stream(shape.key ^ (0x51ed270b * (id + 1)))
  const count = Math.max(2, Math.round(shape.levels * (0.7 + 0.6 * stream.unit())))
  const distances = drawDistances(shape, count, stream)
  const nearSums = new Uint32Array(distances.length + 1)
  const farSums = new Uint32Array(distances.length + 1)
  for (let i = 0; i < distances.length; i++) {
    const end = distances[i + 1] ?? shape.reach
    nearSums[i + 1] = nearSums[i]! + nearWeight(shape, distances[i]!, end, stream)
    farSums[i + 1] = farSums[i]! + farWeight(shape, distances[i]!, end, stream)
  }
  return new Ladder({ id, distances, nearSums, farSums })
}

/** Dense at the top and coarser further out, with gaps of random width. */
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

/** Market makers quote around the price: half of it within `nearWithin`, and ever less beyond. */
function nearWeight(
  { nearWeight, nearWithin, unevenness }: BookShape,
  from: number,
  to: number,
  stream: Stream,
): number {
  const share = to / (to + nearWithin) - from / (from + nearWithin) + (from === 0 ? bestShare : 0)
  return Math.floor(nearWeight * share * unevenly(unevenness, stream) + stream.unit())
}

/** No level is empty. */
function farWeight({ farWeight, unevenness }: BookShape, from: number, to: number, stream: Stream): number {
  const share = (100 * (to - from)) / (1 + from / farWithin)
  return Math.max(1, Math.floor(farWeight * share * unevenly(unevenness, stream) + stream.unit()))
}

/** A factor of mean 1, about, for the size of a level. */
function unevenly(deviation: number, stream: Stream): number {
  const size = exp(deviation * stream.normal() - (deviation * deviation) / 2)
  return stream.unit() < wall.share ? size * wall.factor : size
}
