const satoshi = 1e8
const blocksPerHalving = 210_000

/** What a block brings into the world, in satoshi: 50 bitcoin, halved every 210,000 blocks and cut to whole satoshi. */
export function subsidyOf(block: number): number {
  return Math.floor((50 * satoshi) / (1 << Math.floor(block / blocksPerHalving)))
}

/** What all blocks up to this one have brought, in satoshi. */
export function minedThrough(block: number): number {
  const left = block + 1
  let sum = 0
  for (let first = 0; first < left; first += blocksPerHalving)
    sum += subsidyOf(first) * Math.min(blocksPerHalving, left - first)
  return sum
}
