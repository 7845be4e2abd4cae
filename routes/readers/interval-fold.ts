/** What gathers the rows of one interval at a time. */
interface Fold {
  count: number
  clear(): void
}

/**
 * Leads a fold through rows that come in order of time: `enter` before a row is folded, `end` after the last.
 * `each` gets every interval that holds something. The fold is reused: take from it what you need.
 */
export class IntervalFold<F extends Fold> {
  readonly #fold: F
  readonly #interval: number
  readonly #each: (timestamp: number, fold: F) => void
  #start = Number.NEGATIVE_INFINITY

  constructor(fold: F, interval: number, each: (timestamp: number, fold: F) => void) {
    this.#fold = fold
    this.#interval = interval
    this.#each = each
  }

  enter(timestamp: number): void {
    if (timestamp < this.#start + this.#interval) return
    this.end()
    this.#fold.clear()
    this.#start = timestamp - (timestamp % this.#interval)
  }

  end(): void {
    if (this.#fold.count > 0) this.#each(this.#start, this.#fold)
  }
}
