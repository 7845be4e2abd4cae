import type { Clock } from '../clock.ts'
import { formatTime } from '../market/time.ts'

/** How a tenant's clock goes: as the server's, as real time, or from an instant on at a rate. */
export type Course = 'server' | 'live' | { at: number; rate: number; since: number }

/** A clock that a test sets. `rate` is how many seconds it passes in a real one; 0 stands still. */
export class TenantClock implements Clock {
  readonly #server: Clock
  #course: Course = 'server'
  /** Where a reset puts it. */
  #first: Course = 'server'

  constructor(server: Clock) {
    this.#server = server
  }

  now(): number {
    const course = this.#course
    if (course === 'server') return this.#server.now()
    if (course === 'live') return Date.now()
    if (course.rate === 0) return course.at
    return course.at + Math.floor((Date.now() - course.since) * course.rate)
  }

  get frozen(): boolean {
    return this.#course === 'server' ? this.#server.frozen : this.rate === 0
  }

  get rate(): number {
    if (this.#course === 'server') return this.#server.frozen ? 0 : 1
    return this.#course === 'live' ? 1 : this.#course.rate
  }

  /** Whether a test has set it: until then it is the server's. */
  get isSet(): boolean {
    return this.#course !== 'server'
  }

  /** Whether it may show another time than the server's. */
  get differs(): boolean {
    return this.#course !== 'server' && (this.#course !== 'live' || this.#server.frozen)
  }

  get mode(): 'server' | 'live' | 'set' {
    return typeof this.#course === 'string' ? this.#course : 'set'
  }

  /** @param at milliseconds since 1970 UTC. */
  set(at: number, rate: number): void {
    this.#course = { at, rate, since: Date.now() }
  }

  live(): void {
    this.#course = 'live'
  }

  /** Goes as the server's. */
  follow(): void {
    this.#course = 'server'
  }

  /** Makes where it is now what a reset goes back to. */
  beginHere(): void {
    this.#first = this.#course
  }

  reset(): void {
    this.#course = this.#first
  }

  toJSON() {
    return { now: formatTime(this.now()), rate: this.rate, mode: this.mode }
  }
}
