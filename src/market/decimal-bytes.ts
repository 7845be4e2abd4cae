// Writes ASCII digits into a DataView, two digits or eight characters at a time; single bytes take twice as long.

// Larger numbers are cut into halves of eight digits before a call: as arguments, V8 would allocate them.

const pairs = Uint16Array.from({ length: 100 }, (_, n) => ((48 + Math.floor(n / 10)) << 8) | (48 + (n % 10)))
const powers = Array.from({ length: 17 }, (_, n) => Number(`1e${n}`))
const [zero, point] = [48, 46]
const half = 8

/** Writes the lowest `width` digits of a whole number of at most 2^53. @returns the end offset. */
export function writeDigits(view: DataView, start: number, value: number, width: number): number {
  const high = Math.floor(value / 1e8)
  return writeHalves(view, start, high | 0, (value - high * 1e8) | 0, width)
}

function writeHalves(view: DataView, start: number, high: number, low: number, width: number): number {
  if (width <= half) return writeSmall(view, start, low, width)
  const at = width > 2 * half ? writeHalves(view, start, 0, 0, width - 2 * half) : start
  return writeSmall(view, writeSmall(view, at, high, Math.min(width, 2 * half) - half), low, half)
}

function writeSmall(view: DataView, start: number, value: number, width: number): number {
  let left = value
  let at = start + width
  for (; at - start > 1; at -= 2) {
    const rest = (left / 100) | 0
    view.setUint16(at - 2, pairs[left - rest * 100]!)
    left = rest
  }
  if (at > start) view.setUint8(start, zero + left)
  return start + width
}

/** Writes a whole number from 0 to 2^53 without leading zeros. @returns the end offset. */
export function writeWhole(view: DataView, start: number, value: number): number {
  const high = Math.floor(value / 1e8)
  return writeWholeHalves(view, start, high | 0, (value - high * 1e8) | 0)
}

function writeWholeHalves(view: DataView, start: number, high: number, low: number): number {
  if (high === 0) return writeSmall(view, start, low, widthOf(low))
  return writeSmall(view, writeSmall(view, start, high, widthOf(high)), low, half)
}

function widthOf(value: number): number {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4
  return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8
}

/** Writes `formatDecimal` of units from 0 to 2^51 with up to 15 decimal places. @returns the end offset. */
export function writeDecimal(view: DataView, start: number, units: number, decimals: number): number {
  const whole = Math.floor(units / powers[decimals]!)
  const rest = units - whole * powers[decimals]!
  const end = writeWhole(view, start, whole)
  if (rest === 0) return end
  view.setUint8(end, point)
  return withoutZeros(view, writeDigits(view, end + 1, rest, decimals))
}

function withoutZeros(view: DataView, end: number): number {
  let last = end
  while (view.getUint8(last - 1) === zero) last--
  return last
}

/** The lowest `width` hexadecimal digits of a whole number of at most 2^53. @returns the end offset. */
export function writeHex(view: DataView, start: number, value: number, width: number): number {
  let left = value
  for (let at = start + width - 1; at >= start; at--) {
    const rest = Math.floor(left / 16)
    const digit = left - rest * 16
    view.setUint8(at, digit < 10 ? zero + digit : 87 + digit)
    left = rest
  }
  return start + width
}

export interface Label {
  words: Float64Array
  length: number
}

export function labelOf(text: string): Label {
  const bytes = new Uint8Array(Math.ceil(text.length / 8) * 8)
  const view = new DataView(bytes.buffer)
  writeAscii(view, 0, text)
  return {
    words: Float64Array.from({ length: bytes.length / 8 }, (_, n) => view.getFloat64(8 * n)),
    length: text.length,
  }
}

/** Writes a label, and up to seven bytes beyond it that the next write overwrites. @returns the end offset. */
export function writeLabel(view: DataView, start: number, { words, length }: Label): number {
  for (let n = 0; n < words.length; n++) view.setFloat64(start + 8 * n, words[n]!)
  return start + length
}

export function writeAscii(view: DataView, start: number, text: string): number {
  for (let n = 0; n < text.length; n++) view.setUint8(start + n, text.charCodeAt(n))
  return start + text.length
}
