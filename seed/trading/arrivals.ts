import { hour as hourMs, minute as minuteMs } from '../../src/market/time.ts'
import { draw, keyOf, normal, type Stream } from '../hash.ts'
import { poisson } from '../poisson.ts'
import type { Prices } from '../prices/prices.ts'

/** Below this many orders, an hour has no visible intraday shape. */
const shapeless = 8
/** Mean size of a group of orders: a trader works an order, others react. */
const groupSize = 2.5
const followers = 1 - 1 / groupSize
/** Most follow-ups come within seconds, some after a minute. */
const followWithin = 60_000

/** Most hours have so few orders that the native sort is slower. */
const few = 24

function sortFew(values: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i]!
    let place = i
    for (; place > 0 && values[place - 1]! > value; place--) values[place] = values[place - 1]!
    values[place] = value
  }
}

/** Share of orders that arrive evenly at any time of day and in any market, so no hour of a popular pair is silent. */
const evenShare = 0.3
/** From this many orders per hour on, one arrives every minute. */
const everyMinute = 24

export interface OrderCount {
  even: number
  all: number
}

/** @param steady whether one order arrives every hour, if there is one in two hours on average */
export function evenOrders(usual: number, steady: boolean): number {
  if (usual >= everyMinute) return 60
  return Math.max(evenShare * usual, usual >= 1 ? 1 : steady ? Math.min(1, 2 * usual) : 0)
}

/** @param usual per hour in the long run @param evenly how many of these arrive evenly */
export function orderCount(usual: number, evenly: number, rhythm: number, stream: Stream): OrderCount {
  const even = Math.floor(evenly + stream.unit())
  const groups = poisson(Math.max(0, usual * rhythm - even) / groupSize, stream)
  return { even, all: even + (groups === 0 ? 0 : groups + poisson(groups * (groupSize - 1), stream)) }
}

/** Arrival times of an hour's orders: denser while prices move, in bursts common to all exchanges, and in groups. */
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
   * Milliseconds after the start of the hour, ascending. The array is reused and may be longer than the number of
   * orders.
   */
  of(hour: number, { even, all }: OrderCount, stream: Stream): Int32Array {
    if (all > this.#offsets.length) this.#offsets = new Int32Array(all * 2)
    if (all >= shapeless) this.#shape(hour)
    for (let i = 0; i < even; i++) this.#offsets[i] = Math.floor(((i + stream.unit()) / even) * hourMs)
    let last = 0
    for (let i = even; i < all; i++) {
      last = this.#next(last, i > even, all, stream)
      this.#offsets[i] = last
    }
    if (all > few) this.#offsets.subarray(0, all).sort()
    else sortFew(this.#offsets, all)
    return this.#offsets
  }

  #next(last: number, follows: boolean, count: number, stream: Stream): number {
    if (follows && stream.unit() < followers) {
      const gap = stream.unit()
      return Math.min(2 * hourMs - 1, last + Math.floor(gap * gap * gap * followWithin))
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
