import { draw, keyOf, Stream } from './hash.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** How many accounts there are on a chain that provide liquidity. */
const accounts = 600

/** Names of accounts and transactions: they look like their chain's, and are found without a table of them. */
export class ChainNames {
  readonly #chain: string
  readonly #accountKey: number
  readonly #transactionKey: number
  readonly #accounts = new Map<number, string>()

  constructor(seed: string, chain: string) {
    this.#chain = chain
    this.#accountKey = keyOf(seed, 'account', chain)
    this.#transactionKey = keyOf(seed, 'transaction', chain)
  }

  /** @param luck from 0 to 1; few accounts are much more active than the others. */
  account(luck: number): string {
    const place = Math.floor(luck * luck * luck * accounts)
    const known = this.#accounts.get(place)
    if (known) return known
    const stream = new Stream(draw(this.#accountKey, place))
    const name = this.#chain === 'solana' ? letters(stream, 44) : `0x${hexadecimal(stream, 40)}`
    this.#accounts.set(place, name)
    return name
  }

  transaction(block: number, logIndex: number): string {
    const stream = new Stream(draw(draw(this.#transactionKey, block), logIndex))
    return this.#chain === 'solana' ? letters(stream, 88) : `0x${hexadecimal(stream, 64)}`
  }
}

function hexadecimal(stream: Stream, digits: number): string {
  let text = ''
  for (let n = 0; n < digits; n += 8) text += (stream.bits() >>> 0).toString(16).padStart(8, '0')
  return text
}

function letters(stream: Stream, count: number): string {
  let text = ''
  for (let n = 0; n < count; n++) text += base58[Math.floor(stream.unit() * 58)]
  return text
}
