import type { Book, Side } from './book.ts'
import { blockHours, factorUnit, headerBytes, minutes } from './book-block.ts'
import { type BookShape, Ladders, ladderCount } from './book-shape.ts'
import { draw } from './hash.ts'
import { Ladder } from './ladder.ts'
import { exp, log } from './portable-math.ts'
import { hour as hourMs, minute as minuteMs } from './time.ts'
import { unzigzag, VarintReader } from './varint.ts'

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

/** A side of an hour's books: the values of the n-th book at place n. */
export class HourSide {
  readonly best = new Float64Array(minutes)
  readonly near = new Float64Array(minutes)
  readonly far = new Float64Array(minutes)
  /** Ids in the instrument's `Ladders`. */
  readonly ladder = new Uint8Array(minutes)
}

export class BookHour {
  length = 0
  start = 0
  readonly ladders: Ladders
  readonly #shape: BookShape
  readonly #reader = new VarintReader()
  /** The four factors of the market's condition at the start of the hour, and their changes over the hour. */
  readonly #edges = new Float64Array(8)
  readonly #minutes = new Int32Array(minutes)
  readonly #middles = new Float64Array(minutes)
  readonly #sides = { bids: new HourSide(), asks: new HourSide() }
  #isDerived = false
  readonly #book: Book

  constructor(shape: BookShape, ladders = new Ladders(shape)) {
    this.#shape = shape
    this.ladders = ladders
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
    this.#isDerived = false
    return end
  }

  #readMiddles(bytes: Uint8Array, at: number): number {
    const reader = this.#reader
    reader.bytes = bytes
    reader.at = at
    const [places, middles] = [this.#minutes, this.#middles]
    let length = 0
    let middle = 0
    for (let n = 0; n < minutes; n++) {
      const number = reader.next()
      if (number === 0) continue
      middle += unzigzag(number - 1)
      places[length] = n
      middles[length++] = middle
    }
    this.length = length
    return reader.at
  }

  get tick(): number {
    return this.#shape.tick
  }

  polled(n: number): number {
    const minute = this.start / minuteMs + this.#minutes[n]!
    return minute * minuteMs + pollOffset(timingBits(this.#shape.key, minute))
  }

  /** The n-th book of the hour. The object is reused, so copy what you keep. */
  book(n: number): Book {
    const book = this.#book
    const { key, timed } = this.#shape
    const minute = this.start / minuteMs + this.#minutes[n]!
    const bits = timingBits(key, minute)
    book.polled = minute * minuteMs + pollOffset(bits)
    book.timestamp = timed ? book.polled - lag(bits) : null
    this.#fill(book.bids, this.sides.bids, n)
    this.#fill(book.asks, this.sides.asks, n)
    return book
  }

  #fill(side: Side, { best, near, far, ladder }: HourSide, n: number): void {
    side.best = best[n]!
    side.near = near[n]!
    side.far = far[n]!
    side.ladder = this.ladders.at(ladder[n]!)
  }

  /** The arrays are reused. */
  get sides(): { bids: HourSide; asks: HourSide } {
    if (!this.#isDerived) this.#derive()
    return this.#sides
  }

  /**
   * All books in one loop, which takes half the time of one by one. The spread is an even number of ticks if the mid
   * price is a whole tick, and odd if it is between two. Quotes near the price vary by the minute, orders further out
   * by the hour.
   */
  #derive(): void {
    const { key, tight, spread: usualSpread, near, far, lot } = this.#shape
    const { bids, asks } = this.#sides
    const [edges, places, middles] = [this.#edges, this.#minutes, this.#middles]
    const first = this.start / minuteMs
    for (let n = 0; n < this.length; n++) {
      const minute = first + places[n]!
      const share = places[n]! / minutes
      const choice = draw(key + 1, minute)
      bids.ladder[n] = (choice >>> 8) & (ladderCount - 1)
      asks.ladder[n] = (choice >>> 16) & (ladderCount - 1)

      const middle = middles[n]!
      // The operator % is a call for numbers that V8 keeps as doubles.
      const odd = middle - 2 * Math.floor(middle / 2)
      const usual = usualSpread * (middle / 2) * between(edges, 3, share) * spreadFactors[choice & 255]!
      const least = 2 - odd
      const further = (usual - least) / 2
      const isLeast = isTight(timingBits(key, minute), tight) || further < 0.5
      const spread = Math.min(isLeast ? least : least + 2 * Math.floor(further + 0.5), middle - 2)
      bids.best[n] = (middle - spread) / 2
      asks.best[n] = (middle + spread) / 2

      const lean = between(edges, 2, share)
      const nearUsual = near * between(edges, 0, share)
      const nearLuck = draw(key + 2, minute)
      bids.near[n] = scale(nearUsual * lean * (0.5 + (nearLuck & 65_535) / 65_536), lot)
      asks.near[n] = scale(nearUsual * (2 - lean) * (0.5 + (nearLuck >>> 16) / 65_536), lot)
      const farLean = 0.7 + 0.3 * lean
      const farUsual = far * between(edges, 1, share)
      const farLuck = draw(key + 3, minute)
      bids.far[n] = scale(farUsual * farLean * (0.9 + (farLuck & 65_535) / 327_680), lot)
      asks.far[n] = scale(farUsual * (2 - farLean) * (0.9 + (farLuck >>> 16) / 327_680), lot)
    }
    this.#isDerived = true
  }
}

function between(edges: Float64Array, factor: number, share: number): number {
  return edges[factor]! + edges[factor + 4]! * share
}

function scale(lots: number, lot: number): number {
  return lots < 1 ? lot : Math.floor(lots + 0.5) * lot
}

const nothing = new Float64Array(1)
const noLevels = new Ladder({ id: 0, offsets: nothing, nearSums: nothing, farSums: nothing })

function emptySide(worse: 1 | -1): Side {
  return { best: Number.NaN, ladder: noLevels, near: 1, far: 0, worse }
}
