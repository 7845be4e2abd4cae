import { Failure, shown } from '../../src/base/failure.ts'
import { namedSuggestion } from '../../src/base/nearest.ts'
import { codeCheck, namesOf } from '../../src/operations/named.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { chainsBegin, isFilledAhead, positionsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { chainCheck, poolFinder } from './pool.ts'

interface LiquidityFilters {
  blockchain?: string | undefined
  pool_address?: string | undefined
  protocol?: string | undefined
  pool_contains?: string[] | undefined
}

/** Filters of mints and burns; unknown codes are refused. */
export const liquidityFilters: Subject<typeof NoPath, undefined, LiquidityFilters> = {
  parameters: NoPath,
  prepare(store) {
    const find = poolFinder(store)
    const checkChain = chainCheck(store)
    const checkProtocol = protocolCheck(store)
    const checkAsset = codeCheck(store, 'asset')
    return (_path, { blockchain, protocol, pool_address, pool_contains = [] }) => {
      if (blockchain !== undefined) checkChain(blockchain)
      if (protocol !== undefined) checkProtocol(protocol)
      for (const code of pool_contains) checkAsset(code, 'pool_contains token')
      const pool = pool_address === undefined ? null : find({ pool_address, blockchain }).id
      // Without a history, all events that there are lie in the store, with those behind the positions open at its start.
      if (pool === null || !store.coverage.endless) return { entity: undefined, bindings: { pool, filled: null } }
      const begins = isFilledAhead(pool) ? positionsBegin : chainsBegin
      return { entity: undefined, bindings: { pool, filled: pool }, begins }
    }
  },
}

function protocolCheck(store: Store): (code: string) => void {
  const known = namesOf(store, 'protocol')
  return code => {
    if (known.some(one => one.code === code)) return
    const near = namedSuggestion(code, known)
    throw new Failure(
      'unknownCode',
      `unknown protocol or exchange ${shown(code)}${near}; /v1/pools-protocols lists them`,
    )
  }
}
