import type { Range } from '../../src/market/time.ts'
import type { Tape } from './tape.ts'

/** Writes rows that follow from the trades of one instrument. */
export interface Follower {
  /**
   * Writes the rows of one hour, counted from 1970, that fall within the range.
   * @param tape the trades of the whole hour. @param start the start of the store.
   */
  write(hour: number, tape: Tape, range: Range, start: number): void
}
