import { createHash } from 'node:crypto'

/** The sum of the rows' 64-bit hashes: it does not depend on order or batches. */
export interface Fingerprint {
  readonly table: string
  rows: number
  high: number
  low: number
}

/** Columns that change in existing rows: not fingerprinted. */
export const moving: Record<string, readonly string[]> = {
  instrument: ['ended', 'trade_start', 'trade_end', 'trade_count', 'trade_size'],
}

export function newFingerprint(table: string, rows = 0, high = 0, low = 0): Fingerprint {
  return { table, rows, high, low }
}

const double = new Float64Array(1)
const bits = new Uint32Array(double.buffer)

/** The lanes of `mixRow` while it mixes bytes. */
const lanes = new Int32Array(2)

/** As a part of `mixRow` it takes twice as long. */
function mixBytes(bytes: Uint8Array): void {
  const { length } = bytes
  const words = new DataView(bytes.buffer, bytes.byteOffset, length)
  let a = lanes[0]!
  let b = lanes[1]!
  let n = 0
  // Four bytes at a time: blocks have thousands.
  for (; n + 4 <= length; n += 4) {
    const word = words.getInt32(n, true)
    a = Math.imul(a ^ word, 0x01000193) ^ (a >>> 15)
    b = Math.imul(b ^ word, 0x85ebca6b) ^ (b >>> 13)
  }
  for (; n < length; n++) {
    a = Math.imul(a ^ bytes[n]!, 0x01000193)
    b = Math.imul(b ^ bytes[n]!, 0x85ebca6b)
  }
  lanes[0] = a
  lanes[1] = b
}

/** Two lanes of FNV-1a-like mixing with different multipliers; not cryptographic. V8 would keep unsigned lanes as doubles. */
export function mixRow(fingerprint: Fingerprint, row: readonly unknown[]): void {
  let low = 0
  let high = 0
  let a = 0x811c9dc5 | 0
  let b = 0x9e3779b9 | 0
  for (let place = 0; place < row.length; place++) {
    const value = row[place]
    if (typeof value === 'number') {
      if (value === (value | 0)) {
        low = value >>> 0
        high = value >> 31
      } else if (Number.isSafeInteger(value)) {
        low = value >>> 0
        high = Math.floor(value / 4294967296) | 0
      } else {
        double[0] = value
        low = bits[0]!
        high = bits[1]!
      }
      a = Math.imul(a ^ low, 0x01000193) ^ high
      b = Math.imul(b ^ low, 0x85ebca6b) ^ high
    } else if (typeof value === 'string') {
      const { length } = value
      for (let n = 0; n < length; n++) {
        const code = value.charCodeAt(n)
        a = Math.imul(a ^ code, 0x01000193)
        b = Math.imul(b ^ code, 0x85ebca6b)
      }
    } else if (value === null) {
      a = ~a
      b = ~b
    } else if (value instanceof Uint8Array) {
      lanes[0] = a
      lanes[1] = b
      mixBytes(value)
      a = lanes[0]!
      b = lanes[1]!
    } else throw new Error(`no column holds ${String(value)}`)
    // Separator, so that ("ab", "c") and ("a", "bc") differ.
    a = (Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + 1) | 0
    b = (Math.imul(b ^ (b >>> 13), 0xc2b2ae35) + 1) | 0
  }
  fingerprint.rows++
  fingerprint.high = (fingerprint.high + finish(a ^ (b >>> 16))) >>> 0
  fingerprint.low = (fingerprint.low + finish(b ^ (a >>> 16))) >>> 0
}

/** Inverse of `mixRow`. */
export function removeRow(fingerprint: Fingerprint, row: readonly unknown[]): void {
  const { rows, high, low } = mixedRow(row)
  addFingerprint(fingerprint, { table: fingerprint.table, rows: -rows, high: -high, low: -low })
}

function mixedRow(row: readonly unknown[]): Fingerprint {
  const mixed = newFingerprint('')
  mixRow(mixed, row)
  return mixed
}

export function addFingerprint(to: Fingerprint, other: Fingerprint): void {
  to.rows += other.rows
  to.high = (to.high + other.high) >>> 0
  to.low = (to.low + other.low) >>> 0
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Digest of a dataset: SHA-256 over its tables' fingerprints, in hexadecimal. */
export function digest(fingerprints: Iterable<Fingerprint>): string {
  const lines = [...fingerprints].map(({ table, rows, high, low }) => `${table} ${rows} ${high} ${low}\n`).sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}
