import { Failure, shown } from '../failure.ts'
import { day, formatTime } from '../market/time.ts'
import type { Context } from '../operations/context.ts'

/** A copy of the data that can be extended. */
export interface Ahead {
  reach(to: number): Promise<Context>
  /** The end of the copy; before any time while there is none. */
  end(): number
}

/** Least extension when a clock first passes the end, so that the next steps find data. */
const leastAdded = day

export class Timeline {
  readonly context: Context
  readonly #end: () => number
  readonly #ahead: Ahead | undefined
  readonly #days: number
  #further: Context | undefined
  #growing: Promise<unknown> = Promise.resolve()

  /** @param end first time after the server's data @param days how far clocks may pass it */
  constructor(context: Context, end: () => number, ahead: Ahead | undefined, days: number) {
    this.context = context
    this.#end = end
    this.#ahead = ahead
    this.#days = days
  }

  end(): number {
    return this.#end()
  }

  endOf(context: Context): number {
    return context === this.context ? this.#end() : this.#ahead!.end()
  }

  /** Extends the data if needed. @param asked the time as asked for @throws Failure if clocks cannot be set to that time */
  async reach(time: number, asked = shown(formatTime(time))): Promise<Context> {
    const { start } = this.context
    const end = this.#end()
    if (time >= start && time <= end) return this.context
    const last = this.#ahead === undefined ? end : end + this.#days * day
    if (time < start || time > last)
      throw new Failure(
        'badParameter',
        `now must be from ${formatTime(start)} to ${formatTime(last)}${this.#bound()}, not ${asked}`,
      )
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
      const to = Math.min(last, Math.max(time, this.#end() + leastAdded, this.#ahead!.end() + leastAdded))
      this.#further = await this.#ahead!.reach(to)
    }
    return this.#further
  }
}
