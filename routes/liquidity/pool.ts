import { Type } from '@sinclair/typebox'
import { badParameter, type Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { suggestion } from '../../src/base/nearest.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { blockchains } from '../readers/blockchains.ts'
import { beforeAmounts } from './pool-amounts.ts'

/** Fields of a pool for tick-range pages. */
export interface StoredPool {
  id: number
  protocol: string
  tickSpacing: number
  /** Base and quote. */
  decimals: number[]
}

/** Protocols with tick-range snapshots. */
const ranged = ['usp3']

interface PoolName {
  pool_address: string
  blockchain?: string | undefined
}

/** The pool that `pool_address` names; statements bind it and its constant fields. */
export const pool: Subject<typeof NoPath, StoredPool, PoolName> = {
  parameters: NoPath,
  prepare(store) {
    const find = poolFinder(store)
    const tokens = store.prepare<[symbol: string, address: string, decimals: number]>(
      `SELECT symbol, token.address, decimals FROM pool_token AS token JOIN pool ON pool.id = token.pool
       WHERE pool = :pool AND position >= base_position ORDER BY position`,
    )
    return (_path, query) => {
      const found = find(query)
      if (found.type === 'vault')
        throw unknownCode(
          `pool_address must be a liquidity pool; ${shown(found.address)} is a lending vault of ${found.protocol}`,
        )
      const pair = tokens.all({ pool: found.id })
      const { id, tickSpacing, protocol, blockchain, name, address } = found
      const entity = { id, protocol, tickSpacing, decimals: pair.map(([, , decimals]) => decimals) }
      return {
        entity,
        bindings: {
          pool: id,
          blockchain,
          pool_name: name,
          pool_address: address,
          exchange: protocol,
          ...beforeAmounts(pair),
        },
        begins: chainsBegin,
      }
    }
  },
}

const ProtocolInPath = Type.Object({ protocol: Code })

/** A pool of a protocol with tick ranges. */
export const rangedPool: Subject<typeof ProtocolInPath, StoredPool, PoolName> = {
  parameters: ProtocolInPath,
  checkPath: checkRanged,
  prepare(store, start) {
    const find = pool.prepare(store, start)
    return (path, query, horizon) => {
      checkRanged(path)
      const found = find(path, query, horizon)
      if (found.entity.protocol !== path.protocol)
        throw unknownCode(`pool ${shown(query.pool_address)} belongs to ${found.entity.protocol}, not ${path.protocol}`)
      return found
    }
  },
}

function checkRanged({ protocol }: { protocol: string }): void {
  if (ranged.includes(protocol)) return
  throw unknownCode(`protocol must be ${ranged.join(' or ')} here, not ${shown(protocol)}`)
}

interface FoundPool extends Omit<StoredPool, 'decimals'> {
  blockchain: string
  name: string
  address: string
  type: string
}

type PoolRow = [id: number, blockchain: string, name: string, protocol: string, type: string, tickSpacing: number]

/** Finds a pool by address and, if given, chain. */
export function poolFinder(store: Store): (query: PoolName) => FoundPool {
  const find = store.prepare<PoolRow>(
    'SELECT id, blockchain, name, protocol, type, ifnull(tick_spacing, 1) FROM pool WHERE address = :address ORDER BY blockchain',
  )
  const check = chainCheck(store)
  return ({ pool_address: address, blockchain: chain }) => {
    if (chain !== undefined) check(chain)
    const known = find.all({ address }).map(row => foundOf(address, row))
    if (known.length === 0) throw unknownPool(store, address)
    const own = known.filter(one => chain === undefined || one.blockchain === chain)
    const chains = known.map(one => one.blockchain).join(' and ')
    if (own.length === 0) throw unknownCode(`pool ${shown(address)} is on ${chains}, not on ${shown(chain!)}`)
    if (own.length > 1) throw badParameter(`blockchain is required: pool_address ${shown(address)} exists on ${chains}`)
    return own[0]!
  }
}

function foundOf(address: string, row: PoolRow): FoundPool {
  const [id, blockchain, name, protocol, type, tickSpacing] = row
  return { id, blockchain, name, protocol, type, tickSpacing, address }
}

function unknownPool(store: Store, address: string): Failure {
  const addresses = store.texts('SELECT address FROM pool')
  return unknownCode(`unknown pool ${shown(address)}${suggestion(address, addresses)}; /v1/pools lists them`)
}

/** Refuses unknown chain codes. */
export function chainCheck(store: Store): (code: string) => void {
  const codes = store.texts(`SELECT name FROM ${blockchains} ORDER BY id`)
  return code => {
    if (codes.includes(code)) return
    const near = suggestion(code, codes)
    throw unknownCode(`unknown blockchain ${shown(code)}${near}; /v1/blockchains lists them`)
  }
}
