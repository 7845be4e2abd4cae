import { Failure, shown } from '../failure.ts'
import { day, formatTime } from '../market/time.ts'
import type { Context } from '../operations/context.ts'

/** A copy of the data that can be made to reach further. */
export interface Ahead {
  /** Gives what reads it, once it ends at an instant or later. */
  reach(to: number): Promise<Context>
  /** Where it ends; before everything while there is none. Milliseconds since 1970 UTC. */
  end(): number
}

/** What a clock that is beyond the end for the first time adds at least, so that the next steps find their data. */
const leastAdded = day

/** The instants that a tenant's clock may be set to, and the data that answer there. */
export class Timeline {
  /** Where the server itself reads. */
  readonly context: Context
  readonly #end: () => number
  readonly #ahead: Ahead | undefined
  readonly #days: number
  #further: Context | undefined
  #growing: Promise<unknown> = Promise.resolve()

  /**
   * @param end first instant that the server's data do not hold. Milliseconds since 1970 UTC.
   * @param ahead absent where nothing can be added to the data. @param days how far clocks may be set beyond their end
   */
  constructor(context: Context, end: () => number, ahead: Ahead | undefined, days: number) {
    this.context = context
    this.#end = end
    this.#ahead = ahead
    this.#days = days
  }

  /** Where the server's own data end. */
  end(): number {
    return this.#end()
  }

  /** Where the data of a context end. */
  endOf(context: Context): number {
    return context === this.context ? this.#end() : this.#ahead!.end()
  }

  /**
   * Gives the data that hold everything before an instant, once they do.
   * @throws Failure where no clock may be set to it
   */
  async reach(time: number): Promise<Context> {
    const { start } = this.context
    const end = this.#end()
    if (time >= start && time <= end) return this.context
    const last = this.#ahead === undefined ? end : end + this.#days * day
    if (time < start || time > last)
      throw new Failure(
        'badParameter',
        `now must be from ${formatTime(start)} to ${formatTime(last)}${this.#bound()}, not ${shown(formatTime(time))}`,
      )
    // One after the other: each sees what the one before it has added.
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
