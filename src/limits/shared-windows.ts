import { elapsed } from '../base/clock.ts'
import type { Count, ReadableCounts } from './counts.ts'

/** Lock, count, and end as a double. Bytes. */
const size = 16
/** Longest wait for a thread that was preempted while it holds the lock. */
const longestSpin = 1

/** The first thread assigns each key a place in memory that all threads share. */
export class SharedWindows implements ReadableCounts {
  readonly memory: SharedArrayBuffer
  readonly #words: Int32Array
  readonly #ends: Float64Array
  readonly #places = new Map<string, number>()
  readonly #free: number[] = []
  #next = 0

  /** @param memory memory of another thread, or the number of places */
  constructor(memory: SharedArrayBuffer | number) {
    this.memory = typeof memory === 'number' ? new SharedArrayBuffer(memory * size) : memory
    this.#words = new Int32Array(this.memory)
    this.#ends = new Float64Array(this.memory)
  }

  /**
   * Each thread assigns the server's own keys in list order. Of the used places, takes the one released first: another
   * thread may still count in one just released.
   */
  assign(key: string): number {
    const place = this.#next * size < this.memory.byteLength ? this.#next++ : this.#free.shift()!
    this.#ends[place * 2 + 1] = 0
    this.#places.set(key, place)
    return place
  }

  /** Takes the place that another thread assigned. */
  adopt(key: string, place: number): void {
    this.#places.set(key, place)
  }

  placeOf(key: string): number {
    return this.#places.get(key)!
  }

  forget(key: string): void {
    this.#places.delete(key)
  }

  release(key: string): void {
    this.#free.push(this.placeOf(key))
    this.forget(key)
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    const place = this.placeOf(key)
    const now = Math.floor(elapsed())
    this.#lock(place)
    if (this.#ends[place * 2 + 1]! <= now) this.#open(place, 0, now + window)
    const current = ++this.#words[place * 4 + 1]!
    const left = Math.min(window, this.#ends[place * 2 + 1]! - now)
    Atomics.store(this.#words, place * 4, 0)
    counted({ current, left })
  }

  read(key: string): Count | undefined {
    const place = this.placeOf(key)
    const left = this.#ends[place * 2 + 1]! - Math.floor(elapsed())
    return left > 0 ? { current: Atomics.load(this.#words, place * 4 + 1), left } : undefined
  }

  restart(key: string): void {
    const place = this.placeOf(key)
    this.#lock(place)
    this.#open(place, 0, 0)
    Atomics.store(this.#words, place * 4, 0)
  }

  #open(place: number, current: number, ends: number): void {
    this.#words[place * 4 + 1] = current
    this.#ends[place * 2 + 1] = ends
  }

  /** The lock is held only for a few instructions that cannot fail. */
  #lock(place: number): void {
    const word = place * 4
    while (Atomics.compareExchange(this.#words, word, 0, 1) !== 0) Atomics.wait(this.#words, word, 1, longestSpin)
  }
}
