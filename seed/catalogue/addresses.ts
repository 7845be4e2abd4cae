import { createRequire } from 'node:module'
import { addressText, base58 } from '../../src/market/chain-names.ts'
import { keyOf, Stream } from '../hashed-draws.ts'

type Faker = typeof import('@faker-js/faker/locale/base')

/** Account addresses have the format of their chain and no meaning. */
export function accountsOf(seed: string): (chain: string, name: string) => string {
  // Loading faker takes as long as writing a small world, so load it only to write a catalogue.
  const { faker } = createRequire(import.meta.url)('@faker-js/faker/locale/base') as Faker
  return (chain, name) => {
    faker.seed(keyOf(seed, 'address', chain, name) >>> 0)
    return chain === 'solana'
      ? faker.string.fromCharacters(base58, 44)
      : faker.string.hexadecimal({ length: 40, casing: 'lower', prefix: '0x' })
  }
}

/** They do not depend on the seed, so example URLs work in every world. */
export function contractAddress(chain: string, name: string): string {
  return addressText(chain, new Stream(keyOf('contracts', 'address', chain, name)))
}
