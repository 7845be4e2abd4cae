/** The one source of "now". */
export interface Clock {
  now(): number
  /** A frozen clock never moves, so equal requests have equal responses. */
  readonly frozen: boolean
}

export const liveClock: Clock = { now: Date.now, frozen: false }

export function frozenClock(at: number): Clock {
  return { now: () => at, frozen: true }
}

/** A monotonic clock that all threads of a process share; `performance.now()` begins with each thread. Milliseconds. */
export function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
