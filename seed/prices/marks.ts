/** Prices at the 61 minute marks, both ends included. */
export type HourPrices = (hour: number) => Float64Array

const slabLength = 4096
let slab = new Float64Array(0)
let next = 0

/** An array for the prices of an hour, cut from a larger buffer: a separate buffer per array costs 1 µs more. */
export function newMarks(count: number): Float64Array {
  if (next + count > slab.length) {
    slab = new Float64Array(slabLength)
    next = 0
  }
  next += count
  return new Float64Array(slab.buffer, (next - count) * slab.BYTES_PER_ELEMENT, count)
}
