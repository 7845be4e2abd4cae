import type { Range } from '../../src/market/time.ts'
import type { Tape } from './tape.ts'

export interface Follower {
  /** @param tape trades of the whole hour @param start of the store */
  write(hour: number, tape: Tape, range: Range, start: number): void
  finish?(): void
}
