/**
 * Log indexes of a chain's blocks: those of a pool's swaps leave its id as the remainder by this, so that no two pools ever
 * share one; remainders that are no pool's are for mints and burns.
 */
export const logIndexStride = 128

/** 0 and 97 to 127 are no pool's. */
const remainders = 32

/** The log index of a mint or burn: no other of any pool has it. @param luck 0 to 3; @param rank of those of its block. */
export function eventLogIndex(pool: number, luck: number, rank: number): number {
  const place = pool % remainders
  const remainder = place === 0 ? 0 : logIndexStride - remainders + place
  return ((luck + rank) * 4 + Math.floor(pool / remainders)) * logIndexStride + remainder
}
