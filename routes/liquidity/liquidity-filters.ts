import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/base/failure.ts'
import { namedSuggestion } from '../../src/base/nearest.ts'
import { codeCheck, namesOf } from '../../src/operations/named.ts'
import type { Subject } from '../../src/operations/operation.ts'
import type { Store } from '../../src/store/store.ts'
import { chainCheck, poolFinder } from './pool.ts'

/** Filters of mints and burns; unknown codes are refused. */
export const liquidityFilters: Subject = {
  parameters: Type.Object({}),
  prepare(store) {
    const find = poolFinder(store)
    const checkChain = chainCheck(store)
    const checkProtocol = protocolCheck(store)
    const checkAsset = codeCheck(store, 'asset')
    return (_path, query) => {
      const { blockchain, protocol, pool_address, pool_contains = [] } = query
      if (blockchain !== undefined) checkChain(blockchain as string)
      if (protocol !== undefined) checkProtocol(protocol as string)
      for (const code of pool_contains as string[]) checkAsset(code, 'pool_contains token')
      return { entity: undefined, bindings: { pool: pool_address === undefined ? null : find(query).id } }
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
