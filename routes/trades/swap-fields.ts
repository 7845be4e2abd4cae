import { badParameter } from '../../src/base/failure.ts'
import type { ChainNames, TransactionPlace } from '../../src/market/chain-names.ts'
import { remembered } from '../../src/market/made-once.ts'
import { logIndexStride, swapAt } from '../../src/market/trades/swap-number.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { chainCheck } from '../liquidity/pool.ts'
import { chainNamesOf } from '../readers/blockchains.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

/** What a record of a decentralised exchange has besides a trade's fields. */
export interface SwapPlace {
  blockchain: string | null
  pool_address: string | null
  transaction_hash: string | null
  user_address: string | null
}

export type SwapFilters = { [K in keyof SwapPlace]?: string | undefined }
const names = ['blockchain', 'pool_address', 'transaction_hash', 'user_address'] as const

type SwapTest = (number: number) => boolean

/** The swaps of a query, by their numbers; a store of another origin does not know where they happened. */
export interface Swaps {
  of(number: number | null): SwapPlace
  /** Whether the filters keep a swap; undefined without filters. */
  keeps: SwapTest | undefined
  /** Whether the filters keep none, as seen without reading. */
  none: boolean
  /** The block of the transaction that they name. */
  block: BlockPlace | undefined
}

interface BlockPlace {
  blockchain: string
  block_number: number
}

interface NamedChain {
  code: string | null
  /** Undefined in a store of another origin. */
  names: ChainNames | undefined
}

/** Finds the pools, hashes and accounts of trades on decentralised exchanges. */
export function swapReader(store: Store) {
  const chainOf = remembered((id: number) => readChain(id))
  /** Of each chain: by the remainder of their swaps, the first of a remainder. */
  const addressesOn = remembered((code: string | null) => new Map(pools.all({ code })))
  const find = store.prepare<[isOnChain: number, code: string | null]>(
    `SELECT kind = 'decentralised', blockchain FROM instrument
     JOIN exchange ON exchange.code = exchange_code WHERE instrument.id = :id`,
  )
  const chains = chainNamesOf(store)
  const pools = store.prepare<[id: number, address: string]>(
    `SELECT id % ${logIndexStride}, address FROM pool WHERE blockchain = :code AND type <> 'vault' ORDER BY id DESC`,
  )
  const checkChain = chainCheck(store)

  /** Null on centralised exchanges. @throws Failure for filters there */
  function of({ entity, lenient, parameters: filters }: PageQuery<StoredInstrument, SwapFilters>): Swaps | null {
    if (filters.blockchain !== undefined && !lenient) checkChain(filters.blockchain)
    const chain = chainOf(entity.id)
    const given = names.filter(name => filters[name] !== undefined)
    if (chain !== null) return swapsOn(chain, addressesOn(chain.code), filters, given.length > 0)
    if (given.length > 0) throw badParameter(`${given[0]} applies to instruments of decentralised exchanges only`)
    return null
  }

  function readChain(id: number): NamedChain | null {
    const [isOnChain, code] = find.get({ id })!
    return isOnChain ? { code, names: chains.get(code ?? '') } : null
  }

  return of
}

function swapsOn(
  { code, names }: NamedChain,
  addresses: ReadonlyMap<number, string>,
  filters: SwapFilters,
  isFiltered: boolean,
): Swaps {
  const unknown = { blockchain: code, pool_address: null, transaction_hash: null, user_address: null }
  const { transaction_hash: hash } = filters
  const place = hash === undefined ? undefined : names?.find(hash)
  const isElsewhere = (filters.blockchain ?? code) !== code || (hash !== undefined && place === undefined)
  return {
    none: isFiltered && (names === undefined || isElsewhere),
    block: place && { blockchain: code!, block_number: place.block },
    keeps: names && isFiltered ? keptBy(names, addresses, filters, place) : undefined,
    of(number) {
      if (names === undefined || number === null) return unknown
      const { block, logIndex, pool } = swapAt(number)
      return {
        blockchain: code,
        pool_address: addresses.get(pool) ?? null,
        transaction_hash: names.transaction(block, logIndex),
        user_address: names.swapper(block, logIndex),
      }
    },
  }
}

/** @param only the place of the only swap that is kept */
function keptBy(
  chain: ChainNames,
  addresses: ReadonlyMap<number, string>,
  { pool_address, user_address }: SwapFilters,
  only: TransactionPlace | undefined,
): SwapTest {
  const isSwapper = user_address === undefined ? undefined : chain.isSwapper(user_address)
  return number => {
    const { block, logIndex, pool } = swapAt(number)
    if (pool_address !== undefined && addresses.get(pool) !== pool_address) return false
    if (isSwapper?.(block, logIndex) === false) return false
    return only === undefined || (only.block === block && only.logIndex === logIndex)
  }
}
