import { Type } from '@sinclair/typebox'
import { blockOfDigest } from '../../src/market/chain-names.ts'
import type { Period } from '../../src/market/time.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import type { AnyQuery } from '../../src/operations/paging/page.ts'
import {
  BlockRange,
  InclusiveEndTime,
  Nanoseconds,
  PageSize,
  Sort,
  TimesOrDays,
  TransactionHash,
} from '../../src/operations/schemas.ts'
import { historyClocks } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { bitcoinBlocks, blockSearch, blocksOf, longestGap } from '../readers/block-search.ts'

export const satoshi = 100_000_000

export const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
export const bitcoins = Type.Number({ unit: 'in bitcoin' })
export const usd = Type.Number({ unit: 'in USD at block time' })
export const BlockTime = { ...Nanoseconds, description: 'block time, a whole second' }

/** Parameters that choose transactions. */
export const transactionQuery = {
  ...BlockRange,
  ...TimesOrDays,
  ...InclusiveEndTime,
  // Another name of `end_time`, so as inclusive.
  end_date: { ...TimesOrDays.end_date, inclusive: true },
  transaction_hash: Type.Optional({ ...TransactionHash, description: 'keeps the transaction with this hash or id' }),
}

export const pageQuery = { sort: Sort(), page_size: PageSize(100, 5000) }

/** The chain, whose newest block decides which ones are confirmed. */
export const bitcoin: Subject<typeof NoPath, undefined> = {
  parameters: NoPath,
  prepare:
    ({ coverage }) =>
    (_path, _query, horizon) => {
      coverage.need('bitcoin', 0, horizon - longestGap, horizon)
      return { entity: undefined, bindings: {}, begins: historyClocks.from }
    },
}

/** Two seeks convert times to blocks, so bounds are ranges of the primary key; recent blocks are omitted. */
const confirmed = `(SELECT max(number) FROM bitcoin_block WHERE timestamp < :now)
  - (SELECT confirmations FROM chain WHERE code = 'bitcoin')`
const first = '(SELECT number FROM bitcoin_block WHERE timestamp >= :from ORDER BY timestamp, number LIMIT 1)'
const last = '(SELECT number FROM bitcoin_block WHERE timestamp < :until ORDER BY timestamp DESC, number DESC LIMIT 1)'
export const inRange = `block_number >= max(${first}, ifnull(:start_block, 0))
  AND block_number <= min(${last}, ${confirmed}, ifnull(:end_block, ${Number.MAX_SAFE_INTEGER}))`

const givenBytes = "unhex(replace(:transaction_hash, '0x', ''))"
/** Whether a column holds `:transaction_hash`. The index holds only the first bytes. */
export const isGiven = (column: string) =>
  `substr(${column}, 1, 6) = substr(${givenBytes}, 1, 6) AND ${column} = ${givenBytes}`

/** The part of a range that has the blocks, or the transaction, of a query. */
export function withinBlocks(store: Store): (query: AnyQuery, range: Period) => Period {
  const search = blockSearch(store, 'bitcoin', bitcoinBlocks)
  const [key = null] = store.get<[key: number | null]>("SELECT transactions FROM chain WHERE code = 'bitcoin'") ?? []
  return ({ parameters, sort }, range) => {
    const { transaction_hash: hash } = parameters
    if (hash === undefined || key === null) return search(['bitcoin'], range, blocksOf(parameters), sort)
    const digest = Buffer.from(String(hash).slice(-64), 'hex')
    // A signature of another chain.
    if (digest.length < 32) return { from: range.from, until: range.from }
    return search(['bitcoin'], range, { block_number: blockOfDigest(key, digest) }, 'both')
  }
}
