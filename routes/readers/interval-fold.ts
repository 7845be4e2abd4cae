interface Fold {
  count: number
  clear(): void
}

/**
 * Folds rows in order of time: call `enter` before folding a row, which says whether to, and `end` after the last. `each`
 * receives every non-empty interval. The fold is reused, so copy what you keep.
 */
export class IntervalFold<F extends Fold> {
  readonly #fold: F
  readonly #interval: number
  readonly #each: (timestamp: number, fold: F) => void
  readonly #isWanted: (timestamp: number) => boolean
  #start = Number.NEGATIVE_INFINITY
  #wanted = false

  constructor(
    fold: F,
    interval: number,
    each: (timestamp: number, fold: F) => void,
    isWanted: (timestamp: number) => boolean = () => true,
  ) {
    this.#fold = fold
    this.#interval = interval
    this.#each = each
    this.#isWanted = isWanted
  }

  enter(timestamp: number): boolean {
    if (timestamp < this.#start + this.#interval) return this.#wanted
    this.end()
    this.#fold.clear()
    this.#start = timestamp - (timestamp % this.#interval)
    this.#wanted = this.#isWanted(this.#start)
    return this.#wanted
  }

  end(): void {
    if (this.#fold.count > 0) this.#each(this.#start, this.#fold)
  }
}
