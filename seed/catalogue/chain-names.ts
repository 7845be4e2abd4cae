import { draw, keyOf, Stream } from '../hash.ts'
import { addressText, transactionText } from './chain-text.ts'

/** Liquidity providers on a chain. */
const accounts = 600

/** Names of accounts and transactions, computed without a table. */
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

  /** @param luck from 0 to 1; a few accounts are far more active. */
  account(luck: number): string {
    const place = Math.floor(luck * luck * luck * accounts)
    const known = this.#accounts.get(place) ?? addressText(this.#chain, new Stream(draw(this.#accountKey, place)))
    this.#accounts.set(place, known)
    return known
  }

  transaction(block: number, logIndex: number): string {
    return transactionText(this.#chain, new Stream(draw(draw(this.#transactionKey, block), logIndex)))
  }
}
