import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { isAmong, keyset } from '../../src/operations/paging/keyset.ts'
import {
  Address,
  BlockNumber,
  Code,
  ExactNumber,
  Identifier,
  ListOf,
  OfBlocks,
  OneOf,
  PageSize,
  Seconds,
  Sort,
  TransactionHash,
} from '../../src/operations/schemas.ts'
import { withinPoolBlocks } from '../readers/block-search.ts'
import { holdsAny, isSearch, liquidityFilters } from './liquidity-filters.ts'
import { pool, rangedPool } from './pool.ts'
import { amounts } from './pool-amounts.ts'
import { tickRanges } from './tick-ranges.ts'

const Amounts = Type.Array(
  Type.Object({
    symbol: Type.String(),
    address: Type.String(),
    amount: Type.Number({ description: 'amount in whole tokens' }),
  }),
)
const BlockTime = { ...Seconds, description: 'block time' }
const Price = ExactNumber({ description: 'price of the base token in the quote token' })
const Tick = Type.Integer({ unit: 'tick: log of the price to the base 1.0001' })

/** WETH/USDC 0.05 % on usp3. */
const examplePool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'

const { block_number, ...bounds } = OfBlocks
const when = { ...bounds, sort: Sort() }
const ofPool = { pool_address: Address, blockchain: Type.Optional(Code), ...when }

/** With `live` everything up to now, otherwise only blocks with enough confirmations. */
function confirmed(chain: string): string {
  return `(:live OR timestamp <= :now - (SELECT max(confirmation) FROM chain)
    OR timestamp <= :now - (SELECT confirmation FROM chain WHERE code = ${chain}))`
}

const blockFilters = { start_block: 'block_number >= :start_block', end_block: 'block_number <= :end_block' }
const stateFilters = { live: confirmed(':blockchain'), ...blockFilters }

/** The requested hash as stored; clients may omit 0x. */
const wanted = "iif(length(:tx_hash) = 64, '0x' || lower(:tx_hash), :tx_hash)"

export const liquidity = family(
  {
    name: 'liquidity',
    about: 'Contents of DEX liquidity pools, and deposits and withdrawals.',
    dataset: { commodity: 'liquidity', versions: ['v1'] },
    echo: 'text',
  },
  [
    operation({
      id: 'listPoolSnapshots',
      summary: 'Token amounts and price of a pool',
      description:
        'The token amounts and price of a liquidity pool after each block that changed the pool, for valuing ' +
        'liquidity positions. Records are ordered by `datetime` (block time, in seconds), then `block_number`. ' +
        'Amounts are in whole tokens; `price` is the price of the base token in the quote token. `live=false` ' +
        'omits blocks that may still be reorganised. Example: the latest states of a pool with ' +
        '`live=true&page_size=10`.',
      path: '/v2/data/liquidity.:data_version/snapshots',
      subject: pool,
      query: { ...ofPool, page_size: PageSize(1000, 1000) },
      row: {
        blockchain: Identifier,
        block_number: BlockNumber,
        pool_name: Type.String(),
        pool_address: Identifier,
        exchange: Identifier,
        price: Price,
        amounts: Amounts,
        datetime: BlockTime,
      },
      page: keyset({
        from: 'pool_state',
        where: 'pool = :pool',
        columns: {
          blockchain: ':blockchain',
          pool_name: ':pool_name',
          pool_address: ':pool_address',
          exchange: ':exchange',
          amounts,
        },
        by: ['datetime', 'block_number'],
        time: { field: 'datetime', column: 'timestamp', unit: 1000 },
        filters: stateFilters,
        feed: 'pools',
        within: withinPoolBlocks,
        feedOf: 'pool',
      }),
      example: { data_version: 'v1', pool_address: examplePool },
    }),
    operation({
      id: 'listConcentratedSnapshots',
      summary: 'Liquidity of a pool by tick range',
      description:
        'The token amounts of a concentrated-liquidity pool in each tick range around the price, for computing ' +
        'price impact. There is a record for each block that changed the pool. Records are ordered by ' +
        '`datetime` (block time, in seconds), then `block_number`. Amounts are in whole tokens; `amount` is the ' +
        'liquidity in the contract’s own unit. `price_range=0.1` covers 10 % on either side of the price. ' +
        'Example: the latest state within 1 % with `live=true&price_range=0.01&page_size=1`.',
      path: '/v2/data/liquidity.:data_version/snapshots/:protocol',
      subject: rangedPool,
      query: {
        ...ofPool,
        price_range: Type.Number({
          default: 0.1,
          minimum: 0,
          maximum: 0.2,
          description: 'width of the covered range on either side of the price, as a fraction: 0.1 is 10 %',
        }),
        page_size: PageSize(10, 10),
      },
      row: {
        block_number: BlockNumber,
        pool_name: Type.String(),
        pool_address: Identifier,
        current_tick: Tick,
        current_price: Price,
        datetime: BlockTime,
        blockchain: Identifier,
        exchange: Identifier,
        snapshots: Type.Array(
          Type.Object({
            amount0: Type.Number({ description: 'amount of the first token' }),
            amount1: Type.Number({ description: 'amount of the second token' }),
            amount: Type.Number({ description: 'liquidity in the contract’s own unit' }),
            lower_tick: Tick,
            upper_tick: Tick,
          }),
        ),
      },
      page: tickRanges(stateFilters),
      example: { data_version: 'v1', protocol: 'usp3', pool_address: examplePool },
    }),
    operation({
      id: 'listLiquidityEvents',
      summary: 'Mints and burns of pools',
      description:
        'Deposits into liquidity pools (`mint`) and withdrawals from them (`burn`), for following liquidity ' +
        'providers. Records are ordered by `datetime` (block time, in seconds), chain, block and `log_index`. ' +
        'Amounts are in whole tokens; `price` is the price of the base token in the quote token. `metadata` is ' +
        'present for concentrated-liquidity pools only. Example: the withdrawals from one protocol with ' +
        '`protocol=usp3&type=burn`.',
      path: '/v2/data/liquidity.:data_version/events',
      subject: liquidityFilters,
      needsWhole: isSearch,
      query: {
        blockchain: Type.Optional(Code),
        protocol: Type.Optional(Code),
        exchange: Type.Optional({ ...Code, aliasOf: 'protocol', description: 'alias of protocol' }),
        pool_address: Type.Optional(Address),
        pool_contains: Type.Optional(ListOf(Code, { description: 'keeps pools that hold any of these asset codes' })),
        block_number,
        user_addresses: Type.Optional(ListOf(Address)),
        tx_hash: Type.Optional(TransactionHash),
        type: Type.Optional(
          OneOf(['mint', 'burn'], { description: 'keeps events of this type; both types by default' }),
        ),
        ...when,
        page_size: PageSize(1000, 1000),
      },
      row: {
        blockchain: Identifier,
        block_number: BlockNumber,
        type: OneOf(['mint', 'burn']),
        pool_name: Type.String(),
        pool_address: Identifier,
        exchange: Identifier,
        transaction_hash: Identifier,
        log_index: Type.Integer(),
        user_address: Identifier,
        price: Price,
        amounts: Amounts,
        datetime: BlockTime,
        metadata: Type.Optional(
          Type.Object(
            { lower_ticker: Tick, upper_ticker: Tick },
            { description: 'tick range of the position; concentrated-liquidity pools only' },
          ),
        ),
      },
      page: keyset({
        from: 'pool_event',
        showing: 'CROSS JOIN pool ON pool.id = pool_event.pool',
        columns: {
          blockchain: 'pool_event.blockchain',
          type: 'pool_event.type',
          pool_name: 'name',
          pool_address: 'address',
          exchange: 'protocol',
          metadata: `'{"lower_ticker":' || lower_tick || ',"upper_ticker":' || upper_tick || '}'`,
        },
        by: ['datetime', 'blockchain', 'block_number', 'log_index'],
        time: { field: 'datetime', column: 'timestamp', unit: 1000 },
        filters: {
          live: confirmed('pool_event.blockchain'),
          blockchain: 'blockchain = :blockchain',
          protocol: '+pool IN (SELECT id FROM pool WHERE protocol = :protocol)',
          pool_address: 'pool = :pool',
          pool_contains: holdsAny,
          block_number: 'block_number = :block_number',
          user_addresses: isAmong('user_address', 'user_addresses'),
          tx_hash: `transaction_hash = ${wanted} AND substr(transaction_hash, 1, 12) = substr(${wanted}, 1, 12)`,
          type: 'type = :type',
          ...blockFilters,
        },
        feed: 'pools',
        within: withinPoolBlocks,
        feedOfAll: 'filled',
      }),
      reachesBack: Number.POSITIVE_INFINITY,
      example: { data_version: 'v1', protocol: 'usp3' },
    }),
  ],
)
