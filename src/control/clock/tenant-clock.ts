import type { Clock } from '../../base/clock.ts'
import { formatTime } from '../../market/time.ts'

/** Course of a tenant's clock: the server's clock, real time, or a rate from a start time. */
export type Course = 'server' | 'live' | { at: number; rate: number; since: number }

/** A clock that tests can set. `rate` is clock seconds per real second; 0 freezes the clock. */
export class TenantClock implements Clock {
  readonly #server: Clock
  /** The same clock in another thread can take it. */
  course: Course = 'server'
  /** The course after a reset. */
  #first: Course = 'server'

  constructor(server: Clock) {
    this.#server = server
  }

  now(): number {
    const { course } = this
    if (course === 'server') return this.#server.now()
    if (course === 'live') return Date.now()
    if (course.rate === 0) return course.at
    return course.at + Math.floor((Date.now() - course.since) * course.rate)
  }

  get frozen(): boolean {
    return this.course === 'server' ? this.#server.frozen : this.rate === 0
  }

  get rate(): number {
    if (this.course === 'server') return this.#server.frozen ? 0 : 1
    return this.course === 'live' ? 1 : this.course.rate
  }

  /** Whether a test has set the clock; otherwise it follows the server. */
  get isSet(): boolean {
    return this.course !== 'server'
  }

  /** Whether the clock may show another time than the server's. */
  get differs(): boolean {
    return this.course !== 'server' && (this.course !== 'live' || this.#server.frozen)
  }

  get mode(): 'server' | 'live' | 'set' {
    return typeof this.course === 'string' ? this.course : 'set'
  }

  set(at: number, rate: number): void {
    this.course = { at, rate, since: Date.now() }
  }

  /** A reset restores the present course. */
  beginHere(): void {
    this.#first = this.course
  }

  reset(): void {
    this.course = this.#first
  }

  toJSON() {
    return { now: formatTime(this.now()), rate: this.rate, mode: this.mode }
  }
}
