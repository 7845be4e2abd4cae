import { logIndexStride } from '../../src/market/trades/swap-number.ts'

/** Lines are 1 to 96: the pool's remainder in the log indexes of its swaps, unique among the pools of a chain. */
export const mostLines = 96

export function lineOf(pool: number): number {
  return pool % logIndexStride
}

/** Remainders 0 and 97 to 127 belong to no pool. */
const remainders = 32

/** Unique among the pools of a chain. @param luck 0 to 3 @param rank position among the pool's events of the block */
export function eventLogIndex(pool: number, luck: number, rank: number): number {
  const line = lineOf(pool)
  const place = line % remainders
  const remainder = place === 0 ? 0 : logIndexStride - remainders + place
  return ((luck + rank) * 4 + Math.floor(line / remainders)) * logIndexStride + remainder
}
