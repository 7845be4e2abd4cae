import { Type } from '@sinclair/typebox'
import { shown, unknownCode } from '../../src/base/failure.ts'
import { allOf, suggestion } from '../../src/base/nearest.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import type { PageQuery, Slice } from '../../src/operations/paging/page.ts'
import type { WalkPosition } from '../../src/operations/paging/token.ts'
import { restFrom, withinHeld } from '../../src/operations/paging/within-held.ts'
import { Code, ListOf } from '../../src/operations/schemas.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { type AskedBlocks, blockSearch } from '../readers/block-search.ts'
import { blockchains } from '../readers/blockchains.ts'
import type { Chain } from './block-marks.ts'

const names = ['blockchain', 'protocol', 'asset'] as const

type Names = Record<(typeof names)[number], string>

/** Query parameters, besides the blockchain. */
export const marketFilters = {
  protocol: Type.Optional(ListOf(Code, { example: ['aav3'] })),
  exchange: Type.Optional(ListOf(Code, { aliasOf: 'protocol', example: ['aav3'], description: 'alias of protocol' })),
  asset: Type.Optional(ListOf(Code)),
}

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

/** The lending markets that the parameters select. A blockchain may have none. */
export const lendingMarkets: Subject<
  typeof NoPath,
  StoredLendingMarket[],
  Partial<Record<keyof Names, string[] | undefined>>
> = {
  parameters: NoPath,
  prepare(store) {
    const markets = marketsOf(store)
    const chains = store.texts(`SELECT name FROM ${blockchains}`)
    return (_path, query) => {
      // `*` selects all.
      const wanted = Object.fromEntries(names.map(name => [name, query[name]?.includes('*') ? undefined : query[name]]))
      for (const name of names) {
        const [lacking] = lackingCodes(name, wanted[name], markets, name === 'blockchain' ? chains : [])
        if (lacking !== undefined) throw unknownCode(noMarket(name, lacking, markets))
      }
      const asked = markets.filter(market => names.every(name => wanted[name]?.includes(market.names[name]) ?? true))
      const [chain] = asked.length > 0 ? [] : lackingCodes('blockchain', wanted.blockchain, markets)
      const missing = chain !== undefined && { missing: noMarket('blockchain', chain, markets) }
      return { entity: asked, bindings: {}, begins: chainsBegin, ...missing }
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

/** Reads the part of a walk over markets that has the blocks of its query and is held. */
export function heldBlocks(store: Store) {
  const feed = { coverage: store.coverage, kind: 'lending', subjects: [0] } as const
  const blocksWithin = blockSearch(store)
  return <Q extends PageQuery<StoredLendingMarket[], AskedBlocks>>(
    query: Q,
    position: WalkPosition | null,
    read: (held: Q, asked: Q) => Slice,
  ): Slice => {
    const rest = restFrom(query, position)
    const chains = query.entity.map(({ chain }) => chain.code)
    const asked = { ...rest, ...blocksWithin(chains, rest, query.parameters, query.sort) }
    return withinHeld(feed, asked, held => read(held, asked))
  }
}

type Markets = readonly StoredLendingMarket[]

/** @param others codes that are known although no market has them */
function lackingCodes(
  name: keyof Names,
  codes: string[] | undefined,
  markets: Markets,
  others: string[] = [],
): string[] {
  const known = new Set([...markets.map(market => market.names[name]), ...others])
  return codes?.filter(code => !known.has(code)) ?? []
}

function noMarket(name: keyof Names, code: string, markets: Markets): string {
  const known = new Set(markets.map(market => market.names[name]))
  const there = name === 'protocol' ? 'as protocol or exchange, there are' : 'there are'
  return `no lending market has the ${name} ${shown(code)}${suggestion(code, known)}; ${there} ${allOf([...known].sort())}`
}
