import { powerOfTwo } from '../../src/market/numbers/portable-math.ts'

const satoshi = 1e8
const blocksPerHalving = 210_000

/** Block subsidy in satoshi: 50 bitcoin, halved every 210,000 blocks and truncated. */
export function subsidyOf(block: number): number {
  return Math.floor((50 * satoshi) / powerOfTwo(Math.floor(block / blocksPerHalving)))
}

/** Sum of all subsidies up to a block, in satoshi. */
export function minedThrough(block: number): number {
  const left = block + 1
  let sum = 0
  for (let first = 0; first < left; first += blocksPerHalving)
    sum += subsidyOf(first) * Math.min(blocksPerHalving, left - first)
  return sum
}
