import { type ChainKeys, ChainNames } from '../../src/market/chain-names.ts'
import { keyOf } from '../hashed-draws.ts'

export function chainKeys(seed: string, chain: string): ChainKeys {
  return { accounts: keyOf(seed, 'account', chain), transactions: keyOf(seed, 'transaction', chain) }
}

export function chainNames(seed: string, chain: string): ChainNames {
  return new ChainNames(chain, chainKeys(seed, chain))
}
