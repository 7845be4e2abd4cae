/** How many requests of a key were counted since its window opened, this one included, and how long it stays open. */
export interface Count {
  current: number
  /** Milliseconds. */
  left: number
}

/** Where a limiter counts. The count comes by a call: at once, or when another process has answered. */
export interface Counting {
  count(key: string, window: number, counted: (count: Count) => void): void
}

/** The time of day may be set back, which would keep a window open. Whole milliseconds. */
const elapsed = () => Math.floor(performance.now())

/** Counts of one process. Keys are known ones, so there are never many. */
export class Counts implements Counting {
  readonly #open = new Map<string, { current: number; began: number; ends: number }>()
  readonly #now: () => number

  /** @param now what the windows are measured by. Milliseconds. */
  constructor(now: () => number = elapsed) {
    this.#now = now
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    const now = this.#now()
    let open = this.#open.get(key)
    if (open === undefined || open.ends <= now || now < open.began) {
      open = { current: 0, began: now, ends: now + window }
      this.#open.set(key, open)
    }
    open.current++
    counted({ current: open.current, left: open.ends - now })
  }

  /** Takes over what was counted elsewhere. */
  set(key: string, { current, left }: Count): void {
    const now = this.#now()
    this.#open.set(key, { current, began: now, ends: now + left })
  }

  /** The window that is open for a key. */
  get(key: string): { current: number; began: number } | undefined {
    return this.#open.get(key)
  }

  /** Opens a window that began earlier. */
  open(key: string, { current, began }: { current: number; began: number }, window = 60_000): void {
    this.#open.set(key, { current, began, ends: began + window })
  }

  clear(): void {
    this.#open.clear()
  }
}
