import { inBoth, inFirst, type Tape } from './tape.ts'

/** Lowest and highest of some trades' prices, in the tape's units. */
export interface PriceRange {
  low: number
  high: number
}

/**
 * What was paid in a minute, as far as it is known at an instant of it: by the trades up to the instant or, where there
 * are none, by those of the rest of the minute. Trades that one version lacks or reprices count where there are no others.
 * @param first the minute's first trade in the tape. @param end the minute's.
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
