import { addressText } from './chain-text.ts'
import { keyOf, Stream } from './hash.ts'

/** Addresses of contracts and accounts that have names. */
export class Addresses {
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  /** @param prefix hexadecimal digits that it begins with, where the chain writes those. */
  of(chain: string, name: string, prefix = ''): string {
    const text = addressText(chain, new Stream(keyOf(this.#seed, 'address', chain, name)))
    return chain === 'solana' ? text : `0x${prefix}${text.slice(2 + prefix.length)}`
  }
}

/** Contracts have the same addresses whatever the seed, so that an example of a pool is one everywhere. */
export const contracts = new Addresses('contracts')
