import { shown, unknownCode } from '../../src/base/failure.ts'
import { allOf, suggestion } from '../../src/base/nearest.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import type { Chain } from './block-marks.ts'

const names = ['blockchain', 'protocol', 'asset'] as const

type Names = Record<(typeof names)[number], string>

export interface StoredLendingMarket {
  id: number
  chain: Chain
  /** JSON of the constant fields. */
  fixed: string
  names: Names
  /** The kind of balances in `metadata`. */
  balances: 'debts' | 'reserves' | 'none'
  /** Key of its users, and the part of a balance that belongs to one, in millionths; null in a store of another origin. */
  key: number | null
  layer: number | null
}

/** The lending markets that the parameters select. */
export const lendingMarkets: Subject<
  typeof NoPath,
  StoredLendingMarket[],
  Partial<Record<keyof Names, string[] | undefined>>
> = {
  parameters: NoPath,
  prepare(store) {
    const markets = marketsOf(store)
    return (_path, query) => {
      // `*` selects all.
      const wanted = Object.fromEntries(names.map(name => [name, query[name]?.includes('*') ? undefined : query[name]]))
      for (const name of names) checkCodes(name, wanted[name], markets)
      const asked = markets.filter(market => names.every(name => wanted[name]?.includes(market.names[name]) ?? true))
      return { entity: asked, bindings: {}, begins: chainsBegin }
    }
  },
}

type LendingMarketRow = [
  id: number,
  blockchain: string,
  protocol: string,
  asset: string,
  balances: StoredLendingMarket['balances'],
  fixed: string,
  key: number | null,
  layer: number | null,
]

function marketsOf(store: Store): StoredLendingMarket[] {
  const chains = new Map(
    store
      .all<[code: string, confirmation: number]>('SELECT code, confirmation FROM chain')
      .map(([code, confirmation]): [string, Chain] => [code, { code, confirmation }]),
  )
  const rows = store.all<LendingMarketRow>(
    `SELECT pool.id, blockchain, protocol, asset, balances, json_object('protocol', protocol, 'asset_symbol', symbol,
       'asset_address', token.address, 'asset_decimals', decimals, 'receipt_symbol', receipt_symbol,
       'receipt_address', pool.address, 'receipt_decimals', receipt_decimals), lending_market.key, layer
     FROM lending_market JOIN pool ON pool.id = lending_market.pool
     JOIN pool_token AS token ON token.pool = pool.id AND position = 0 ORDER BY pool.id`,
  )
  return rows.map(([id, blockchain, protocol, asset, balances, fixed, key, layer]) => {
    const chain = chains.get(blockchain) ?? { code: blockchain, confirmation: 0 }
    return {
      id,
      chain,
      fixed: fixed.slice(1, -1),
      names: { blockchain, protocol, asset },
      balances,
      key,
      layer,
    }
  })
}

function checkCodes(name: keyof Names, codes: string[] | undefined, markets: StoredLendingMarket[]): void {
  const known = new Set(markets.map(market => market.names[name]))
  const unknown = codes?.find(code => !known.has(code))
  if (unknown === undefined) return
  // Some operations have another name of it.
  const there = name === 'protocol' ? 'as protocol or exchange, there are' : 'there are'
  throw unknownCode(
    `no lending market has the ${name} ${shown(unknown)}${suggestion(unknown, known)}; ${there} ${allOf([...known].sort())}`,
  )
}
