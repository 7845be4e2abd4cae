/** The one source of "now", in milliseconds since 1970 UTC. */
export interface Clock {
  now(): number
  /** A frozen clock never moves, so equal requests have equal answers. */
  readonly frozen: boolean
}

export const liveClock: Clock = { now: Date.now, frozen: false }

export function frozenClock(at: number): Clock {
  return { now: () => at, frozen: true }
}
