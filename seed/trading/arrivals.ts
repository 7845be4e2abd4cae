import { hour as hourMs, minute as minuteMs } from '../../src/market/time.ts'
import { draw, keyOf, normal, type Stream } from '../hash.ts'
import { poisson } from '../poisson.ts'
import type { Prices } from '../prices/prices.ts'

/** Below this many orders an hour has no shape to see. */
const shapeless = 8
/** Orders come in groups of this size on average: a trader works an order, others react. */
const groupSize = 2.5
const followers = 1 - 1 / groupSize
/** Most follow within seconds, some take a minute. */
const followWithin = 60_000

/** Most hours have so few orders that to call the library takes longer than to sort them. */
const few = 24

function sortFew(values: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i]!
    let place = i
    for (; place > 0 && values[place - 1]! > value; place--) values[place] = values[place - 1]!
    values[place] = value
  }
}

/** How many orders an hour has. Groups make thin markets trade in few hours, and those more than once. */
export function orderCount(mean: number, stream: Stream): number {
  const groups = poisson(mean / groupSize, stream)
  return groups === 0 ? 0 : groups + poisson(groups * (groupSize - 1), stream)
}

/** When the orders of an hour come: more while the price moves, in bursts that all exchanges share, and close together. */
export class Arrivals {
  readonly #key: number
  readonly #base: string
  readonly #prices: Prices
  readonly #cumulated = new Float64Array(60)
  #offsets = new Int32Array(64)

  constructor(seed: string, prices: Prices, base: string) {
    this.#key = keyOf(seed, 'bursts', base)
    this.#base = base
    this.#prices = prices
  }

  /**
   * Milliseconds after the hour's start, ascending. The array is used again by the next call, and has more places than
   * there are orders.
   */
  of(hour: number, count: number, stream: Stream): Int32Array {
    if (count > this.#offsets.length) this.#offsets = new Int32Array(count * 2)
    if (count >= shapeless) this.#shape(hour)
    let last = 0
    for (let i = 0; i < count; i++) {
      last = this.#next(last, i > 0, count, stream)
      this.#offsets[i] = last
    }
    if (count > few) this.#offsets.subarray(0, count).sort()
    else sortFew(this.#offsets, count)
    return this.#offsets
  }

  #next(last: number, follows: boolean, count: number, stream: Stream): number {
    if (follows && stream.unit() < followers) {
      const gap = stream.unit()
      return Math.min(hourMs - 1, last + Math.floor(gap * gap * gap * followWithin))
    }
    if (count < shapeless) return Math.floor(stream.unit() * hourMs)
    return this.#minute(stream.unit()) * minuteMs + Math.floor(stream.unit() * minuteMs)
  }

  #shape(hour: number): void {
    const marks = this.#prices.hour(this.#base, hour)
    let moves = 1e-12
    for (let i = 0; i < 60; i++) moves += Math.abs(marks[i + 1]! - marks[i]!)
    let sum = 0
    for (let i = 0; i < 60; i++) {
      const burst = normal(draw(this.#key, hour * 60 + i))
      const move = (60 * Math.abs(marks[i + 1]! - marks[i]!)) / moves
      sum += (0.3 + move) * (0.25 + burst * burst)
      this.#cumulated[i] = sum
    }
  }

  #minute(share: number): number {
    const wanted = share * this.#cumulated[59]!
    let low = 0
    for (let high = 59; low < high; ) {
      const middle = (low + high) >> 1
      if (this.#cumulated[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
