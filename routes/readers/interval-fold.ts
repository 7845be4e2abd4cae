interface Fold {
  count: number
  clear(): void
}

/**
 * Folds rows in order of time: call `enter` before folding a row and `end` after the last. `each` receives every
 * non-empty interval. The fold is reused, so copy what you keep.
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
