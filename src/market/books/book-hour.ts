import { draw } from '../numbers/hash.ts'
import { unzigzag, VarintReader } from '../numbers/varint.ts'
import { hour as hourMs, minute as minuteMs } from '../time.ts'
import type { Book } from './book.ts'
import { blockHours, digitsOfHour, headerBytes, minutes, noCondition, placeOfHour } from './book-block.ts'
import type { LiveBook } from './live-book.ts'

export function timingBits(key: number, minute: number): number {
  return draw(key, minute)
}

/** 3 to 57 seconds after the minute's start. */
export function pollOffset(bits: number): number {
  return 3_000 + (((bits >>> 16) * 54_000) >>> 16)
}

const shortestLag = 15

/** The books of an hour of a row. */
export class BookHour {
  length = 0
  start = 0
  readonly #present: LiveBook
  #live!: LiveBook
  #book!: Book
  readonly #reader = new VarintReader()
  readonly #condition = noCondition()
  readonly #minutes = new Int32Array(minutes)
  readonly #middles = new Float64Array(minutes)

  constructor(live: LiveBook) {
    this.#present = live
    this.#show(live)
  }

  #show(live: LiveBook): void {
    this.#live = live
    this.#book = { polled: 0, timestamp: null, tick: live.shape.tick, bids: live.bids, asks: live.asks }
  }

  /** @returns the offset of the hour's end. @throws RangeError if the bytes are not an hour of books. */
  open(row: number, bytes: Uint8Array, at = 0): number {
    if (bytes.length < at + headerBytes + minutes || placeOfHour(bytes, at) >= blockHours)
      throw new RangeError(`no hour of books begins at byte ${at} of ${bytes.length}`)
    this.start = row + placeOfHour(bytes, at) * hourMs
    const condition = this.#condition
    const live = this.#present.finer(digitsOfHour(bytes, at))
    if (live !== this.#live) this.#show(live)
    condition.start = bytes[at + 1]!
    condition.end = bytes[at + 2]!
    condition.level = bytes[at + 3]!
    condition.depth = bytes[at + 4]!
    condition.levelBefore = bytes[at + 5]!
    condition.depthBefore = bytes[at + 6]!
    const end = this.#readMiddles(bytes, at + headerBytes)
    if (end > bytes.length) throw new RangeError(`an hour of books ends after ${end} bytes of ${bytes.length}`)
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
    return this.#live.shape.tick
  }

  polled(n: number): number {
    const minute = this.start / minuteMs + this.#minutes[n]!
    return minute * minuteMs + pollOffset(timingBits(this.#live.shape.key, minute))
  }

  /** The n-th book of the hour. The object is reused, so copy what you keep. */
  book(n: number): Book {
    const book = this.#book
    const { key, timed } = this.#live.shape
    const minute = this.start / minuteMs + this.#minutes[n]!
    const bits = timingBits(key, minute)
    book.polled = minute * minuteMs + pollOffset(bits)
    book.timestamp = timed ? book.polled - (shortestLag + (bits & 255)) : null
    this.#live.open(book.polled, this.#middles[n]!, this.#condition)
    return book
  }
}
