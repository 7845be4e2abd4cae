import type { Book, Side } from './book.ts'
import { type BookShape, Ladders, ladderCount } from './book-shape.ts'
import { draw } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp, log } from './portable-math.ts'
import { minute as minuteMs } from './time.ts'
import { VarintReader, writeVarint, zigzag } from './varint.ts'

/**
 * The generated books of one instrument and hour are a row of order_book_hour: the market condition at the hour's start
 * and end, and one mid price per minute. Everything else derives from the instrument's shape and the minute:
 *
 *   bytes 0–15   `near`, `far`, `lean` and `spread` at the start, then at the end: 16 bits each, little-endian, in 4096ths
 *                of the usual value; linear in between
 *   then, for each of 60 minutes, a varint: 0 for a missing book, otherwise 1 plus the zigzag of the change of twice the
 *                mid price since the previous book, in ticks; see varint.ts
 */
const headerBytes = 16
const minutes = 60
const one = 4096

/** Factors relative to usual conditions; `lean` is above 1 if bids are deeper than asks. */
export interface Condition {
  near: number
  far: number
  lean: number
  spread: number
}

/** Buffer for an hour whose length is not yet known. */
const packed = Buffer.alloc(headerBytes + 8 * minutes)

/** @param middles twice the mid price of the 60 minutes in ticks, at least 3; 0 for a missing book. */
export function packBookHour(start: Condition, end: Condition, middles: Float64Array): Uint8Array {
  let at = packCondition(end, packCondition(start, 0))
  let before = 0
  for (let n = 0; n < minutes; n++) {
    const middle = middles[n]!
    if (middle === 0) packed[at++] = 0
    else {
      at = writeVarint(packed, at, zigzag(middle - before) + 1)
      before = middle
    }
  }
  // A buffer from the pool takes a third of the time of a separate array.
  const bytes = Buffer.allocUnsafe(at)
  packed.copy(bytes, 0, 0, at)
  return bytes
}

function packCondition({ near, far, lean, spread }: Condition, at: number): number {
  packFactor(near, at)
  packFactor(far, at + 2)
  packFactor(lean, at + 4)
  packFactor(spread, at + 6)
  return at + headerBytes / 2
}

function packFactor(factor: number, at: number): void {
  const word = Math.min(65_535, Math.max(0, Math.round(factor * one)))
  packed[at] = word
  packed[at + 1] = word >>> 8
}

/** Random bits of a minute counted from 1970. They determine the poll time and whether the spread is one tick. */
export function timingBits(key: number, minute: number): number {
  return draw(key, minute)
}

/** Poll time: 3 to 57 seconds after the minute's start, in milliseconds. */
export function pollOffset(bits: number): number {
  return 3_000 + (((bits >>> 16) * 54_000) >>> 16)
}

/** Whether the spread is one tick, which needs a mid price between two ticks. @param tight probability. */
export function isTight(bits: number, tight: number): boolean {
  return ((bits >>> 8) & 255) < tight * 256
}

/** Age of the book at the poll, in milliseconds. */
function lag(bits: number): number {
  return shortestLag + (bits & 255)
}

const shortestLag = 15

/** Spread factors: 256 quantiles of a log-logistic distribution. */
const spreadFactors = Float64Array.from({ length: 256 }, (_, n) => exp(0.45 * log((n + 0.5) / (255.5 - n))))

/** Reads the packed books of one instrument's hours; reusable for successive hours. */
export class BookHour {
  /** Number of books in the hour. */
  length = 0
  readonly #shape: BookShape
  readonly #ladders: Ladders
  readonly #reader = new VarintReader()
  readonly #edges = new Float64Array(8)
  readonly #minutes = new Int32Array(minutes)
  readonly #middles = new Float64Array(minutes)
  readonly #book: Book
  #first = 0

  constructor(shape: BookShape, ladders = new Ladders(shape)) {
    this.#shape = shape
    this.#ladders = ladders
    this.#book = { polled: 0, timestamp: null, tick: shape.tick, bids: emptySide(-1), asks: emptySide(1) }
  }

  /**
   * @param start of the hour, in milliseconds since 1970 UTC. @throws RangeError if the bytes are not an hour of books.
   */
  open(start: number, bytes: Uint8Array): void {
    if (bytes.length < headerBytes + minutes) throw new RangeError(`an hour of books has ${bytes.length} bytes`)
    this.#first = start / minuteMs
    for (let n = 0; n < 8; n++) this.#edges[n] = (bytes[2 * n]! + 256 * bytes[2 * n + 1]!) / one
    this.length = 0
    const reader = this.#reader
    reader.bytes = bytes
    reader.at = headerBytes
    let middle = 0
    for (let n = 0; n < minutes; n++) {
      const number = reader.next()
      if (number === 0) continue
      middle += number % 2 === 1 ? (number - 1) / 2 : -number / 2
      this.#minutes[this.length] = n
      this.#middles[this.length++] = middle
    }
    if (reader.at !== bytes.length)
      throw new RangeError(`an hour of books has ${bytes.length} bytes, and ends after ${reader.at}`)
  }

  /** Poll time of the n-th book of the hour. */
  polled(n: number): number {
    const minute = this.#first + this.#minutes[n]!
    return minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
  }

  /** The n-th book of the hour. The object is reused, so copy what you keep. */
  book(n: number): Book {
    const book = this.#book
    const { key, timed, tight } = this.#shape
    const minute = this.#first + this.#minutes[n]!
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
    const odd = middle % 2
    const usual = this.#shape.spread * (middle / 2) * this.#between(3, share) * spreadFactors[luck]!
    const least = 2 - odd
    const wanted = isTight ? least : least + 2 * Math.max(0, Math.round((usual - least) / 2))
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
    const start = this.#edges[factor]!
    return start + (this.#edges[factor + 4]! - start) * share
  }
}

function scale(lots: number, lot: number): number {
  return Math.max(1, Math.round(lots)) * lot
}

const nothing = new Float64Array(1)

function emptySide(worse: 1 | -1): Side {
  const ladder = new Ladder({ id: 0, offsets: nothing, nearSums: nothing, farSums: nothing })
  return { best: Number.NaN, ladder, near: 1, far: 0, worse }
}
