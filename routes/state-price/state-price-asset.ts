import { Type } from '@sinclair/typebox'
import { type Failure, shown, unknownCode } from '../../src/base/failure.ts'
import { allOf } from '../../src/base/nearest.ts'
import { codeCheck } from '../../src/operations/named.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Code } from '../../src/operations/schemas.ts'
import { chainsBegin, firstIdWhenAsked } from '../../src/store/history/coverage.ts'
import { keptInSnapshot } from '../../src/store/snapshot-values.ts'
import type { Store } from '../../src/store/store.ts'
import { profileHint } from '../subjects/omitted.ts'

/** Protocols and quotes of eligible pools. */
const protocols = ['usp2', 'usp3', 'bal2', 'curv', 'cur2']
const quotes = ['usdc', 'usdt', 'weth']
/** Wrapped ether: the only quote for liquid-staking tokens. Its own state price is its rate. */
const ether = 'weth'

/** A pool that holds the asset beside a quote. */
export interface StatePool {
  id: number
  address: string
  blockchain: string
  exchange: string
  quote: string
  /** Whether the asset is the quote of the pool’s own price. */
  inverted: boolean
}

export interface StatePriceAsset {
  code: string
  staked: boolean
  pools: readonly StatePool[]
}

/** The asset of the path, and wrapped ether for conversion. */
export interface StatePriceEntity {
  asset: StatePriceAsset
  ether: StatePriceAsset
}

const AssetInPath = Type.Object({ asset: Code })

/** Finds the asset of `:asset` and its eligible pools; refuses assets without any. */
export const statePriceSubject: Subject<typeof AssetInPath, StatePriceEntity> = {
  parameters: AssetInPath,
  prepare(store) {
    const check = codeCheck(store, 'asset')
    const find = assetFinder(store)
    return ({ asset: code }) => {
      check(code)
      const asset = find(code)
      if (asset.pools.length === 0) throw unpriced(store, asset)
      return { entity: { asset, ether: find(ether) }, bindings: {}, begins: chainsBegin }
    }
  },
}

const bound = { protocols: JSON.stringify(protocols), quotes: JSON.stringify(quotes), ether: JSON.stringify([ether]) }

/**
 * Pools with states, by either side of their traded pair. In a generated market, these are the pools of the instruments that
 * profiles fill ahead.
 */
function pricedPools(store: Store): string {
  const ahead = `instrument_pool AS held WHERE instrument < ${firstIdWhenAsked} AND held.pool = pool.id`
  const held = store.generated ? ahead : 'pool_state AS held WHERE held.pool = pool.id'
  return `pool
  JOIN pool_token AS base ON base.pool = pool.id AND base.position IN (base_position, base_position + 1)
  JOIN pool_token AS quote ON quote.pool = pool.id AND quote.position = 2 * base_position + 1 - base.position
  JOIN asset ON asset.code = base.asset
  WHERE protocol IN (SELECT value FROM json_each(:protocols)) AND EXISTS (SELECT 1 FROM ${held})
  AND quote.asset IN (SELECT value FROM json_each(iif(asset_class = 'liquid-staking', :ether, :quotes)))`
}

/** Assets. */
const mostKept = 100

function assetFinder(store: Store): (code: string) => StatePriceAsset {
  const find = store.prepare<StatePoolRow>(
    `SELECT pool.id, pool.address, pool.blockchain, protocol, quote.asset, base.position > base_position FROM ${pricedPools(store)} AND base.asset = :code ORDER BY pool.id`,
  )
  const isStaked = store.prepare("SELECT asset_class = 'liquid-staking' FROM asset WHERE code = :code")
  const read = (code: string) => ({
    code,
    staked: isStaked.get({ code })?.[0] === 1,
    pools: find.all({ ...bound, code }).map(asPool),
  })
  // Of 500 requests at once, reading took a fifth of the time.
  const kept = keptInSnapshot<StatePriceAsset>(store, mostKept)
  return code => kept(code, () => read(code))
}

type StatePoolRow = [id: number, address: string, blockchain: string, exchange: string, quote: string, inverted: number]

function asPool([id, address, blockchain, exchange, quote, inverted]: StatePoolRow): StatePool {
  return { id, address, blockchain, exchange, quote, inverted: inverted === 1 }
}

function unpriced(store: Store, { code, staked }: StatePriceAsset): Failure {
  const find = store.prepare(`SELECT DISTINCT base.asset FROM ${pricedPools(store)} ORDER BY 1`)
  const others = find.all(bound).map(([other]) => String(other))
  const hint = omittedHint(store, code, staked ? [ether] : quotes)
  return unknownCode(`asset ${shown(code)} has no state price; eligible are ${allOf(others)}${hint}`)
}

/** Names the profile with an instrument of an eligible pool. */
function omittedHint(store: Store, code: string, quotes: readonly string[]): string {
  const pairs = quotes.flatMap(quote => [`${code}-${quote}`, `${quote}-${code}`])
  const hints = protocols.flatMap(exchange =>
    pairs.map(pair => profileHint(store, { exchange, instrument_class: 'spot', code: pair })),
  )
  return hints.find(hint => hint !== '') ?? ''
}
