import { remembered } from './made-once.ts'
import { draw, Stream, unit } from './numbers/hash.ts'

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
function transactionText(chain: string, stream: Stream): string {
  return chain === 'solana' ? letters(stream, 88) : `0x${hexadecimal(stream, 64)}`
}

/** Accounts that provide liquidity or swap on a chain. */
const accounts = 600

/** Keys of a chain's random names: 32 bits, signed. */
export interface ChainKeys {
  accounts: number
  transactions: number
}

/** Names of accounts and transactions, computed without a table. */
export class ChainNames {
  readonly #chain: string
  readonly #keys: ChainKeys
  readonly #accountAt = remembered((place: number) =>
    addressText(this.#chain, new Stream(draw(this.#keys.accounts, place))),
  )

  constructor(chain: string, keys: ChainKeys) {
    this.#chain = chain
    this.#keys = keys
  }

  /** @param luck from 0 to 1; a few accounts are far more active. */
  account(luck: number): string {
    return this.#accountAt(placeOf(luck))
  }

  /** The account of the swap at a log index. */
  swapper(block: number, logIndex: number): string {
    return this.#accountAt(this.#swapperPlace(block, logIndex))
  }

  /** Whether an account made the swap at a log index, without its name: in 0.1 µs. */
  isSwapper(address: string): (block: number, logIndex: number) => boolean {
    const place = Array.from({ length: accounts }, (_, n) => n).find(n => this.#accountAt(n) === address)
    return (block, logIndex) => this.#swapperPlace(block, logIndex) === place
  }

  /** The n-th of the accounts of a place with a key. */
  accountNear(key: number, n: number): string {
    return this.#accountAt(((key >>> 0) + n) % accounts)
  }

  transaction(block: number, logIndex: number): string {
    return transactionText(this.#chain, this.#streamOf(block, logIndex))
  }

  /** Whether a hash names the transaction at a log index; most differ at their beginning. */
  hasHash(hash: string): (block: number, logIndex: number) => boolean {
    const isStart = (stream: Stream) =>
      this.#chain === 'solana' ? hash.startsWith(letters(stream, 1)) : hash.startsWith(hexadecimal(stream, 8), 2)
    return (block, logIndex) => isStart(this.#streamOf(block, logIndex)) && this.transaction(block, logIndex) === hash
  }

  #streamOf(block: number, logIndex: number): Stream {
    return new Stream(draw(draw(this.#keys.transactions, block), logIndex))
  }

  #swapperPlace(block: number, logIndex: number): number {
    return placeOf(unit(draw(draw(this.#keys.accounts, block), logIndex)))
  }
}

function placeOf(luck: number): number {
  return Math.floor(luck * luck * luck * accounts)
}
