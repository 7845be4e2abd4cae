import { Failure, shown } from '../../base/failure.ts'
import { day, formatTime } from '../../market/time.ts'
import type { Context } from '../../operations/context.ts'
import type { Elsewhere } from '../../operations/paging/elsewhere.ts'
import { onceHeld, Patience } from '../../operations/paging/once-held.ts'
import type { Building } from '../../store/build/building.ts'
import { historyClocks } from '../../store/history/coverage.ts'

/** A copy of the data that can be extended. */
export interface Ahead {
  reach(to: number): Promise<Context>
  /** The end of the copy; before any time while there is none. */
  end(): number
}

/** Least extension when a clock first passes the end, so that the next steps find data. */
const leastAdded = day

/** The server's own data. */
interface OwnData {
  /** Another one when the store has been built. */
  readonly context: Context
  /** First time after them. */
  readonly end: () => number
  /** What the data lack; undefined if nothing is generated when asked. */
  readonly elsewhere?: Elsewhere | undefined
  /** Of a store that is being built. */
  readonly building?: Pick<Building, 'wait'> | undefined
}

export class Timeline {
  readonly #own: OwnData
  readonly #ahead: Ahead | undefined
  readonly #days: number
  #further: Context | undefined
  #growing: Promise<unknown> = Promise.resolve()

  /** @param days how far clocks may pass the end */
  constructor(own: OwnData, ahead: Ahead | undefined, days: number) {
    this.#own = own
    this.#ahead = ahead
    this.#days = days
  }

  get context(): Context {
    return this.#own.context
  }

  /** Reads what the history may have to generate first. */
  onceHeld<T>(read: () => T): Promise<T> {
    const { elsewhere } = this.#own
    return onceHeld(read, elsewhere && ((...asked) => elsewhere.fill(...asked)), new Patience())
  }

  end(): number {
    return this.#own.end()
  }

  /** @param further undefined for the server's own data */
  endOf(further: Context | undefined): number {
    return further === undefined ? this.end() : this.#ahead!.end()
  }

  /**
   * Extends the data if needed. @param asked the time as asked for @returns undefined if the server's own data have it
   * @throws Failure if clocks cannot be set to that time
   */
  async reach(time: number, asked = shown(formatTime(time))): Promise<Context | undefined> {
    const { start, store } = this.context
    const end = this.end()
    // The history has what is before the store.
    const first = store?.coverage.endless ? Math.min(start, historyClocks.from) : start
    if (time >= first && time <= end) return undefined
    const last = this.#ahead === undefined ? end : end + this.#days * day
    if (time < first || time > last)
      throw new Failure(
        'badParameter',
        `now must be from ${formatTime(first)} to ${formatTime(last)}${this.#bound()}, not ${asked}`,
      )
    await this.#own.building?.wait()
    // One extension at a time: each builds on the one before.
    const grown = this.#growing.then(() => this.#grow(time, last))
    this.#growing = grown.catch(() => {})
    return grown
  }

  #bound(): string {
    if (this.#ahead === undefined) return ', the range of the data'
    return `, ${this.#days} days beyond the end of the data (SANDBOX_CLOCK_AHEAD)`
  }

  async #grow(time: number, last: number): Promise<Context> {
    if (this.#further === undefined || this.#ahead!.end() < time) {
      const to = Math.min(last, Math.max(time, this.end() + leastAdded, this.#ahead!.end() + leastAdded))
      this.#further = await this.#ahead!.reach(to)
    }
    return this.#further
  }
}
