import { elapsed } from '../clock.ts'
import type { Count, Counting } from './counts.ts'

/** A window in memory: lock, count, and end of the window, a double. Bytes. */
const size = 16
/** How long a thread waits for another one that was interrupted within its few instructions. Milliseconds. */
const longestSpin = 1

/**
 * Request counts that the threads of a server share, exact to the request. Each key has a place in shared memory; the
 * first thread assigns it.
 */
export class SharedWindows implements Counting {
  readonly memory: SharedArrayBuffer
  readonly #words: Int32Array
  readonly #ends: Float64Array
  readonly #places = new Map<string, number>()
  readonly #free: number[] = []
  readonly #now: () => number
  #next = 0

  /** @param memory of another thread, or the largest number of keys */
  constructor(memory: SharedArrayBuffer | number, now: () => number = elapsed) {
    this.memory = typeof memory === 'number' ? new SharedArrayBuffer(memory * size) : memory
    this.#words = new Int32Array(this.memory)
    this.#ends = new Float64Array(this.memory)
    this.#now = now
  }

  /** Gives a key a place with an empty window; the keys of the server, in each thread, in the order of their list. */
  assign(key: string): number {
    const place = this.#free.pop() ?? this.#next++
    this.#ends[place * 2 + 1] = 0
    this.#places.set(key, place)
    return place
  }

  /** Adopts the place that another thread assigned. */
  adopt(key: string, place: number): void {
    this.#places.set(key, place)
  }

  placeOf(key: string): number {
    return this.#places.get(key)!
  }

  forget(key: string): void {
    this.#places.delete(key)
  }

  /** Forgets a key, and lets another one have its place. */
  release(key: string): void {
    this.#free.push(this.placeOf(key))
    this.forget(key)
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    const place = this.placeOf(key)
    const now = Math.floor(this.#now())
    this.#lock(place)
    if (this.#ends[place * 2 + 1]! <= now) this.#open(place, 0, now + window)
    const current = ++this.#words[place * 4 + 1]!
    const left = Math.min(window, this.#ends[place * 2 + 1]! - now)
    Atomics.store(this.#words, place * 4, 0)
    counted({ current, left })
  }

  #open(place: number, current: number, ends: number): void {
    this.#words[place * 4 + 1] = current
    this.#ends[place * 2 + 1] = ends
  }

  /** The holder runs a few instructions that cannot fail. */
  #lock(place: number): void {
    const word = place * 4
    while (Atomics.compareExchange(this.#words, word, 0, 1) !== 0) Atomics.wait(this.#words, word, 1, longestSpin)
  }
}
