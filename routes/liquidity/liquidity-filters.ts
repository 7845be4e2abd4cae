import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { asValue, asValues } from '../../src/operations/paging/keyset.ts'
import { chainsBegin, isFilledAhead, positionsBegin } from '../../src/store/history/coverage.ts'
import { chainNamesOf } from '../readers/blockchains.ts'
import { chainCheck, poolFinder } from './pool.ts'

type LiquidityFilters = {
  blockchain?: string | undefined
  pool_address?: string | undefined
  protocol?: string | undefined
  pool_contains?: string[] | undefined
  tx_hash?: string | undefined
}

/** Pools with any of the given tokens. The + keeps SQLite from reading and sorting every event of these pools. */
export const holdsAny =
  '+pool IN (SELECT pool FROM pool_token WHERE asset IN (SELECT value FROM json_each(:pool_contains)))'

/** Ids of the liquidity pools that a query keeps, and their chains. */
const kept = `SELECT json_group_array(id), json_group_array(DISTINCT blockchain) FROM (SELECT *, id AS pool FROM pool WHERE type <> 'vault'
  AND ifnull(protocol = :protocol, 1) AND ifnull(blockchain = :blockchain, 1) AND (:pool_contains IS NULL OR ${holdsAny}))`

const bounds = ['pool_address', 'tx_hash', 'block_number', 'start_block', 'end_block', 'start_time', 'end_time']

/** Whether a query would read all years of many pools: it reads the store alone, with the events behind positions open at its start. */
export function isSearch(query: Record<string, unknown>): boolean {
  return query.user_addresses !== undefined && !bounds.some(name => query[name] !== undefined)
}

/** Filters of mints and burns; unknown codes are refused. */
export const liquidityFilters: Subject<typeof NoPath, undefined, LiquidityFilters> = {
  parameters: NoPath,
  prepare(store) {
    const find = poolFinder(store)
    const checkChain = chainCheck(store)
    const checkProtocol = codeCheck(store, 'protocol')
    const checkAsset = codeCheck(store, 'asset')
    const chainWith = (hash?: string) =>
      hash === undefined ? undefined : [...chainNamesOf(store)].find(([, names]) => names.find(hash))?.[0]
    const keptPools = store.prepare<[ids: string, chains: string]>(kept)
    return (_path, query) => {
      const { blockchain, protocol, pool_address, pool_contains } = query
      if (blockchain !== undefined) checkChain(blockchain)
      if (protocol !== undefined) checkProtocol(protocol, 'protocol or exchange')
      for (const code of pool_contains ?? []) checkAsset(code, 'pool_contains token')
      const found = pool_address === undefined ? undefined : find({ pool_address, blockchain })
      const pool = found?.id ?? null
      if (!store.coverage.endless || isSearch(query))
        return { entity: undefined, bindings: { pool, filled: null, chains: null } }
      const begins = pool === null || isFilledAhead(pool) ? positionsBegin : chainsBegin
      const asked = { protocol, blockchain: blockchain ?? chainWith(query.tx_hash), pool_contains }
      const [filled, chains] = found
        ? [asValue([found.id]), asValue([found.blockchain])]
        : keptPools.get(asValues(asked))!
      return { entity: undefined, bindings: { pool, filled, chains }, begins }
    }
  },
}
