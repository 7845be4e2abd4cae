import { ChainNames } from '../../src/market/chain-names.ts'
import { remembered } from '../../src/market/made-once.ts'
import type { Store } from '../../src/store/store.ts'

/** Chains whose ids are fixed; the others follow by code. */
export const firstChains = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche']

/** Of chains that have generated names of accounts and transactions; none in a store of another origin. */
export const chainNamesOf = remembered((store: Store): ReadonlyMap<string, ChainNames> => {
  const chains = store.all<[code: string, accounts: number, transactions: number]>(
    'SELECT code, accounts, transactions FROM chain WHERE accounts IS NOT NULL AND transactions IS NOT NULL',
  )
  return new Map(
    chains.map(([code, ...keys]) => [code, new ChainNames(code, { accounts: keys[0], transactions: keys[1] })]),
  )
}, new WeakMap())

/** Every chain that a record names. */
export const blockchains = `(SELECT row_number() OVER (ORDER BY ${firstChains.map(code => `name = '${code}' DESC`)}, name) AS id, name
  FROM (SELECT 'bitcoin' AS name WHERE EXISTS (SELECT 1 FROM bitcoin_wallet) OR EXISTS (SELECT 1 FROM bitcoin_block) UNION SELECT code FROM chain
    UNION SELECT blockchain FROM pool UNION SELECT blockchain FROM supply_source UNION SELECT blockchain FROM token_holder
    UNION SELECT blockchain FROM instrument WHERE blockchain IS NOT NULL))`
