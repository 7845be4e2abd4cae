import { inBoth, inFirst, type Tape } from './tape.ts'

/** In units of the tape. */
interface PriceRange {
  low: number
  high: number
}

/**
 * The price range of a minute as known at `instant`: of the trades up to it or, if there are none, of the rest of the
 * minute. Revised trades count only if there are no others. Null without trades.
 */
export function tradedRange(tape: Tape, first: number, instant: number, end: number): PriceRange | null {
  return (
    rangeOf(tape, first, instant + 1, inBoth) ?? rangeOf(tape, first, end, inBoth) ?? rangeOf(tape, first, end, inFirst)
  )
}

/** @param wanted versions that a trade must have, as bits */
function rangeOf(
  { times, prices, versions, length }: Tape,
  first: number,
  end: number,
  wanted: number,
): PriceRange | null {
  let [low, high] = [Number.POSITIVE_INFINITY, 0]
  for (let i = first; i < length && times[i]! < end; i++) {
    if ((versions[i]! & wanted) !== wanted) continue
    low = Math.min(low, prices[i]!)
    high = Math.max(high, prices[i]!)
  }
  return high === 0 ? null : { low, high }
}
