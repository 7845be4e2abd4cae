import { logIndexStride } from '../../src/market/trades/swap-number.ts'

/** Remainders 0 and 97 to 127 belong to no pool. */
const remainders = 32

/** Unique among all pools. @param luck 0 to 3 @param rank position among the pool's events of the block */
export function eventLogIndex(pool: number, luck: number, rank: number): number {
  const place = pool % remainders
  const remainder = place === 0 ? 0 : logIndexStride - remainders + place
  return ((luck + rank) * 4 + Math.floor(pool / remainders)) * logIndexStride + remainder
}
