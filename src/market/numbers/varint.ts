const small = 0x7fff_ffff
/** Bits that integer operators read: four groups. */
const wide = 28
const beyond = 0x1000_0000

/** Numbers from here on take more than three bytes. */
const threeBytes = 0x20_0000

/** Writes a whole number of at most 2^53 in groups of seven bits, lowest group first. @returns the end offset. */
export function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  if (value >= threeBytes || start + 3 > bytes.length) return writeLong(bytes, start, value)
  // Without branches, in half the time: a processor cannot predict the lengths of numbers.
  const low = value | 0
  const two = (127 - low) >>> 31
  const three = (16_383 - low) >>> 31
  bytes[start] = (low & 127) | (two << 7)
  bytes[start + 1] = ((low >>> 7) & 127) | (three << 7)
  bytes[start + 2] = low >>> 14
  return start + 1 + two + three
}

function writeLong(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  let left = value
  while (left > small) {
    const rest = Math.floor(left / 128)
    bytes[at++] = (left - rest * 128) | 128
    left = rest
  }
  // A variable of its own stays an integer.
  let low = left | 0
  for (; low > 127; low >>>= 7) bytes[at++] = (low & 127) | 128
  bytes[at++] = low
  return at
}

/** A signed number as an unsigned one: 0, -1, 1, -2 become 0, 1, 2, 3. */
export function zigzag(value: number): number {
  const low = value | 0
  // Without a branch on the sign, which a processor cannot predict.
  if (low === value && (low ^ (low << 1)) >= 0) return (low << 1) ^ (low >> 31)
  return value < 0 ? -2 * value - 1 : 2 * value
}

export function unzigzag(value: number): number {
  // A processor cannot predict a branch on the sign.
  if (value <= small) return (value >>> 1) ^ -(value & 1)
  const half = Math.floor(value / 2)
  return value === 2 * half ? half : -half - 1
}

export class VarintReader {
  bytes: Uint8Array = new Uint8Array()
  at = 0

  /** The next number; a truncated number is padded with zeros. */
  next(): number {
    const first = this.bytes[this.at++]!
    if (first < 128) return first
    let value = first & 127
    for (let shift = 7; shift < wide; shift += 7) {
      const byte = this.bytes[this.at++]! | 0
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    return this.#long(value)
  }

  nextSigned(): number {
    return unzigzag(this.next())
  }

  /** V8 allocates the numbers that this method returns. */
  #long(low: number): number {
    let value = low
    for (let scale = beyond; ; scale *= 128) {
      const byte = this.bytes[this.at++]! | 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
}

// A number of up to four bytes can be read from a little-endian word without branches, in half the time: a processor
// cannot predict the lengths of numbers.

/** The bit of a word that ends its first number; 0 if the number is longer than the word. */
export function stopOf(word: number): number {
  const stops = ~word & 0x8080_8080
  return stops & -stops
}

export function lengthIn(stop: number): number {
  return (39 - Math.clz32(stop)) >> 3
}

export function numberIn(word: number, stop: number): number {
  const bits = word & (stop - 1)
  const pairs = (bits & 0x7f_007f) | ((bits >> 1) & 0x3f80_3f80)
  return (pairs & 0x3fff) | ((pairs >> 2) & 0xfff_c000)
}

export function signedIn(word: number, stop: number): number {
  const value = numberIn(word, stop)
  return (value >>> 1) ^ -(value & 1)
}
