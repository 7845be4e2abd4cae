import type { Range } from '../../src/market/time.ts'
import type { Tape } from './tape.ts'

/** Writes rows that follow from the trades of one instrument. */
export interface Follower {
  /**
   * Writes the rows of an hour (counted from 1970) within the range. @param tape trades of the whole hour. @param start
   * of the store.
   */
  write(hour: number, tape: Tape, range: Range, start: number): void
  /** Ends the range of an instrument. */
  finish?(): void
}
