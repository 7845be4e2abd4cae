import type { Book, Side } from './book.ts'
import { type BookShape, Ladders, ladderCount } from './book-shape.ts'
import { draw } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp, log } from './portable-math.ts'
import { minute as minuteMs } from './time.ts'
import { VarintReader, writeVarint, zigzag } from './varint.ts'

/**
 * The modelled books of one instrument in one hour are a row of order_book_hour: the market's condition at the hour's start
 * and end, and a mid price a minute. All else follows from the instrument's shape and the minute:
 *
 *   bytes 0–15   `near`, `far`, `lean` and `spread` at the start, then at the end: 16 bits each, the lower byte first,
 *                in 4096ths of what is usual; in between they change evenly
 *   then, for each of 60 minutes, a varint: 0 where there is no book, otherwise 1 more than the zigzag of the difference of
 *                twice the mid price, in ticks, from the book before; see varint.ts
 */
const headerBytes = 16
const minutes = 60
const one = 4096

/** Factors of what is usual; `lean` is above 1 where bids are deeper than asks. */
export interface Condition {
  near: number
  far: number
  lean: number
  spread: number
}

/** Where hours are packed before their length is known. */
const packed = Buffer.alloc(headerBytes + 8 * minutes)

/** @param middles of the 60 minutes twice the mid price in ticks, 3 at least; 0 where there is no book. */
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
  // From the pool of buffers, which takes a third of what an array of its own takes.
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

/** The random bits of a minute counted from 1970, that decide when its book is polled and whether its spread is one tick. */
export function timingBits(key: number, minute: number): number {
  return draw(key, minute)
}

/** When the book is polled: 3 to 57 seconds after the minute's start, in milliseconds. */
export function pollOffset(bits: number): number {
  return 3_000 + (((bits >>> 16) * 54_000) >>> 16)
}

/** Whether the spread is one tick, which takes a mid price between two ticks. @param tight how often it is. */
export function isTight(bits: number, tight: number): boolean {
  return ((bits >>> 8) & 255) < tight * 256
}

/** How long before the poll the exchange made the book, in milliseconds. */
function lag(bits: number): number {
  return shortestLag + (bits & 255)
}

const shortestLag = 15

/** Logarithms of spreads are spread like this: 256 quantiles of a logistic distribution. */
const spreadFactors = Float64Array.from({ length: 256 }, (_, n) => exp(0.45 * log((n + 0.5) / (255.5 - n))))

/** Reads the books of hours of one instrument; one object serves for many hours, one after the other. */
export class BookHour {
  /** How many books the hour has. */
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

  /** @param start of the hour, in milliseconds since 1970 UTC. @throws RangeError where the bytes are no hour of books. */
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

  /** When the n-th book of the hour was polled. */
  polled(n: number): number {
    const minute = this.#first + this.#minutes[n]!
    return minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
  }

  /** The n-th book of the hour. The object is the same for every n: take from it what you need. */
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

  /** The spread is even in ticks where the mid price is a whole tick, and odd where it is between two. */
  #setPrices(middle: number, isTight: boolean, share: number, luck: number): void {
    const odd = middle % 2
    const usual = this.#shape.spread * (middle / 2) * this.#between(3, share) * spreadFactors[luck]!
    const least = 2 - odd
    const wanted = isTight ? least : least + 2 * Math.max(0, Math.round((usual - least) / 2))
    const spread = Math.min(wanted, middle - 2)
    this.#book.bids.best = (middle - spread) / 2
    this.#book.asks.best = (middle + spread) / 2
  }

  /** Quotes near the price come and go within minutes; what waits further out changes over hours. */
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
