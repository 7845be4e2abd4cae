import type { Book, Side } from './book.ts'
import { blockHours, factorUnit, headerBytes, minutes } from './book-block.ts'
import { type BookShape, Ladders, ladderCount } from './book-shape.ts'
import { draw } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp, log } from './portable-math.ts'
import { hour as hourMs, minute as minuteMs } from './time.ts'
import { VarintReader } from './varint.ts'

export function timingBits(key: number, minute: number): number {
  return draw(key, minute)
}

/** 3 to 57 seconds after the minute's start. */
export function pollOffset(bits: number): number {
  return 3_000 + (((bits >>> 16) * 54_000) >>> 16)
}

/** Needs a mid price between two ticks. @param tight probability. */
export function isTight(bits: number, tight: number): boolean {
  return ((bits >>> 8) & 255) < tight * 256
}

function lag(bits: number): number {
  return shortestLag + (bits & 255)
}

const shortestLag = 15

/** Spread factors: 256 quantiles of a log-logistic distribution. */
const spreadFactors = Float64Array.from({ length: 256 }, (_, n) => exp(0.45 * log((n + 0.5) / (255.5 - n))))

export class BookHour {
  length = 0
  start = 0
  readonly #shape: BookShape
  readonly #ladders: Ladders
  readonly #reader = new VarintReader()
  /** The four factors of the market's condition at the start of the hour, and their changes over the hour. */
  readonly #edges = new Float64Array(8)
  readonly #minutes = new Int32Array(minutes)
  readonly #middles = new Float64Array(minutes)
  readonly #book: Book

  constructor(shape: BookShape, ladders = new Ladders(shape)) {
    this.#shape = shape
    this.#ladders = ladders
    this.#book = { polled: 0, timestamp: null, tick: shape.tick, bids: emptySide(-1), asks: emptySide(1) }
  }

  /** @returns the offset of the hour's end. @throws RangeError if the bytes are not an hour of books. */
  open(row: number, bytes: Uint8Array, at = 0): number {
    if (bytes.length < at + headerBytes + minutes || bytes[at]! >= blockHours)
      throw new RangeError(`no hour of books begins at byte ${at} of ${bytes.length}`)
    this.start = row + bytes[at]! * hourMs
    for (let n = 0; n < 8; n++) this.#edges[n] = (bytes[at + 1 + n]! * bytes[at + 1 + n]!) / (factorUnit * factorUnit)
    for (let n = 0; n < 4; n++) this.#edges[n + 4]! -= this.#edges[n]!
    const end = this.#readMiddles(bytes, at + headerBytes)
    if (end > bytes.length) throw new RangeError(`an hour of books ends after ${end} bytes of ${bytes.length}`)
    return end
  }

  #readMiddles(bytes: Uint8Array, at: number): number {
    const reader = this.#reader
    reader.bytes = bytes
    reader.at = at
    this.length = 0
    let middle = 0
    for (let n = 0; n < minutes; n++) {
      const number = reader.next()
      if (number === 0) continue
      middle += number % 2 === 1 ? (number - 1) / 2 : -number / 2
      this.#minutes[this.length] = n
      this.#middles[this.length++] = middle
    }
    return reader.at
  }

  polled(n: number): number {
    const minute = this.start / minuteMs + this.#minutes[n]!
    return minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
  }

  /** The n-th book of the hour. The object is reused, so copy what you keep. */
  book(n: number): Book {
    const book = this.#book
    const { key, timed, tight } = this.#shape
    const minute = this.start / minuteMs + this.#minutes[n]!
    const share = this.#minutes[n]! / minutes
    const bits = timingBits(key, minute)
    book.polled = minute * minuteMs + pollOffset(bits)
    book.timestamp = timed ? book.polled - lag(bits) : null
    const choice = draw(key + 1, minute)
    this.#setPrices(this.#middles[n]!, isTight(bits, tight), share, choice & 255)
    book.bids.ladder = this.#ladders.at((choice >>> 8) & (ladderCount - 1))
    book.asks.ladder = this.#ladders.at((choice >>> 16) & (ladderCount - 1))
    this.#setScales(minute, share)
    return book
  }

  /** The spread is an even number of ticks if the mid price is a whole tick, and odd if it is between two. */
  #setPrices(middle: number, isTight: boolean, share: number, luck: number): void {
    // The operator % is a call for numbers that V8 keeps as doubles.
    const odd = middle - 2 * Math.floor(middle / 2)
    const usual = this.#shape.spread * (middle / 2) * this.#between(3, share) * spreadFactors[luck]!
    const least = 2 - odd
    const further = (usual - least) / 2
    const wanted = isTight || further < 0.5 ? least : least + 2 * Math.floor(further + 0.5)
    const spread = Math.min(wanted, middle - 2)
    this.#book.bids.best = (middle - spread) / 2
    this.#book.asks.best = (middle + spread) / 2
  }

  /** Quotes near the price vary by the minute, orders further out by the hour. */
  #setScales(minute: number, share: number): void {
    const { key, near, far, lot } = this.#shape
    const { bids, asks } = this.#book
    const lean = this.#between(2, share)
    const nearUsual = near * this.#between(0, share)
    const farUsual = far * this.#between(1, share)
    const nearLuck = draw(key + 2, minute)
    const farLuck = draw(key + 3, minute)
    bids.near = scale(nearUsual * lean * (0.5 + (nearLuck & 65_535) / 65_536), lot)
    asks.near = scale(nearUsual * (2 - lean) * (0.5 + (nearLuck >>> 16) / 65_536), lot)
    const farLean = 0.7 + 0.3 * lean
    bids.far = scale(farUsual * farLean * (0.9 + (farLuck & 65_535) / 327_680), lot)
    asks.far = scale(farUsual * (2 - farLean) * (0.9 + (farLuck >>> 16) / 327_680), lot)
  }

  #between(factor: number, share: number): number {
    return this.#edges[factor]! + this.#edges[factor + 4]! * share
  }
}

function scale(lots: number, lot: number): number {
  return lots < 1 ? lot : Math.floor(lots + 0.5) * lot
}

const nothing = new Float64Array(1)
const noLevels = new Ladder({ id: 0, offsets: nothing, nearSums: nothing, farSums: nothing })

function emptySide(worse: 1 | -1): Side {
  return { best: Number.NaN, ladder: noLevels, near: 1, far: 0, worse }
}
