import { hour as hourMs } from './time.ts'
import { writeVarint, zigzag } from './varint.ts'

/**
 * A row of order_book_block holds the generated books of one instrument in six hours: the market condition at the start and end of
 * each hour, and one mid price per minute. Everything else derives from the instrument's shape and the minute. Per hour with books:
 *
 *   byte 0       index of the hour in the row, 0 to 5
 *   bytes 1–8    `near`, `far`, `lean` and `spread` at the start, then at the end: square roots of factors of the usual value, in
 *                64ths; factors are linear in between
 *   then, for each of 60 minutes, a varint: 0 for a missing book, otherwise 1 plus the zigzag of the change of twice the
 *                mid price since the previous book of the hour, in ticks; see varint.ts
 */
export const blockHours = 6
export const headerBytes = 9
export const minutes = 60
/** Units per 1 of the square root of a factor. */
export const factorUnit = 64
/** Upper bound of an hour's bytes. */
export const bookHourSpace = headerBytes + 8 * minutes

/** Start of the row that includes a time. Milliseconds since 1970 UTC. */
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

/** The conditions at the start and end of an hour. */
export interface Edges {
  start: Condition
  end: Condition
}

/**
 * Writes an hour, counted from 1970, into a row. @param middles twice the mid price of the 60 minutes in ticks, at least 3; 0 for a
 * missing book. @returns the offset of its end.
 */
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

/** @returns the offset of the end of the hour at an offset. */
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
