import { Noise } from '../../../src/market/numbers/noise.ts'
import { exp, log, powerOfTwo } from '../../../src/market/numbers/portable-math.ts'
import { hour as hourMs, minute as minuteMs, second } from '../../../src/market/time.ts'
import { draw, keyOf, mix, Stream } from '../../hashed-draws.ts'
import type { Crowd } from './crowd.ts'
import { OrderList } from './order-list.ts'

/** Orders that follow from an order, on average; those bring others in turn. */
const followers = 0.5
/** Shares of followers, and the mean delay of each. */
const delays = [
  { below: 0.5, mean: 1.2 * second },
  { below: 0.8, mean: 20 * second },
  { below: 1, mean: 400 * second },
] as const
/** A chain of followers ends this long after its first order, so an hour depends on the hour before only. */
const reach = hourMs
/** Followers lost by that. */
const lost = 1.04

/** Hours between the nodes of an instrument's own busyness, and its deviation. */
const spell = { hours: 5.9, deviation: 0.3 }
const variance = spell.deviation * spell.deviation + 0.35 * 0.35

/** Bursts of an instrument's own: how much stronger they are, and the greatest strength. */
const burst = { deviation: 0.5, most: 2.5 }
/** From this many first orders in an hour on, an instrument has bursts of its own. */
const many = 4
/** Quantiles of the exponential distribution of mean 1. */
const waits = Float64Array.from({ length: 1025 }, (_, n) => -log((1025 - n) / 1025))
/** 32 bits below each of these bring at most so many followers. */
const atMost = [0.60653066, 0.90979599, 0.98561232, 0.99824838, 1].map(share => share * powerOfTwo(32))

/**
 * Arrival times of an instrument's orders: clusters in which orders bring others, within seconds to minutes, around
 * first orders that come more often while the market is busy.
 */
export class Arrivals {
  readonly #key: number
  readonly #crowd: Crowd
  readonly #spell: Noise
  readonly #bursts: Noise
  readonly #usual: (hour: number) => number
  readonly #stream = new Stream(0)
  #now = new OrderList()
  #late = new OrderList()
  #next = Number.NaN

  /** @param bursts of the book that the orders meet @param usual mean number of orders in an hour, without bursts; 0 before the instrument is listed */
  constructor(seed: string, name: string, crowd: Crowd, bursts: Noise, usual: (hour: number) => number) {
    this.#key = keyOf(seed, 'arrivals', name)
    this.#crowd = crowd
    this.#spell = new Noise(this.#key + 1, spell.hours)
    this.#bursts = bursts
    this.#usual = usual
  }

  /** In order of time, with those that follow from the hour before. The list is reused. */
  of(hour: number): OrderList {
    if (hour !== this.#next) {
      this.#late.clear()
      this.#begin(hour - 1)
    }
    const late = this.#late
    this.#late = this.#now
    this.#now = late
    this.#late.clear()
    this.#begin(hour)
    this.#next = hour + 1
    this.#now.sort()
    return this.#now
  }

  #begin(hour: number): void {
    const usual = this.#usual(hour)
    if (usual === 0) return
    const stream = this.#stream
    stream.restart(draw(this.#key, hour))
    const busy = exp(this.#crowd.at(hour) + spell.deviation * this.#spell.at(hour) - variance / 2)
    const expected = usual * (1 - followers) * lost * busy
    const isBusy = expected >= many
    this.#crowd.minutes(hour, stream, isBusy ? burst.most * expected : expected, minute => {
      const offset = minute * minuteMs + Math.floor(stream.unit() * minuteMs)
      const tag = stream.bits() >>> 4
      if (!isBusy || this.#isInBurst(hour * hourMs + offset, stream)) this.#cluster(offset, tag, offset + reach)
    })
  }

  #isInBurst(time: number, stream: Stream): boolean {
    const { deviation, most } = burst
    return stream.unit() * most < 1 + deviation * this.#bursts.at(time)
  }

  #cluster(offset: number, tag: number, end: number): void {
    if (offset < hourMs) this.#now.add(offset, tag)
    else this.#late.add(offset - hourMs, tag)
    const share = mix(tag) >>> 0
    for (let n = 0, bits = tag; share >= atMost[n]!; n++) {
      bits = mix(bits + 0x2545f491)
      const later = offset + waitOf(bits)
      if (later < end) this.#cluster(later, mix(bits) >>> 4, end)
    }
  }
}

/** Delay of a follower by 32 random bits, in whole milliseconds. */
function waitOf(bits: number): number {
  const kind = (bits & 1023) / 1024
  const place = bits >>> 22
  const share = ((bits >>> 10) & 4095) / 4096
  const wait = waits[place]! + (waits[place + 1]! - waits[place]!) * share
  const mean = kind < delays[0].below ? delays[0].mean : kind < delays[1].below ? delays[1].mean : delays[2].mean
  return Math.floor(wait * mean)
}
