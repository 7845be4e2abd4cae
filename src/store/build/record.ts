/**
 * Rows as cells of a page, in the format of SQLite's files, https://www.sqlite.org/fileformat2.html: how long the record is,
 * then the record, which is the types of all values and then the values.
 */

/** Longer ones would go on in other pages. Bytes, in pages of 4,096. */
const longestRecord = 1002

/** How many bytes a number has, by its type: none, 1 to 6 and 8 of an integer, 8 of a double, none of 0 and 1. */
const bytesByType = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const double = 7
const shortestBlob = 12
const shortestText = 13

/** Of the row that is being written. */
const types = new Int32Array(64)

const doubles = new DataView(new ArrayBuffer(8))

/** Writes a row's cell; gives where it ends. Texts are ASCII. */
export function writeCell(row: readonly unknown[], into: Uint8Array, start: number): number {
  let head = 1
  let body = 0
  for (let n = 0; n < row.length; n++) {
    const type = typeOf(row[n])
    types[n] = type
    head += type < 128 ? 1 : 2
    body += type < shortestBlob ? bytesByType[type]! : (type - shortestBlob) >> 1
  }
  if (head + body > longestRecord) throw new Error(`a row of ${head + body} bytes is too long for its page`)
  let at = writeVarint(head + body, into, start)
  into[at++] = head
  for (let n = 0; n < row.length; n++) at = writeVarint(types[n]!, into, at)
  for (let n = 0; n < row.length; n++) at = writeValue(row[n], types[n]!, into, at)
  return at
}

/** How long the cell is that begins there. */
export function cellLength(bytes: Uint8Array, start: number): number {
  const first = bytes[start]!
  return first < 128 ? first + 1 : ((first & 127) << 7) + bytes[start + 1]! + 2
}

function typeOf(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? integerType(value) : double
  if (typeof value === 'string') return shortestText + 2 * value.length
  if (value === null) return 0
  if (value instanceof Uint8Array) return shortestBlob + 2 * value.length
  throw new Error(`no column holds ${String(value)}`)
}

function integerType(value: number): number {
  if (value === 0) return 8
  if (value === 1) return 9
  const size = value < 0 ? -1 - value : value
  if (size < 0x8000) return size < 0x80 ? 1 : 2
  if (size < 0x8000_0000) return size < 0x80_0000 ? 3 : 4
  return size < 0x8000_0000_0000 ? 5 : 6
}

/** Of 14 bits at most. */
function writeVarint(value: number, into: Uint8Array, at: number): number {
  if (value < 128) {
    into[at] = value
    return at + 1
  }
  into[at] = 128 | (value >> 7)
  into[at + 1] = value & 127
  return at + 2
}

function writeValue(value: unknown, type: number, into: Uint8Array, at: number): number {
  if (type < double) return writeInteger(value as number, bytesByType[type]!, into, at)
  if (typeof value === 'string') return writeText(value, into, at)
  if (type === double) return writeDouble(value as number, into, at)
  if (type < shortestBlob) return at
  into.set(value as Uint8Array, at)
  return at + (value as Uint8Array).length
}

function writeInteger(value: number, bytes: number, into: Uint8Array, start: number): number {
  let at = start
  if (bytes > 4) {
    const high = Math.floor(value / 0x1_0000_0000)
    for (let shift = (bytes - 5) * 8; shift >= 0; shift -= 8) into[at++] = high >> shift
  }
  for (let shift = (Math.min(bytes, 4) - 1) * 8; shift >= 0; shift -= 8) into[at++] = value >> shift
  return at
}

function writeDouble(value: number, into: Uint8Array, at: number): number {
  doubles.setFloat64(0, value)
  for (let n = 0; n < 8; n++) into[at + n] = doubles.getUint8(n)
  return at + 8
}

function writeText(text: string, into: Uint8Array, at: number): number {
  let seen = 0
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    seen |= code
    into[at + n] = code
  }
  if (seen > 127) throw new Error(`no ASCII: ${JSON.stringify(text)}`)
  return at + text.length
}
