import { badParameter } from '../../src/base/failure.ts'
import { type ChainKeys, ChainNames } from '../../src/market/chain-names.ts'
import { remembered } from '../../src/market/made-once.ts'
import { logIndexStride, swapAt } from '../../src/market/trades/swap-number.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { chainCheck } from '../liquidity/pool.ts'
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
}

interface NamedChain {
  code: string | null
  names: ChainNames | null
}

/** Finds the pools, hashes and accounts of trades on decentralised exchanges. */
export class SwapReader {
  readonly #find: Statement<
    [isOnChain: number, code: string | null, accounts: number | null, transactions: number | null]
  >
  readonly #pools: Statement<[id: number, address: string]>
  readonly #checkChain: (code: string) => void
  readonly #chainOf = remembered((id: number) => this.#readChain(id))
  /** Of each chain: by the remainder of their swaps, the first of a remainder. */
  readonly #addressesOn = remembered((code: string | null) => new Map(this.#pools.all({ code })))

  constructor(store: Store) {
    this.#find = store.prepare(
      `SELECT kind = 'decentralised', instrument.blockchain, accounts, transactions FROM instrument
       JOIN exchange ON exchange.code = exchange_code LEFT JOIN chain ON chain.code = instrument.blockchain
       WHERE instrument.id = :id`,
    )
    this.#pools = store.prepare(
      `SELECT id % ${logIndexStride}, address FROM pool WHERE blockchain = :code AND type <> 'vault' ORDER BY id DESC`,
    )
    this.#checkChain = chainCheck(store)
  }

  /** Null on centralised exchanges. @throws Failure for filters there */
  of({ entity, lenient, parameters: filters }: PageQuery<StoredInstrument, SwapFilters>): Swaps | null {
    if (filters.blockchain !== undefined && !lenient) this.#checkChain(filters.blockchain)
    const chain = this.#chainOf(entity.id)
    const given = names.filter(name => filters[name] !== undefined)
    if (chain !== null) return this.#swapsOn(chain, filters, given.length > 0)
    if (given.length > 0) throw badParameter(`${given[0]} applies to instruments of decentralised exchanges only`)
    return null
  }

  #readChain(id: number): NamedChain | null {
    const [isOnChain, code, accounts, transactions] = this.#find.get({ id })!
    const keys: ChainKeys | null = accounts === null || transactions === null ? null : { accounts, transactions }
    return isOnChain ? { code, names: code !== null && keys !== null ? new ChainNames(code, keys) : null } : null
  }

  #swapsOn({ code, names }: NamedChain, filters: SwapFilters, isFiltered: boolean): Swaps {
    const addresses = this.#addressesOn(code)
    const unknown = { blockchain: code, pool_address: null, transaction_hash: null, user_address: null }
    const none = isFiltered && (names === null || (filters.blockchain ?? code) !== code)
    return {
      none,
      keeps: names && isFiltered ? keptBy(names, addresses, filters) : undefined,
      of(number) {
        if (names === null || number === null) return unknown
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
}

function keptBy(chain: ChainNames, addresses: ReadonlyMap<number, string>, filters: SwapFilters): SwapTest {
  const { pool_address, transaction_hash, user_address } = filters
  const hasHash = transaction_hash === undefined ? undefined : chain.hasHash(withPrefix(transaction_hash))
  const isSwapper = user_address === undefined ? undefined : chain.isSwapper(user_address)
  return number => {
    const { block, logIndex, pool } = swapAt(number)
    if (pool_address !== undefined && addresses.get(pool) !== pool_address) return false
    if (isSwapper?.(block, logIndex) === false) return false
    return hasHash?.(block, logIndex) !== false
  }
}

/** Hashes may be given without their prefix. */
export function withPrefix(hash: string): string {
  return /^[0-9a-f]{64}$/i.test(hash) ? `0x${hash.toLowerCase()}` : hash
}
