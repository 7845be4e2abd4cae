/** A swap's number combines block and log index; the constant exceeds every log index. */
const logsPerBlock = 10_000

/** Modulo this, the log index of a swap is that of the pool's id, unique on its chain. Remainders without a pool belong to mints and burns. */
export const logIndexStride = 128

export function swapNumber(block: number, logIndex: number): number {
  return block * logsPerBlock + logIndex
}

export function swapAt(number: number): { block: number; logIndex: number; pool: number } {
  const logIndex = number % logsPerBlock
  return { block: (number - logIndex) / logsPerBlock, logIndex, pool: logIndex % logIndexStride }
}
