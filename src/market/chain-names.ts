import { remembered } from './made-once.ts'
import { draw, Stream, scrambled, unit, unscrambled } from './numbers/hash.ts'

export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** @param digits a multiple of eight */
function hexadecimal(stream: Stream, digits: number): string {
  let text = ''
  for (let n = 0; n < digits; n += 8) text += eightDigits(stream.bits())
  return text
}

function eightDigits(bits: number): string {
  return fourDigits(bits >>> 16) + fourDigits(bits & 0xffff)
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

/** What a transaction's name begins with: numbers of 32 bits, which say where it is. */
type NameStart = [number, number]

/** Some chains identify transactions by a signature. */
interface TransactionForm {
  text(start: NameStart, stream: Stream): string
  startOf(text: string): NameStart | undefined
}

const hashes: TransactionForm = {
  text: ([first, second], stream) => `0x${eightDigits(first)}${eightDigits(second)}${hexadecimal(stream, 48)}`,
  startOf: text => (/^0x[0-9a-f]{64}$/.test(text) ? [hexAt(text, 2), hexAt(text, 10)] : undefined),
}

function hexAt(text: string, place: number): number {
  return Number.parseInt(text.slice(place, place + 8), 16) | 0
}

/** Six letters hold eight numbers of 32 bits: three random bits are above those of the number. */
const signatures: TransactionForm = {
  text: ([first, second], stream) => sixLetters(first, stream) + sixLetters(second, stream) + letters(stream, 76),
  startOf: text => (/^[1-9A-HJ-NP-Za-km-z]{88}$/.test(text) ? [lettersAt(text, 0), lettersAt(text, 6)] : undefined),
}

function sixLetters(bits: number, stream: Stream): string {
  let left = (stream.bits() >>> 29) * 0x1_0000_0000 + (bits >>> 0)
  let text = ''
  for (let n = 0; n < 6; n++) {
    text = base58[left % 58] + text
    left = Math.floor(left / 58)
  }
  return text
}

function lettersAt(text: string, place: number): number {
  return [...text.slice(place, place + 6)].reduce((sum, letter) => sum * 58 + base58.indexOf(letter), 0) | 0
}

/** Accounts that provide liquidity or swap on a chain. */
const accounts = 600

/** Keys of a chain's random names: 32 bits, signed. */
export interface ChainKeys {
  accounts: number
  transactions: number
}

export interface TransactionPlace {
  block: number
  logIndex: number
}

/** Names of accounts and transactions, computed without a table. */
export class ChainNames {
  readonly #chain: string
  readonly #keys: ChainKeys
  readonly #form: TransactionForm
  readonly #accountAt = remembered((place: number) =>
    addressText(this.#chain, new Stream(draw(this.#keys.accounts, place))),
  )

  constructor(chain: string, keys: ChainKeys) {
    this.#chain = chain
    this.#keys = keys
    this.#form = chain === 'solana' ? signatures : hashes
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
    const { transactions } = this.#keys
    const stream = new Stream(draw(draw(transactions, block), logIndex))
    return this.#form.text(scrambled(transactions, block, logIndex), stream)
  }

  /** Where a transaction is, known without a search; undefined if the chain has none. @param given a hash may lack its prefix */
  find(given: string): TransactionPlace | undefined {
    const name = /^(0x)?[0-9a-f]{64}$/i.test(given) ? `0x${given.slice(-64).toLowerCase()}` : given
    const start = this.#form.startOf(name)
    if (start === undefined) return undefined
    const [block, logIndex] = unscrambled(this.#keys.transactions, ...start).map(bits => bits >>> 0) as NameStart
    return this.transaction(block, logIndex) === name ? { block, logIndex } : undefined
  }

  #swapperPlace(block: number, logIndex: number): number {
    return placeOf(unit(draw(draw(this.#keys.accounts, block), logIndex)))
  }
}

function placeOf(luck: number): number {
  return Math.floor(luck * luck * luck * accounts)
}

/** What a digest of bitcoin begins with. @param n of the digests of a block */
export function startOfDigest(key: number, block: number, n: number): NameStart {
  return scrambled(key, block, n)
}

/** The block of a digest of bitcoin; any block for a digest that none has. */
export function blockOfDigest(key: number, digest: Buffer): number {
  return unscrambled(key, digest.readInt32LE(0), digest.readInt32LE(4))[0] >>> 0
}
