import { elapsed } from '../base/clock.ts'

/** Requests of a key in its open window, the current one included. `left` is the rest of the window. */
export interface Count {
  current: number
  left: number
}

/** Calls `counted` at once, or after a reply from another thread or process; `failed` if the tenant has ended. */
export interface Counting {
  count(key: string, window: number, counted: (count: Count) => void, failed: (error: Error) => void): void
}

export interface ReadableCounts extends Counting {
  /** Undefined if the key has no open window. */
  read(key: string): Count | undefined
  /** Closes the window of the key. */
  restart(key: string): void | Promise<void>
}

/** Largest difference between the ends of one window. */
const windowTolerance = 10_000

/** Counts of one process. Keys are known ones, so their number is bounded. */
export class Counts implements ReadableCounts {
  readonly #open = new Map<string, { current: number; began: number; ends: number }>()
  readonly #now: () => number

  /** A monotonic clock by default: the wall clock may be set back, which would keep a window open. */
  constructor(now: () => number = elapsed) {
    this.#now = () => Math.floor(now())
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    const now = this.#now()
    const open = this.#openAt(now, key) ?? { current: 0, began: now, ends: now + window }
    this.#open.set(key, open)
    open.current++
    counted({ current: open.current, left: open.ends - now })
  }

  read(key: string): Count | undefined {
    const now = this.#now()
    const open = this.#openAt(now, key)
    return open && { current: open.current, left: open.ends - now }
  }

  #openAt(now: number, key: string) {
    const open = this.#open.get(key)
    return open && open.began <= now && now < open.ends ? open : undefined
  }

  /** Takes over a count from elsewhere: the higher one within a window, otherwise the newer window. */
  merge(key: string, { current, left }: Count): void {
    const now = this.#now()
    const ends = now + left
    const open = this.#open.get(key)
    if (open === undefined || open.ends <= now || Math.abs(open.ends - ends) > windowTolerance)
      this.#open.set(key, { current, began: now, ends })
    else Object.assign(open, { current: Math.max(open.current, current), ends: Math.min(open.ends, ends) })
  }

  restart(key: string): void {
    this.#open.delete(key)
  }

  get(key: string): { current: number; began: number } | undefined {
    return this.#open.get(key)
  }

  open(key: string, { current, began }: { current: number; began: number }): void {
    this.#open.set(key, { current, began, ends: began + 60_000 })
  }

  clear(): void {
    this.#open.clear()
  }
}
