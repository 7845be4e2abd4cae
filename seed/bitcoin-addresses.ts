import { hash as digest } from 'node:crypto'
import { mix } from './hash.ts'

/** How coins are locked: to a key's hash as before 2017 and since, to a script's hash, to a key by Taproot. */
export type Lock = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

const base32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 32 bits of the endless text that two keys stand for: one key alone would give two of a hundred thousand the same. */
export function wordOf(high: number, low: number, n: number): number {
  return mix((high + Math.imul(n, 0x9e3779b9)) | 0) ^ mix((low + Math.imul(n, 0x85ebca6b)) | 0)
}

/** A valid address of the main chain, its checksum included; what it locks to is two keys' text. */
export function bitcoinAddress(lock: Lock, high: number, low: number): string {
  if (lock === 'p2wpkh') return witness(fives(high, low, 32), 0)
  if (lock === 'p2tr') return witness(fives(high, low, 52), 1)
  return base58Check(lock === 'p2pkh' ? 0 : 5, high, low)
}

/** Groups of five bits. Of 256 bits the last group has only one. */
function fives(high: number, low: number, count: number): Uint8Array {
  const groups = new Uint8Array(count)
  for (let n = 0; n < count; n++) groups[n] = (wordOf(high, low, Math.floor(n / 6)) >>> ((n % 6) * 5)) & 31
  if (count === 52) groups[51]! &= 16
  return groups
}

/** What each leading group of five bits adds to the remainder, as BIP 173 has it bit by bit. */
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const remainders = Int32Array.from({ length: 32 }, (_, top) =>
  generators.reduce((sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum), 0),
)

function remainder(before: number, group: number): number {
  return ((before & 0x1ffffff) << 5) ^ group ^ remainders[before >>> 25]!
}

/** The remainder after the human-readable part of the main chain, "bc", expanded. */
const afterPrefix = [3, 3, 0, 2, 3].reduce(remainder, 1)

/** Bech32 for version 0 (BIP 173), Bech32m from version 1 on (BIP 350). */
function witness(program: Uint8Array, version: number): string {
  let text = `bc1${base32[version]}`
  let rest = remainder(afterPrefix, version)
  for (const group of program) {
    text += base32[group]
    rest = remainder(rest, group)
  }
  for (let n = 0; n < 6; n++) rest = remainder(rest, 0)
  rest ^= version === 0 ? 1 : 0x2bc830a3
  for (let n = 5; n >= 0; n--) text += base32[(rest >>> (n * 5)) & 31]
  return text
}

/** A version byte, 20 bytes, and the first four of the SHA-256 of their SHA-256, in base 58. */
function base58Check(version: number, high: number, low: number): string {
  const bytes = Buffer.alloc(25)
  bytes[0] = version
  for (let n = 0; n < 5; n++) bytes.writeInt32BE(wordOf(high, low, n), 1 + n * 4)
  const once = digest('sha256', bytes.subarray(0, 21), 'buffer')
  digest('sha256', once, 'buffer').copy(bytes, 21, 0, 4)
  return inBase58(bytes)
}

/** Leading zero bytes are written as a 1 each, which is why addresses of version 0 begin so. */
function inBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let n = 0; n < digits.length || carry > 0; n++) {
      carry += (digits[n] ?? 0) * 256
      digits[n] = carry % 58
      carry = Math.floor(carry / 58)
    }
  }
  let text = ''
  for (const digit of digits) text = base58[digit] + text
  for (let n = 0; bytes[n] === 0; n++) text = `1${text}`
  return text
}
