/** How many requests of a key were counted since its window opened, this one included, and how long it stays open. */
export interface Count {
  current: number
  /** Milliseconds. */
  left: number
}

/** Where a limiter counts. It is told by a call, since that may come at once or from elsewhere. */
export interface Counting {
  count(key: string, window: number, told: (count: Count) => void): void
}

/** The time of day may be set back, and would keep a window open with it. Whole milliseconds. */
const elapsed = () => Math.floor(performance.now())

/** Counts of one process. Keys are known ones, so there are never many. */
export class Counts implements Counting {
  readonly #open = new Map<string, { current: number; ends: number }>()

  count(key: string, window: number, told: (count: Count) => void): void {
    const now = elapsed()
    let open = this.#open.get(key)
    if (open === undefined || open.ends <= now) {
      open = { current: 0, ends: now + window }
      this.#open.set(key, open)
    }
    open.current++
    told({ current: open.current, left: open.ends - now })
  }

  /** Takes over what was counted elsewhere. */
  set(key: string, { current, left }: Count): void {
    this.#open.set(key, { current, ends: elapsed() + left })
  }
}
