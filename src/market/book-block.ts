import { hour as hourMs } from './time.ts'
import { writeVarint, zigzag } from './varint.ts'

/**
 * A row of order_book_block holds an instrument's generated books of six hours. Per hour with books: byte 0, the index
 * of the hour in the row; bytes 1–8, `near`, `far`, `lean` and `spread` at the start, then at the end, as square roots
 * of factors of the usual value, in 64ths, linear in between; then a varint for each of 60 minutes: 0 for a missing
 * book, otherwise 1 plus the zigzag of the change of twice the mid price since the hour's previous book, in ticks.
 */
export const blockHours = 6
export const headerBytes = 9
export const minutes = 60
export const factorUnit = 64
export const bookHourSpace = headerBytes + 8 * minutes

export function bookBlockStart(time: number): number {
  return time - (time % (blockHours * hourMs))
}

/** Factors relative to usual conditions; `lean` is above 1 if bids are deeper than asks. */
export interface Condition {
  near: number
  far: number
  lean: number
  spread: number
}

export interface Edges {
  start: Condition
  end: Condition
}

/** @param middles twice the mid price of the 60 minutes in ticks; 0 for a missing book. @returns the end offset. */
export function packBookHour(
  bytes: Uint8Array,
  from: number,
  hour: number,
  { start, end }: Edges,
  middles: Float64Array,
): number {
  bytes[from] = hour % blockHours
  let at = packCondition(bytes, from + 1, start)
  at = packCondition(bytes, at, end)
  let before = 0
  for (let n = 0; n < minutes; n++) {
    const middle = middles[n]!
    if (middle === 0) bytes[at++] = 0
    else {
      at = writeVarint(bytes, at, zigzag(middle - before) + 1)
      before = middle
    }
  }
  return at
}

export function bookHourEnd(bytes: Uint8Array, from: number): number {
  let at = from + headerBytes
  // Only the last byte of a varint is below 128.
  for (let left = minutes; left > 0 && at < bytes.length; at++) if (bytes[at]! < 128) left--
  return at
}

function packCondition(bytes: Uint8Array, at: number, { near, far, lean, spread }: Condition): number {
  bytes[at] = packedFactor(near)
  bytes[at + 1] = packedFactor(far)
  bytes[at + 2] = packedFactor(lean)
  bytes[at + 3] = packedFactor(spread)
  return at + 4
}

/** Steps of 3 % near 1; 15.9 at most. */
function packedFactor(factor: number): number {
  return Math.min(255, Math.round(Math.sqrt(factor) * factorUnit))
}
