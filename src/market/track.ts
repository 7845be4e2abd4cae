/** What holds from its time until the next one, read in order of time. */
export class Track<T extends { timestamp: number }> {
  readonly #changes: readonly T[]
  #next = 0

  constructor(changes: readonly T[]) {
    this.#changes = changes
  }

  /** The last at or before a time; undefined if there is none. */
  at(time: number): T | undefined {
    while (this.#next < this.#changes.length && this.#changes[this.#next]!.timestamp <= time) this.#next++
    return this.#changes[this.#next - 1]
  }

  /** Time until which the current one holds, at most `until`. */
  standsUntil(time: number, until: number): number {
    this.at(time)
    return Math.min(until, this.#changes[this.#next]?.timestamp ?? until)
  }
}
