import { createRequire } from 'node:module'
import { keyOf, Stream } from '../hash.ts'
import { addressText, base58 } from './chain-text.ts'

type Faker = typeof import('@faker-js/faker/locale/en')

/** Addresses of accounts that are written down once, with the catalogue: they look like their chain's and mean nothing. */
export class Accounts {
  readonly #seed: string
  readonly #faker: Faker['faker']

  constructor(seed: string) {
    this.#seed = seed
    // Importing faker takes as long as writing a small world, so only those who write a catalogue load it.
    this.#faker = (createRequire(import.meta.url)('@faker-js/faker/locale/en') as Faker).faker
  }

  of(chain: string, name: string): string {
    const { string } = this.#faker
    this.#faker.seed(keyOf(this.#seed, 'address', chain, name) >>> 0)
    return chain === 'solana'
      ? string.fromCharacters(base58, 44)
      : string.hexadecimal({ length: 40, casing: 'lower', prefix: '0x' })
  }
}

/**
 * Contracts have the same addresses whatever the seed, so that an example of a pool is one everywhere.
 * @param prefix hexadecimal digits that it begins with, where the chain writes those.
 */
export function contractAddress(chain: string, name: string, prefix = ''): string {
  const text = addressText(chain, new Stream(keyOf('contracts', 'address', chain, name)))
  return chain === 'solana' ? text : `0x${prefix}${text.slice(2 + prefix.length)}`
}
