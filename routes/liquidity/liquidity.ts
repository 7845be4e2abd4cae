import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { keyset } from '../../src/operations/keyset.ts'
import {
  Address,
  BlockNumber,
  BlockRange,
  Code,
  ExactNumber,
  Identifier,
  InclusiveEndTime,
  ListOf,
  Live,
  OneOf,
  PageSize,
  Seconds,
  Sort,
  StartTime,
  TransactionHash,
} from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { liquidityFilters } from './liquidity-filters.ts'
import { pool, rangedPool } from './pool.ts'
import { amounts } from './pool-amounts.ts'
import { tickRanges } from './tick-ranges.ts'

const Amounts = Type.Array(
  Type.Object({
    symbol: Type.String(),
    address: Type.String(),
    amount: Type.Number({ description: 'in whole tokens' }),
  }),
)
const Price = ExactNumber({ description: 'of the token that is traded as the base, in the one after it' })
const Tick = Type.Integer({ description: 'log of the price of the smallest units to the base 1.0001' })

/** WETH/USDC 0.05% of usp3. */
const examplePool = '0x61156c953b7a49383e8290efccd0adf1bfaf7a10'

const when = { live: Live, ...BlockRange, ...StartTime, ...InclusiveEndTime, sort: Sort() }
const ofPool = { pool_address: Address, blockchain: Type.Optional(Code), ...when }

/** With `live`, what has happened up to now; otherwise what stands in blocks with enough others upon them. */
function confirmed(chain: string): string {
  return `(:live OR timestamp <= :now - (SELECT max(confirmation) FROM chain)
    OR timestamp <= :now - (SELECT confirmation FROM chain WHERE code = ${chain}))`
}

/**
 * Of one pool's states. SQLite can seek to times only: so a block is bounded by those of the run of blocks that it is in too,
 * where the chain's runs are known.
 */
const stateFilters = {
  live: confirmed(':blockchain'),
  start_block: `block_number >= :start_block AND timestamp >= ifnull((SELECT timestamp FROM block_run AS run
    WHERE run.blockchain = :blockchain AND run.block_number <= :start_block ORDER BY run.block_number DESC LIMIT 1), :from)`,
  end_block: `block_number <= :end_block AND timestamp <= ifnull((SELECT timestamp FROM block_run AS run
    WHERE run.blockchain = :blockchain AND run.block_number > :end_block ORDER BY run.block_number LIMIT 1), :until)`,
}

/** The hash that is looked for as it is written here: hexadecimal digits may come without their 0x. */
const wanted = "iif(length(:tx_hash) = 64, '0x' || lower(:tx_hash), :tx_hash)"

const inList = (column: string, parameter: string) => `${column} IN (SELECT value FROM json_each(:${parameter}))`

/** Pools that hold every one of some tokens; the + keeps SQLite from reading all that these ever saw, and sorting it. */
const holdsAll = `+pool IN (
  SELECT pool FROM pool_token WHERE ${inList('asset', 'pool_contains')}
  GROUP BY pool HAVING count(DISTINCT asset) = (SELECT count(DISTINCT value) FROM json_each(:pool_contains)))`

export const liquidity = family(
  { name: 'liquidity', dataset: { commodity: 'liquidity', versions: ['v1'] }, echo: 'text' },
  [
    operation({
      id: 'listPoolSnapshots',
      summary: 'What a pool holds and its price, after every block that changed it',
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
        datetime: Seconds,
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
      }),
      example: { data_version: 'v1', pool_address: examplePool },
    }),
    operation({
      id: 'listConcentratedSnapshots',
      summary: 'What a concentrated-liquidity pool holds by ranges of ticks, after every block that changed it',
      path: '/v2/data/liquidity.:data_version/snapshots/:protocol',
      subject: rangedPool,
      query: {
        ...ofPool,
        price_range: Type.Number({
          default: 0.1,
          minimum: 0,
          maximum: 0.2,
          description: 'how far from the price ranges are told, as a fraction of it',
        }),
        page_size: PageSize(10, 10),
      },
      row: {
        block_number: BlockNumber,
        pool_name: Type.String(),
        pool_address: Identifier,
        current_tick: Tick,
        current_price: Price,
        datetime: Seconds,
        blockchain: Identifier,
        exchange: Identifier,
        snapshots: Type.Array(
          Type.Object({
            amount0: Type.Number({ description: 'of the first token' }),
            amount1: Type.Number({ description: 'of the second token' }),
            amount: Type.Number({ description: 'liquidity, as the contract counts it' }),
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
      summary: 'Mints and burns: what was put into pools and taken out of them',
      path: '/v2/data/liquidity.:data_version/events',
      subject: liquidityFilters,
      query: {
        blockchain: Type.Optional(Code),
        protocol: Type.Optional(Code),
        exchange: Type.Optional({ ...Code, aliasOf: 'protocol', description: 'another name of protocol' }),
        pool_address: Type.Optional(Address),
        pool_contains: Type.Optional(ListOf(Code, { description: 'tokens; a pool must hold all of them' })),
        block_number: Type.Optional(BlockNumber),
        user_addresses: Type.Optional(ListOf(Address)),
        tx_hash: Type.Optional(TransactionHash),
        type: Type.Optional(OneOf(['mint', 'burn'], { description: 'only these; both where it is not given' })),
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
        datetime: Seconds,
        metadata: Type.Optional(
          Type.Object(
            { lower_ticker: Tick, upper_ticker: Tick },
            { description: 'what the position is between; concentrated-liquidity pools only' },
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
          pool_contains: holdsAll,
          block_number: 'block_number = :block_number',
          user_addresses: inList('user_address', 'user_addresses'),
          tx_hash: `transaction_hash = ${wanted} AND substr(transaction_hash, 1, 12) = substr(${wanted}, 1, 12)`,
          type: 'type = :type',
          start_block: 'block_number >= :start_block',
          end_block: 'block_number <= :end_block',
        },
      }),
      reachesBack: Number.POSITIVE_INFINITY,
      example: { data_version: 'v1', protocol: 'usp3' },
    }),
  ],
)
