import { hash as digest } from 'node:crypto'
import { mix } from '../hashed-draws.ts'

export type Lock = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

const base32 = Buffer.from('qpzry9x8gf2tvdw0s3jn54khce6mua7l')
const base58 = Buffer.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')

/** Filled byte by byte: concatenating a string takes twice as long. */
const letters = Buffer.from('bc1'.padEnd(64))

/** The n-th 32-bit word of a pseudo-random text. With one key instead of two, two of 100,000 texts would collide. */
export function wordOf(high: number, low: number, n: number): number {
  return mix((high + Math.imul(n, 0x9e3779b9)) | 0) ^ mix((low + Math.imul(n, 0x85ebca6b)) | 0)
}

/** Valid on mainnet, with checksum. */
export function bitcoinAddress(lock: Lock, high: number, low: number): string {
  if (lock === 'p2wpkh') return witness(fives(high, low, 32), 0)
  if (lock === 'p2tr') return witness(fives(high, low, 52), 1)
  return base58Check(lock === 'p2pkh' ? 0 : 5, high, low)
}

/** Groups of five bits; the last group of 256 bits has only one bit. */
function fives(high: number, low: number, count: number): Uint8Array {
  const groups = new Uint8Array(count)
  for (let n = 0; n < count; n++) groups[n] = (wordOf(high, low, Math.floor(n / 6)) >>> ((n % 6) * 5)) & 31
  if (count === 52) groups[51]! &= 16
  return groups
}

/** Change of the checksum remainder per leading group of five bits; BIP 173 defines it bit by bit. */
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const remainders = Int32Array.from({ length: 32 }, (_, top) =>
  generators.reduce((sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum), 0),
)

function remainder(before: number, group: number): number {
  return ((before & 0x1ffffff) << 5) ^ group ^ remainders[before >>> 25]!
}

/** Remainder after the expanded mainnet prefix "bc". */
const afterPrefix = [3, 3, 0, 2, 3].reduce(remainder, 1)

/** Bech32 for version 0 (BIP 173), Bech32m from version 1 on (BIP 350). */
function witness(program: Uint8Array, version: number): string {
  let rest = remainder(afterPrefix, version)
  let end = letters.write('bc1')
  letters[end++] = base32[version]!
  for (const group of program) {
    letters[end++] = base32[group]!
    rest = remainder(rest, group)
  }
  for (let n = 0; n < 6; n++) rest = remainder(rest, 0)
  rest ^= version === 0 ? 1 : 0x2bc830a3
  for (let n = 5; n >= 0; n--) letters[end++] = base32[(rest >>> (n * 5)) & 31]!
  return letters.toString('latin1', 0, end)
}

const checked = Buffer.alloc(25)

/** Version byte, 20 bytes, and the first four bytes of their double SHA-256, in base 58. */
function base58Check(version: number, high: number, low: number): string {
  checked[0] = version
  for (let n = 0; n < 5; n++) checked.writeInt32BE(wordOf(high, low, n), 1 + n * 4)
  const once = digest('sha256', checked.subarray(0, 21), 'buffer')
  digest('sha256', once, 'buffer').copy(checked, 21, 0, 4)
  return inBase58(checked)
}

/** 58^5: converts five digits at once, lowest first. A double still holds this with sixteen more bits. */
const fiveDigits = 656_356_768
const limbs = new Float64Array(7)

/** Converts 25 bytes to base 58. Each leading zero byte becomes a "1", so addresses of version 0 begin with 1. */
function inBase58(bytes: Buffer): string {
  limbs.fill(0)
  limbs[0] = bytes[0]!
  for (let at = 1; at < bytes.length; at += 2) append(bytes.readUInt16BE(at))
  let start = letters.length
  for (const limb of limbs)
    for (let n = 0, left = limb; n < 5; n++, left = Math.floor(left / 58)) letters[--start] = base58[left % 58]!
  while (letters[start] === base58[0]) start++
  for (let n = 0; bytes[n] === 0; n++) letters[--start] = base58[0]!
  return letters.toString('latin1', start)
}

function append(bits: number): void {
  let carry = bits
  for (let n = 0; n < limbs.length; n++) {
    const value = limbs[n]! * 65_536 + carry
    carry = Math.floor(value / fiveDigits)
    limbs[n] = value - carry * fiveDigits
  }
}
