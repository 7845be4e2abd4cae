import type { Stream } from '../hash.ts'

export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** @param digits a multiple of eight */
function hexadecimal(stream: Stream, digits: number): string {
  let text = ''
  for (let n = 0; n < digits; n += 8) {
    const bits = stream.bits()
    text += fourDigits(bits >>> 16) + fourDigits(bits & 0xffff)
  }
  return text
}

/** Sixteen bits at a time; with 32 it takes three times as long. */
function fourDigits(bits: number): string {
  return (0x1_0000 + bits).toString(16).slice(1)
}

function letters(stream: Stream, count: number): string {
  let text = ''
  for (let n = 0; n < count; n++) text += base58[Math.floor(stream.unit() * 58)]
  return text
}

export function addressText(chain: string, stream: Stream): string {
  return chain === 'solana' ? letters(stream, 44) : `0x${hexadecimal(stream, 40)}`
}

/** Some chains identify transactions by a signature. */
export function transactionText(chain: string, stream: Stream): string {
  return chain === 'solana' ? letters(stream, 88) : `0x${hexadecimal(stream, 64)}`
}
