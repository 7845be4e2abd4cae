interface Fold {
  count: number
  clear(): void
}

/**
 * Folds rows in order of time: call `enter` before folding a row, which says whether to, and `end` after the last. `each`
 * receives every non-empty interval. The fold is reused, so copy what you keep.
 */
export function intervalFold<F extends Fold>(
  fold: F,
  interval: number,
  each: (timestamp: number, fold: F) => void,
  isWanted: (timestamp: number) => boolean = () => true,
) {
  let began = Number.NEGATIVE_INFINITY
  let isFolded = false

  function enter(timestamp: number): boolean {
    if (timestamp < began + interval) return isFolded
    end()
    fold.clear()
    began = timestamp - (timestamp % interval)
    isFolded = isWanted(began)
    return isFolded
  }

  function end(): void {
    if (fold.count > 0) each(began, fold)
  }

  return { enter, end }
}
