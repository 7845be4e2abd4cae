import { createRequire } from 'node:module'
import { keyOf } from './hash.ts'

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

type Faker = typeof import('@faker-js/faker/locale/en')

/** Contracts' addresses: they look like their chain's and mean nothing. */
export class Addresses {
  readonly #seed: string
  readonly #faker: Faker['faker']

  constructor(seed: string) {
    this.#seed = seed
    // Importing faker takes longer than writing a small world, so only those who need addresses load it.
    this.#faker = (createRequire(import.meta.url)('@faker-js/faker/locale/en') as Faker).faker
  }

  /** @param prefix hexadecimal digits that it begins with, where the chain writes those. */
  of(chain: string, name: string, prefix = ''): string {
    const { string } = this.#faker
    this.#faker.seed(keyOf(this.#seed, 'address', chain, name) >>> 0)
    if (chain === 'solana') return string.fromCharacters(base58, 44)
    return `0x${prefix}${string.hexadecimal({ length: 40 - prefix.length, casing: 'lower', prefix: '' })}`
  }
}
