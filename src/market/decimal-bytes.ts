// Writes numbers as ASCII digits into a DataView, in words of four or eight characters: single bytes take four times as
// long. A word may pass the end of its number by up to seven bytes, which the next write overwrites.

// Larger numbers are cut into halves of eight digits before a call: as arguments, V8 would allocate them.

const powers = Float64Array.from({ length: 17 }, (_, n) => Number(`1e${n}`))
const point = 46
/** Digits of a half. */
const half = 8
const fourZeros = 0x3030_3030

/** Four digits of a number below 10^4 as a little-endian word, by arithmetic on all digits at once. */
function fourDigits(value: number): number {
  const hundreds = (value * 5243) >>> 19
  const pairs = hundreds | ((value - hundreds * 100) << 16)
  const tens = ((pairs * 103) >>> 10) & 0x000f_000f
  return fourZeros | tens | ((pairs - tens * 10) << 8)
}

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

/** Writes the lowest `width` digits, up to eight, of a number below 10^8. */
function writeSmall(view: DataView, start: number, value: number, width: number): number {
  const high = (value / 10_000) | 0
  const last = fourDigits(value - high * 10_000)
  if (width <= 4) view.setInt32(start, last >>> (8 * (4 - width)), true)
  else {
    const skipped = 8 * (half - width)
    // In two steps, since a shift by 32 does nothing.
    view.setInt32(start, (fourDigits(high) >>> skipped) | ((last << (31 - skipped)) << 1), true)
    view.setInt32(start + 4, last >>> skipped, true)
  }
  return start + width
}

/** Writes a whole number from 0 to 2^53 without leading zeros. @returns the end offset. */
export function writeWhole(view: DataView, start: number, value: number): number {
  const high = Math.floor(value / 1e8)
  return writeWholeHalves(view, start, high | 0, (value - high * 1e8) | 0)
}

export function writeWholeHalves(view: DataView, start: number, high: number, low: number): number {
  if (high === 0) return writeSmall(view, start, low, widthOf(low))
  return writeSmall(view, writeSmall(view, start, high, widthOf(high)), low, half)
}

function widthOf(value: number): number {
  if (value < 1e4) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4
  return value < 1e6 ? (value < 1e5 ? 5 : 6) : value < 1e7 ? 7 : 8
}

/** Writes `formatDecimal` of units from 0 to 2^51 with up to 15 decimal places. @returns the end offset. */
export function writeDecimal(view: DataView, start: number, units: number, decimals: number): number {
  const unit = powers[decimals]!
  const whole = Math.floor(units / unit)
  const end = writeWhole(view, start, whole)
  const rest = units - whole * unit
  return rest === 0 ? end : writeFraction(view, end, rest, decimals)
}

/** Writes the point and the decimal places of a number below 1, without trailing zeros. */
function writeFraction(view: DataView, start: number, rest: number, decimals: number): number {
  view.setUint8(start, point)
  const at = start + 1
  if (decimals <= half) return writeTrimmed(view, at, (rest * powers[half - decimals]!) | 0)
  const unit = powers[decimals - half]!
  const high = Math.floor(rest / unit)
  const low = (rest - high * unit) * powers[2 * half - decimals]!
  if (low === 0) return writeTrimmed(view, at, high | 0)
  return writeTrimmed(view, writeSmall(view, at, high | 0, half), low | 0)
}

/** Writes eight digits, at least one of them not zero. @returns the end offset without trailing zeros. */
function writeTrimmed(view: DataView, start: number, value: number): number {
  const high = (value / 10_000) | 0
  const first = fourDigits(high)
  const last = fourDigits(value - high * 10_000)
  view.setInt32(start, first, true)
  view.setInt32(start + 4, last, true)
  const zeros = last === fourZeros ? 4 + (Math.clz32(first ^ fourZeros) >> 3) : Math.clz32(last ^ fourZeros) >> 3
  return start + half - zeros
}

/** ASCII codes of two hexadecimal digits as a little-endian number. */
const hexPairs = Uint16Array.from({ length: 256 }, (_, n) => {
  const [high, low] = n.toString(16).padStart(2, '0')
  return high!.charCodeAt(0) | (low!.charCodeAt(0) << 8)
})

/** Writes the lowest `width` hexadecimal digits of a whole number of at most 2^53. @returns the end offset. */
export function writeHex(view: DataView, start: number, value: number, width: number): number {
  let left = value
  let at = start + width
  for (; at - start > 1; at -= 2) {
    const rest = Math.floor(left / 256)
    view.setUint16(at - 2, hexPairs[left - rest * 256]!, true)
    left = rest
  }
  if (at > start) view.setUint8(start, hexPairs[left % 16]! >> 8)
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
    words: Float64Array.from({ length: bytes.length / 8 }, (_, n) => view.getFloat64(8 * n, true)),
    length: text.length,
  }
}

/** Writes a label, and up to seven bytes beyond it that the next write overwrites. @returns the end offset. */
export function writeLabel(view: DataView, start: number, { words, length }: Label): number {
  for (let n = 0; n < words.length; n++) view.setFloat64(start + 8 * n, words[n]!, true)
  return start + length
}

export function writeAscii(view: DataView, start: number, text: string): number {
  for (let n = 0; n < text.length; n++) view.setUint8(start + n, text.charCodeAt(n))
  return start + text.length
}
