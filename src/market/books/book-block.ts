import { writeVarint, zigzag } from '../numbers/varint.ts'
import { hour as hourMs } from '../time.ts'

/**
 * A row of order_book_block holds an instrument's generated books of six hours. Per hour with books:
 * - byte 0, the index of the hour in the row, plus 8 times the decimal digits by which ticks are finer than at present;
 * - bytes 1 and 2, the spread relative to usual at its start and at its end, packed as a square root in 64ths; the spread is
 *   linear in between;
 * - bytes 3 and 4, the price at the start of the day, in quarter octaves of ticks, and the day's depth relative to usual, packed
 *   as spreads are;
 * - bytes 5 and 6, the same of the day before;
 * - a varint for each of 60 minutes: 0 for a missing book, otherwise 1 plus the zigzag of the change of twice the mid price since
 *   the hour's previous book, in ticks.
 */
export const blockHours = 6
export const headerBytes = 7
export const minutes = 60
const factorUnit = 64
export const bookHourSpace = headerBytes + 8 * minutes

export function bookBlockStart(time: number): number {
  return time - (time % (blockHours * hourMs))
}

/** Conditions of an hour. */
export interface Condition {
  /** Spread relative to usual at the start and at the end, packed. */
  start: number
  end: number
  /** Price at the start of the day in quarter octaves of ticks, and depth relative to usual, packed; then those of the day before. */
  level: number
  depth: number
  levelBefore: number
  depthBefore: number
  /** Decimal digits by which ticks are finer than at present. */
  digits: number
}

/** Of an hour before its first one is read. */
export function noCondition(): Condition {
  return { start: 0, end: 0, level: 0, depth: 0, levelBefore: 0, depthBefore: 0, digits: 0 }
}

const hourSpace = 8

/** Of the hour at an offset of a row, in hours since the row's start. */
export function placeOfHour(bytes: Uint8Array, at: number): number {
  return bytes[at]! % hourSpace
}

export function digitsOfHour(bytes: Uint8Array, at: number): number {
  return Math.floor(bytes[at]! / hourSpace)
}

/** @param middles twice the mid price of the 60 minutes in ticks; 0 for a missing book. @returns the end offset. */
export function packBookHour(
  bytes: Uint8Array,
  from: number,
  hour: number,
  { start, end, level, depth, levelBefore, depthBefore, digits }: Condition,
  middles: Float64Array,
): number {
  bytes[from] = (hour % blockHours) + hourSpace * digits
  bytes[from + 1] = start
  bytes[from + 2] = end
  bytes[from + 3] = level
  bytes[from + 4] = depth
  bytes[from + 5] = levelBefore
  bytes[from + 6] = depthBefore
  let at = from + headerBytes
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

/** A byte, in steps of 3 % near 1, for factors up to 15.9. */
export function packedFactor(factor: number): number {
  return Math.max(1, Math.min(255, Math.round(Math.sqrt(factor) * factorUnit)))
}

export function factorOf(packed: number): number {
  return (packed * packed) / (factorUnit * factorUnit)
}

/** Spread relative to usual. @param condition of the hour of `time` @param since when the quotes began, in that hour or before */
export function widenessAt({ start, end }: Condition, time: number, since: number): number {
  const share = Math.max(0, since - (time - (time % hourMs))) / hourMs
  return factorOf(start) + (factorOf(end) - factorOf(start)) * share
}
