import { Failure, shown } from '../failure.ts'
import { formatTime } from '../market/time.ts'
import type { Context } from '../operations/context.ts'

/** The instants that a tenant's clock may be set to, and the data that answer there. */
export class Timeline {
  /** Where the server itself reads. */
  readonly context: Context
  readonly #end: () => number

  /** @param end first instant that the store does not hold. Milliseconds since 1970 UTC. */
  constructor(context: Context, end: () => number) {
    this.context = context
    this.#end = end
  }

  end(): number {
    return this.#end()
  }

  /**
   * Resolves when the data reach an instant.
   * @throws Failure where no clock may be set to it
   */
  async reach(time: number): Promise<void> {
    const { start } = this.context
    if (time >= start && time <= this.end()) return
    const range = `${formatTime(start)} to ${formatTime(this.end())}`
    throw new Failure(
      'badParameter',
      `now must be within the range of the data, ${range}, not ${shown(formatTime(time))}`,
    )
  }
}
