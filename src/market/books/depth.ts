import type { Side } from './book.ts'
import { bandWidths, wholePrice } from './book-bands.ts'

/** The greatest whole number of steps within a limit in parts of `wholePrice`, exactly. */
function reachOf(limit: number): number {
  const steps = Math.floor(limit / wholePrice)
  return steps * wholePrice > limit ? steps - 1 : (steps + 1) * wholePrice <= limit ? steps + 1 : steps
}

/** Adds the amounts of a side within each band around its best price. */
export function addDepth(side: Side, sums: Float64Array): void {
  const { best, worse } = side
  for (let band = 0, n = 0; band < sums.length; band++) {
    const last = best + worse * reachOf(best * bandWidths[band]!)
    for (;;) {
      const { count, prices } = side
      if (worse === 1) while (n < count && prices[n]! <= last) n++
      else while (n < count && prices[n]! >= last) n++
      if (n < count || !side.more()) break
    }
    sums[band]! += side.sums[n]!
  }
}
