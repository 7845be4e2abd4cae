// Writes ASCII digits into a DataView, in words of four or eight characters: single bytes take four times as long. A word
// may pass the end of its number by up to eight bytes, which the next write overwrites.

// Numbers are read here and cut into halves of eight digits: as arguments, V8 would allocate them.

const powers = Float64Array.from({ length: 17 }, (_, n) => Number(`1e${n}`))
const smallPowers = Int32Array.from({ length: 9 }, (_, n) => Number(`1e${n}`))
const point = 46
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
export function writeDigits(view: DataView, start: number, numbers: Float64Array, n: number, width: number): number {
  const high = Math.floor(numbers[n]! / 1e8)
  return writeHalves(view, start, high | 0, (numbers[n]! - high * 1e8) | 0, width)
}

function writeHalves(view: DataView, start: number, high: number, low: number, width: number): number {
  if (width <= half) return writeSmall(view, start, low, width)
  const at = width > 2 * half ? writeHalves(view, start, 0, 0, width - 2 * half) : start
  return writeSmall(view, writeSmall(view, at, high, Math.min(width, 2 * half) - half), low, half)
}

function writeSmall(view: DataView, start: number, value: number, width: number): number {
  const high = (value / 10_000) | 0
  const last = fourDigits(value - high * 10_000)
  // The digits, shifted by those that are left out: by more than a word if `width` is at most 4.
  const isShort = (width - 5) >> 31
  const shift = (8 * (half - width)) & 31
  const first = (last & isShort) | (fourDigits(high) & ~isShort)
  view.setInt32(start, (first >>> shift) | ((last << (31 - shift)) << 1), true)
  view.setInt32(start + 4, last >>> shift, true)
  return start + width
}

/** Writes a whole number from 0 to 2^53 without leading zeros. @returns the end offset. */
export function writeWhole(view: DataView, start: number, numbers: Float64Array, n: number): number {
  const high = Math.floor(numbers[n]! / 1e8)
  return writeWholeHalves(view, start, high | 0, (numbers[n]! - high * 1e8) | 0)
}

function writeWholeHalves(view: DataView, start: number, high: number, low: number): number {
  if (high === 0) return writeSmall(view, start, low, widthOf(low))
  return writeSmall(view, writeSmall(view, start, high, widthOf(high)), low, half)
}

function widthOf(value: number): number {
  const least = value | 1
  const width = ((32 - Math.clz32(least)) * 1233) >> 12
  return width + 1 - ((least - smallPowers[width]!) >>> 31)
}

/** Writes `formatDecimal` of units from 0 to 2^51 with up to 15 decimal places. @returns the end offset. */
export function writeDecimal(view: DataView, start: number, units: Float64Array, n: number, decimals: number): number {
  const unit = powers[decimals]!
  const whole = Math.floor(units[n]! / unit)
  const rest = units[n]! - whole * unit
  const high = whole < 1e8 ? 0 : Math.floor(whole / 1e8)
  const end = writeWholeHalves(view, start, high | 0, (whole - high * 1e8) | 0)
  if (decimals <= half) return writePlaces(view, end, (rest * powers[half - decimals]!) | 0)
  const further = powers[decimals - half]!
  const first = Math.floor(rest / further)
  return writeManyPlaces(view, end, first | 0, ((rest - first * further) * powers[2 * half - decimals]!) | 0)
}

function writeManyPlaces(view: DataView, start: number, high: number, low: number): number {
  if (low === 0) return writePlaces(view, start, high)
  const end = writePlaces(view, start + half, low)
  writeSmall(view, start + 1, high, half)
  view.setUint8(start, point)
  return end
}

/** Writes the point and eight places without trailing zeros; nothing for 0. */
function writePlaces(view: DataView, start: number, value: number): number {
  const high = (value / 10_000) | 0
  const first = fourDigits(high)
  const last = fourDigits(value - high * 10_000)
  view.setUint8(start, point)
  view.setInt32(start + 1, first, true)
  view.setInt32(start + 5, last, true)
  const lastDigits = last ^ fourZeros
  const isLastZero = ~((lastDigits | -lastDigits) >> 31)
  const zeros = (Math.clz32(lastDigits) >> 3) + ((Math.clz32(first ^ fourZeros) >> 3) & isLastZero)
  return start + ((1 + half - zeros) & ((zeros - half) >> 31))
}

const hexPairs = Uint16Array.from({ length: 256 }, (_, n) => {
  const [high, low] = n.toString(16).padStart(2, '0')
  return high!.charCodeAt(0) | (low!.charCodeAt(0) << 8)
})

/** The lowest `width` hexadecimal digits of a whole number of at most 2^53. @returns the end offset. */
export function writeHex(view: DataView, start: number, numbers: Float64Array, n: number, width: number): number {
  let left = numbers[n]!
  let at = start + width
  for (; at - start > 1; at -= 2) {
    const rest = Math.floor(left / 256)
    view.setUint16(at - 2, hexPairs[left - rest * 256]!, true)
    left = rest
  }
  if (at > start) view.setUint8(start, hexPairs[left % 16]! >> 8)
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
    return writeSmall(view, at, low, high === 0 ? widthOf(low) : half)
  }

  #change(high: number): void {
    this.#high = high
    this.#label.length = high === 0 ? this.#text : writeSmall(this.#view, this.#text, high, widthOf(high))
  }
}
