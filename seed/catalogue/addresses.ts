import { createRequire } from 'node:module'
import { addressText, base58 } from '../../src/market/chain-names.ts'
import { keyOf, Stream } from '../hashed-draws.ts'

type Faker = typeof import('@faker-js/faker/locale/en')

/** Account addresses have the format of their chain and no meaning. */
export class Accounts {
  readonly #seed: string
  readonly #faker: Faker['faker']

  constructor(seed: string) {
    this.#seed = seed
    // Loading faker takes as long as writing a small world, so load it only to write a catalogue.
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

/** They do not depend on the seed, so example URLs work in every world. */
export function contractAddress(chain: string, name: string): string {
  return addressText(chain, new Stream(keyOf('contracts', 'address', chain, name)))
}
