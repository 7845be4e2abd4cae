// Writes ASCII digits into a DataView, most of them in words of four characters: single bytes take four times as long. A
// word may pass the end of its number by up to eight bytes, which the next write overwrites.

// Numbers are read here, from their column: V8 allocates those that it passes to a function which it does not inline.

const powers = Float64Array.from({ length: 17 }, (_, n) => Number(`1e${n}`))
const point = 46
const half = 8
const fourZeros = 0x3030_3030
const lastByte = 0x0100_0000
const wordSize = 0x1_0000_0000

/** The two digits of each number below 100, the first in the lower byte. */
const pairs = Int32Array.from({ length: 100 }, (_, n) => 0x3030 + Math.floor(n / 10) + ((n % 10) << 8))

/** Four digits of a number below 10^4 as a little-endian word. */
function fourDigits(value: number): number {
  const high = (value * 5243) >>> 19
  return pairs[high]! | (pairs[value - high * 100]! << 16)
}

/** Writes the lowest `width` digits of a whole number of at most 2^53. @returns the end offset. */
export function writeDigits(view: DataView, start: number, numbers: Float64Array, n: number, width: number): number {
  let left = numbers[n]!
  for (let at = start + width - 1; at >= start; at--) {
    const rest = Math.floor(left / 10)
    view.setUint8(at, 48 + left - rest * 10)
    left = rest
  }
  return start + width
}

/** A whole number below 10^8 as eight digits. */
function writeEight(view: DataView, start: number, value: number): number {
  const high = (value / 10_000) | 0
  view.setInt32(start, fourDigits(high), true)
  view.setInt32(start + 4, fourDigits(value - high * 10_000), true)
  return start + half
}

/** Writes a whole number from 0 to 2^53 without leading zeros. @returns the end offset. */
export function writeWhole(view: DataView, start: number, numbers: Float64Array, n: number): number {
  return writeLong(view, start, numbers[n]!)
}

function writeLong(view: DataView, start: number, value: number): number {
  const high = Math.floor(value / 1e8)
  const low = (value - high * 1e8) | 0
  return high === 0 ? writeShort(view, start, low) : writeEight(view, writeShort(view, start, high | 0), low)
}

/** A whole number below 10^8 without leading zeros. */
function writeShort(view: DataView, start: number, value: number): number {
  const high = (value / 10_000) | 0
  const head = fourDigits(high === 0 ? value : high)
  const digits = (head ^ fourZeros) | lastByte
  const zeros = (31 - Math.clz32(digits & -digits)) >> 3
  view.setInt32(start, head >>> (8 * zeros), true)
  const end = start + 4 - zeros
  if (high === 0) return end
  view.setInt32(end, fourDigits(value - high * 10_000), true)
  return end + 4
}

/** Writes `formatDecimal` of units from 0 to 2^51 with up to 15 decimal places. @returns the end offset. */
export function writeDecimal(view: DataView, start: number, units: Float64Array, n: number, decimals: number): number {
  const value = units[n]!
  const unit = powers[decimals]!
  const quotient = value / unit
  if (quotient >= 1e8 || decimals > half) return writeLongDecimal(view, start, value, decimals)
  const whole = quotient | 0
  const places = ((value - whole * unit) * powers[half - decimals]!) | 0
  return writePlaces(view, writeShort(view, start, whole), places)
}

function writeLongDecimal(view: DataView, start: number, units: number, decimals: number): number {
  const unit = powers[decimals]!
  const whole = Math.floor(units / unit)
  const rest = units - whole * unit
  const end = writeLong(view, start, whole)
  if (decimals <= half) return writePlaces(view, end, (rest * powers[half - decimals]!) | 0)
  const further = powers[decimals - half]!
  const first = Math.floor(rest / further)
  return writeManyPlaces(view, end, first | 0, ((rest - first * further) * powers[2 * half - decimals]!) | 0)
}

function writeManyPlaces(view: DataView, start: number, high: number, low: number): number {
  if (low === 0) return writePlaces(view, start, high)
  const end = writePlaces(view, start + half, low)
  writeEight(view, start + 1, high)
  view.setUint8(start, point)
  return end
}

/** Writes the point and eight places without trailing zeros; nothing for 0. */
function writePlaces(view: DataView, start: number, value: number): number {
  if (value === 0) return start
  const high = (value / 10_000) | 0
  const first = fourDigits(high)
  const last = fourDigits(value - high * 10_000)
  view.setUint8(start, point)
  view.setInt32(start + 1, first, true)
  if (last === fourZeros) return start + 5 - (Math.clz32(first ^ fourZeros) >> 3)
  view.setInt32(start + 5, last, true)
  return start + 9 - (Math.clz32(last ^ fourZeros) >> 3)
}

const hexPairs = Uint16Array.from({ length: 256 }, (_, n) => {
  const [high, low] = n.toString(16).padStart(2, '0')
  return high!.charCodeAt(0) | (low!.charCodeAt(0) << 8)
})

/** The lowest `width` hexadecimal digits of a whole number of at most 2^53. @returns the end offset. */
export function writeHex(view: DataView, start: number, numbers: Float64Array, n: number, width: number): number {
  const high = Math.floor(numbers[n]! / wordSize)
  const low = (numbers[n]! - high * wordSize) | 0
  if (width <= half) return writeHexHalf(view, start, low, width)
  return writeHexHalf(view, writeHexHalf(view, start, high | 0, width - half), low, half)
}

function writeHexHalf(view: DataView, start: number, value: number, width: number): number {
  let left = value
  let at = start + width
  for (; at - start > 1; at -= 2) {
    view.setUint16(at - 2, hexPairs[left & 255]!, true)
    left >>>= 8
  }
  if (at > start) view.setUint8(start, hexPairs[left & 15]! >> 8)
  return start + width
}

/** A constant ASCII text in words of eight characters, at least two. */
export interface Label {
  words: Float64Array
  length: number
}

const word = 8

export function labelOf(text: string): Label {
  const count = Math.max(2, Math.ceil(text.length / word))
  const view = new DataView(new ArrayBuffer(count * word))
  writeAscii(view, 0, text)
  const words = Float64Array.from({ length: count }, (_, n) => view.getFloat64(word * n, true))
  return { words, length: text.length }
}

/** Writes a label, and up to fifteen bytes beyond it that the next write overwrites. @returns the end offset. */
export function writeLabel(view: DataView, start: number, { words, length }: Label): number {
  view.setFloat64(start, words[0]!, true)
  view.setFloat64(start + word, words[1]!, true)
  for (let n = 2; n < words.length; n++) view.setFloat64(start + word * n, words[n]!, true)
  return start + length
}

export function writeAscii(view: DataView, start: number, text: string): number {
  for (let n = 0; n < text.length; n++) view.setUint8(start + n, text.charCodeAt(n))
  return start + text.length
}

/** Writes whole numbers after a constant text. Numbers in a row share their high digits, which join the text. */
export class LabelledNumbers {
  readonly #text: number
  readonly #view: DataView
  readonly #label: Label
  #high = 0

  constructor(text: string) {
    const { words } = labelOf(text.padEnd(text.length + half))
    this.#text = text.length
    this.#view = new DataView(words.buffer)
    this.#label = { words, length: text.length }
  }

  write(view: DataView, start: number, numbers: Float64Array, n: number): number {
    const high = Math.floor(numbers[n]! / 1e8) | 0
    if (high !== this.#high) this.#change(high)
    const low = (numbers[n]! - high * 1e8) | 0
    const at = writeLabel(view, start, this.#label)
    return high === 0 ? writeShort(view, at, low) : writeEight(view, at, low)
  }

  #change(high: number): void {
    this.#high = high
    this.#label.length = high === 0 ? this.#text : writeShort(this.#view, this.#text, high)
  }
}
