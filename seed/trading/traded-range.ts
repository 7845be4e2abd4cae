import { inBoth, inFirst, type Tape } from './tape.ts'

/** Price range of trades, in the tape's units. */
export interface PriceRange {
  low: number
  high: number
}

/**
 * Price range of a minute, as known at `instant`: of the trades up to it or, if there are none, of the rest of the
 * minute. Revised trades count only if there are no others.
 * @param first index of the minute's first trade. @param end end index.
 */
export function tradedRange(tape: Tape, first: number, instant: number, end: number): PriceRange | null {
  return (
    rangeOf(tape, first, instant + 1, versions => versions === inBoth) ??
    rangeOf(tape, first, end, versions => versions === inBoth) ??
    rangeOf(tape, first, end, versions => (versions & inFirst) > 0)
  )
}

function rangeOf(tape: Tape, first: number, end: number, counts: (versions: number) => boolean): PriceRange | null {
  let found: PriceRange | null = null
  for (let i = first; i < tape.length && tape.times[i]! < end; i++) {
    if (!counts(tape.versions[i]!)) continue
    const price = tape.prices[i]!
    found ??= { low: price, high: price }
    if (price < found.low) found.low = price
    if (price > found.high) found.high = price
  }
  return found
}
