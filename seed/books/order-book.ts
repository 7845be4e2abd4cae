import { exp, expNearZero, powerOfTen } from '../../src/market/portable-math.ts'
import { hour as hourMs, minute as minuteMs, second } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/asset-catalogue.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { draw, keyOf, Stream } from '../hash.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { noise } from '../prices/noise.ts'
import type { Tape } from '../trading/tape.ts'
import { tradedRange } from '../trading/traded-range.ts'
import type { World } from '../world.ts'
import { timeless } from './recorded-books.ts'

/** What the levels of both sides hold, by their weights. */
interface Depths {
  bidNear: number
  bidFar: number
  askNear: number
  askFar: number
}

/** One recorded order book. Prices in the instrument's price units, depths in its amount units; see book-shape.ts. */
export interface BookSnapshot extends Depths {
  polled: number
  /** The exchange's own time, where it gives one. */
  timestamp: number | null
  bid: number
  ask: number
}

/** Of a median order, what one weight of a level holds: the best price has a few orders' worth. */
const nearShare = 0.4
const farShare = 0.25

/** The order book of one instrument, as it was recorded once in each minute. */
export class OrderBook {
  readonly #instrument: Instrument
  readonly #key: number
  readonly #fair: FairPrice
  readonly #regime: World['prices']['regime']
  readonly #ticksPerUnit: number
  readonly #medianLots: number
  readonly #timeless: boolean

  constructor({ seed, prices }: World, instrument: Instrument) {
    this.#instrument = instrument
    this.#key = keyOf(seed, 'book', instrument.exchange, instrument.class, instrument.code)
    this.#fair = new FairPrice(seed, prices, instrument)
    this.#regime = prices.regime
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick
    const lotsPerCoin = powerOfTen(instrument.amountDecimals) / instrument.lot
    this.#medianLots = (instrument.orderSize / assetOf(instrument.base).level) * lotsPerCoin
    this.#timeless = timeless.has(instrument.exchange)
  }

  /** The books of an hour counted from 1970, in order of time. @param tape the hour's trades. */
  of(hour: number, tape: Tape): BookSnapshot[] {
    const books: BookSnapshot[] = []
    let next = 0
    for (let minute = 0; minute < 60; minute++) {
      const start = hour * hourMs + minute * minuteMs
      while (next < tape.length && tape.times[next]! < start) next++
      const book = this.#at(hour, minute, tape, next)
      if (book) books.push(book)
    }
    return books
  }

  /** No book has two sides while the price is the lowest there is. */
  #at(hour: number, minute: number, tape: Tape, next: number): BookSnapshot | null {
    const stream = new Stream(draw(this.#key, hour * 60 + minute))
    const start = hour * hourMs + minute * minuteMs
    const polled = start + 3 * second + Math.floor(stream.unit() * 54 * second)
    const middle = this.#middle(hour, polled, tape, next, start + minuteMs)
    if (middle < 3) return null
    const spread = this.#spread(middle, stream)
    const { tick } = this.#instrument
    const bid = ((middle - spread) / 2) * tick
    const lag = 15 + Math.floor(stream.unit() * 250)
    return {
      polled,
      timestamp: this.#timeless ? null : polled - lag,
      bid,
      ask: bid + spread * tick,
      ...this.#depths(hour, minute, stream),
    }
  }

  /** In half ticks: what the instrument is worth, brought within what was paid in the minute. */
  #middle(hour: number, polled: number, tape: Tape, next: number, end: number): number {
    const fair = Math.round(2 * this.#fair.at(hour, polled - hour * hourMs) * this.#ticksPerUnit)
    const traded = next < tape.length && tape.times[next]! < end ? tradedRange(tape, next, polled, end) : null
    if (!traded) return fair
    const { tick } = this.#instrument
    return Math.min(Math.max(fair, (2 * traded.low) / tick), (2 * traded.high) / tick)
  }

  /** In ticks, even where the middle is a whole tick and odd where it is between two, so that both sides are whole. */
  #spread(middle: number, stream: Stream): number {
    const wanted = Math.round(middle * this.#instrument.halfSpread * (0.4 + 0.5 * stream.unit()))
    const most = middle - 2
    const spread = Math.min(wanted, most)
    const right = spread - ((spread + middle) & 1)
    return right > 0 ? right : 2 - (middle & 1)
  }

  /** Makers step back when prices move fast; what waits further out changes over hours. */
  #depths(hour: number, minute: number, stream: Stream): Depths {
    const time = hour * 60 + minute
    const calm = 1 / (0.5 + 0.5 * this.#regime.at(hour))
    const lean = 0.35 * noise(this.#key + 1, 20, time)
    const near = this.#medianLots * nearShare * calm * exp(0.4 * noise(this.#key + 2, 45, time))
    const far = this.#medianLots * farShare * exp(0.3 * noise(this.#key + 3, 700, time))
    return {
      bidNear: this.#near(near, lean, stream),
      bidFar: this.#far(far, lean, stream),
      askNear: this.#near(near, -lean, stream),
      askFar: this.#far(far, -lean, stream),
    }
  }

  #near(usual: number, lean: number, stream: Stream): number {
    return this.#lots(usual * expNearZero(lean) * (0.5 + stream.unit()))
  }

  #far(usual: number, lean: number, stream: Stream): number {
    return this.#lots(usual * expNearZero(0.3 * lean) * (0.9 + 0.2 * stream.unit()))
  }

  #lots(lots: number): number {
    return Math.max(1, Math.round(lots)) * this.#instrument.lot
  }
}
