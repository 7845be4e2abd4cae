import type { Side } from './book.ts'
import { bandWidths, wholePrice } from './book-bands.ts'

/** Adds the amounts of a side within each band around its best price. */
export function addDepth(side: Side, sums: Float64Array): void {
  const { best, worse } = side
  for (let band = 0, n = 0; band < sums.length; band++) {
    const limit = best * bandWidths[band]!
    for (;;) {
      const { count, prices } = side
      while (n < count && worse * (prices[n]! - best) * wholePrice <= limit) n++
      if (n < count || !side.more()) break
    }
    sums[band]! += side.sums[n]!
  }
}
