import { Type } from '@sinclair/typebox'
import { referenceFamily } from '../src/operations/family.ts'
import { operation } from '../src/operations/operation.ts'
import { isAmong, keyset } from '../src/operations/paging/keyset.ts'
import type { RawParameters } from '../src/operations/parameters.ts'
import {
  Address,
  Code,
  Count,
  Identifier,
  ListOf,
  Millis,
  Nullable,
  OneOf,
  OngoingOrTime,
  Time,
  TimeText,
} from '../src/operations/schemas.ts'
import { blockchains, firstChains } from './readers/blockchains.ts'
import { instrumentPages } from './readers/instruments-at.ts'

const Codes = Type.Optional(ListOf(Code))

function assetOfClass(column: string, parameter: string): string {
  return `EXISTS (SELECT 1 FROM asset, json_each(:${parameter}) AS wanted WHERE asset.code = ${column}
    AND (asset_class = wanted.value OR EXISTS (SELECT 1 FROM json_each(asset_classes) AS other WHERE other.value = wanted.value)))`
}

/** A token matches by asset code, symbol or address, in any letter case. */
const holdsEveryToken = `NOT EXISTS (SELECT 1 FROM json_each(:tokens) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM pool_token AS token WHERE token.pool = pool.id
    AND lower(wanted.value) IN (token.asset, lower(token.symbol), lower(token.address))))`

/**
 * The values of orderBy. Instruments without a date sort as if their date were in the future. Under a
 * live clock counts and dates change, so a walk ordered or filtered by them may repeat or miss an instrument; a request
 * without limit is consistent.
 */
const instrumentOrders = [
  'exchange_code',
  'class',
  'vendor_legacy_symbol',
  'trade_start_timestamp',
  'trade_end_timestamp',
  'trade_count',
  'base_asset',
  'quote_asset',
  'code',
  'trade_count_min',
  'trade_count_max',
]

function columnOf(order: string): string {
  return order.startsWith('trade_count') ? 'trade_count' : order
}

const few = 1000

/** Whether exact counts order or filter a list, or those of many instruments are in it. */
function needsBuilt(query: RawParameters, frozen: boolean): boolean {
  const { limit, page_size = limit, orderBy, continuation_token: token } = query
  if (!frozen || token !== undefined) return false
  const isFew = Number(page_size) <= few || narrow.some(name => query[name] !== undefined)
  const among = query.trade_count_min ?? query.trade_count_max
  return !isFew || /trade_count/.test(String(orderBy)) || among !== undefined
}

/** Filters that keep few instruments. */
const narrow = ['exchange_code', 'base_asset', 'code']

/** Chains that run contracts of the Ethereum virtual machine. */
const evmChains = [
  ...firstChains,
  ...['0g', 'astar', 'base', 'berachain', 'celo', 'conflux', 'core', 'cronos'],
  ...['ethereum-classic', 'fantom', 'flare', 'gatechain'],
  ...['gnosis', 'gravity', 'harmony', 'hyperliquid', 'iotex', 'kaia', 'kava', 'klaytn', 'mantle', 'memecore', 'monad'],
  ...['moonbeam', 'optimism', 'plasma', 'sei', 'sonic', 'story', 'syscoin', 'world-chain', 'x-layer', 'xdc'],
]

function textsOf(codes: readonly string[]): string {
  return codes.map(code => `'${code}'`).join()
}

/** `strftime` takes 0.2 µs more, which is 6 ms of the list of all instruments. */
function timeText(milliseconds: string): string {
  return `(replace(datetime((${milliseconds}) / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z')`
}

const instrumentRow = Type.Object({
  base_asset: Identifier,
  quote_asset: Identifier,
  class: Identifier,
  code: Identifier,
  exchange_code: Identifier,
  exchange_pair_code: Type.String(),
  vendor_legacy_exchange_slug: Identifier,
  vendor_legacy_symbol: Type.String(),
  trade_start_time: Nullable(TimeText),
  trade_start_timestamp: Nullable(Millis),
  trade_end_time: Nullable(TimeText),
  trade_end_timestamp: Nullable(Millis),
  trade_count: Type.Integer(),
  trade_compressed_size: Type.Integer(),
  list_pools: Type.Optional(Type.Array(Type.Object({ blockchain: Type.String(), address: Type.String() }))),
})

export const reference = referenceFamily({ name: 'reference' }, [
  operation({
    id: 'listExchanges',
    summary: 'Exchange codes and names',
    description:
      'All exchanges, for resolving `exchange` in other operations. Records are ordered by `code`. An ' +
      'exchange can have one code for each instrument class. Example: map codes to names once at start.',
    path: '/v1/exchanges',
    query: {},
    row: { code: Type.String(), name: Type.String(), vendor_legacy_slug: Type.String() },
    page: keyset({ from: 'exchange', columns: { vendor_legacy_slug: 'legacy_slug' }, by: ['code'] }),
    example: {},
  }),
  operation({
    id: 'listAssets',
    summary: 'Asset codes, names and classes',
    description:
      'All assets, for resolving `asset`, `base` and `quote` in other operations. Records are ordered by ' +
      '`code`. `asset_classes` lists secondary classes and may be empty. Example: find all stablecoins by ' +
      '`asset_class`.',
    path: '/v1/assets',
    query: {},
    row: {
      code: Type.String(),
      name: Type.String(),
      asset_class: Type.String(),
      asset_classes: Type.Array(Type.String()),
    },
    page: keyset({ from: 'asset', by: ['code'] }),
    example: {},
  }),
  operation({
    id: 'listPoolProtocols',
    summary: 'Codes of DeFi protocols',
    description:
      'The codes of all DeFi protocols with pools or lending vaults, in alphabetical order. Example: choose ' +
      'a value for `protocol`.',
    path: '/v1/pools-protocols',
    query: {},
    row: Type.String(),
    page: keyset({ from: 'protocol', columns: { value: 'code' }, by: ['value'] }),
    example: {},
  }),
  operation({
    id: 'listBlockchains',
    summary: 'Blockchain identifiers',
    description:
      'All blockchains that records name, for choosing a value for `blockchain`. Records are ordered by `id`. ' +
      '`is_evm` is true for chains that run Ethereum contracts. Example: find the chains with EVM addresses.',
    path: '/v1/blockchains',
    query: {},
    row: {
      id: Type.Integer({ description: 'number of the chain' }),
      name: Type.String({ description: 'blockchain identifier' }),
      is_evm: Type.Boolean({ description: 'whether it runs Ethereum contracts' }),
    },
    page: keyset({ from: blockchains, columns: { is_evm: `name IN (${textsOf(evmChains)})` }, by: ['id'] }),
    counted: true,
    example: {},
  }),
  operation({
    id: 'listPools',
    summary: 'Liquidity pools and lending vaults',
    description:
      'The contracts behind pools and vaults with their tokens, for finding a `pool_address`. Records are ' +
      'ordered by protocol, chain, name and address. `fee` is a fraction: 0.003 is 0.3 %. `tickSpacing` is ' +
      'present for concentrated-liquidity pools, `weights` for weighted pools. Example: pools with both ' +
      'tokens, with `tokens=weth,usdc`.',
    path: '/v1/pools',
    query: {
      blockchain: Codes,
      protocol: Codes,
      tokens: Type.Optional(
        ListOf(Code, { description: 'keeps pools that hold all of these tokens: asset codes, symbols or addresses' }),
      ),
      address: Type.Optional(ListOf(Address)),
    },
    row: {
      blockchain: Type.String(),
      address: Type.String(),
      name: Type.String(),
      protocol: Type.String(),
      type: Type.String(),
      fee: Type.Number({ description: 'fee as a fraction of the swapped amount' }),
      tokens: Type.Array(
        Type.Object({
          blockchain: Type.String(),
          address: Type.String(),
          symbol: Type.String(),
          decimals: Type.Integer(),
        }),
      ),
      tickSpacing: Type.Optional(Type.Integer({ description: 'tick spacing; concentrated-liquidity pools only' })),
      weights: Type.Optional(Type.Array(Type.Number(), { description: 'weight of each token; weighted pools only' })),
    },
    page: keyset({
      from: 'pool',
      columns: {
        tokens: `(SELECT json_group_array(json_object('blockchain', pool.blockchain, 'address', address, 'symbol', symbol,
          'decimals', decimals)) FROM (SELECT * FROM pool_token WHERE pool = pool.id ORDER BY position))`,
        tickSpacing: 'tick_spacing',
      },
      filters: {
        blockchain: isAmong('blockchain'),
        protocol: isAmong('protocol'),
        tokens: holdsEveryToken,
        address: isAmong('address'),
      },
      by: ['protocol', 'blockchain', 'name', 'address'],
    }),
    counted: true,
    example: { protocol: 'usp3' },
  }),
  operation({
    id: 'listInstruments',
    summary: 'Instruments with listing dates and trade counts',
    description:
      'All instruments with their identifiers, listing dates and trade counts, for finding an `instrument` ' +
      'code. Records are ordered by `orderBy`, then exchange, class and code. `trade_start_*` is null before ' +
      'the first trade; `trade_end_*` is null while the instrument trades. Without `limit` the whole list comes ' +
      'in one response. Contracts that expired before the data of the server begin are listed if ' +
      '`trade_start_timestamp` or `trade_end_timestamp` asks for their time. Example: active btc instruments with `base_asset=btc&trade_end_timestamp=ongoing`.',
    path: '/v1/instruments',
    needsWhole: needsBuilt,
    query: {
      exchange_code: Codes,
      base_asset: Codes,
      quote_asset: Codes,
      code: Codes,
      vendor_legacy_symbol: Codes,
      class: Codes,
      base_asset_class: Codes,
      quote_asset_class: Codes,
      trade_start_timestamp: Type.Optional({
        ...Time,
        description: 'keeps instruments first traded at or after this time; ISO 8601',
      }),
      trade_end_timestamp: Type.Optional({
        ...OngoingOrTime,
        description:
          'keeps instruments that stopped trading at or before this time (ISO 8601); ongoing keeps those that still trade',
      }),
      trade_count_min: Type.Optional(Count),
      trade_count_max: Type.Optional(Count),
      with_list_pools: Type.Optional(Type.Boolean()),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: 'maximum number of records per page; without it, one page holds all' }),
      ),
      page_size: Type.Optional(Type.Integer({ minimum: 1, aliasOf: 'limit', description: 'alias of limit' })),
      orderBy: Type.Optional(
        ListOf(OneOf(instrumentOrders), { description: 'fields to order by, the most significant first' }),
      ),
      order: Type.Optional(OneOf(['1', '-1'], { description: '1: ascending (default); -1: descending' })),
      blockchain: Codes,
    },
    row: instrumentRow,
    page: instrumentPages(instrumentRow, {
      // Instruments that expired without a trade have no dates.
      where: 'NOT (ended AND trade_start IS NULL)',
      columns: {
        vendor_legacy_exchange_slug: 'legacy_exchange_slug',
        vendor_legacy_symbol: 'legacy_symbol',
        trade_start_time: timeText('trade_start'),
        trade_start_timestamp: 'trade_start',
        trade_end_time: timeText('iif(ended, trade_end, NULL)'),
        trade_end_timestamp: 'iif(ended, trade_end, NULL)',
        trade_compressed_size: 'trade_size',
        list_pools: `iif(:with_list_pools, (SELECT json_group_array(json_object('blockchain', pool.blockchain, 'address', address))
          FROM instrument_pool JOIN pool ON pool.id = instrument_pool.pool WHERE instrument = instrument.id), NULL)`,
      },
      filters: {
        exchange_code: isAmong('exchange_code'),
        base_asset: isAmong('base_asset'),
        quote_asset: isAmong('quote_asset'),
        code: isAmong('code'),
        vendor_legacy_symbol: isAmong('lower(legacy_symbol)', 'vendor_legacy_symbol'),
        class: isAmong('class'),
        base_asset_class: assetOfClass('base_asset', 'base_asset_class'),
        quote_asset_class: assetOfClass('quote_asset', 'quote_asset_class'),
        trade_start_timestamp: 'trade_start >= :trade_start_timestamp',
        trade_end_timestamp: `iif(:trade_end_timestamp = 'ongoing', NOT ended, ended AND trade_end <= :trade_end_timestamp)`,
        trade_count_min: 'trade_count >= :trade_count_min',
        trade_count_max: 'trade_count <= :trade_count_max',
        blockchain: isAmong('blockchain'),
      },
      reads: ['with_list_pools'],
      by: ({ orderBy = [] }) => [
        ...new Set([...(orderBy as string[]).map(columnOf), 'exchange_code', 'class', 'code']),
      ],
    }),
    example: { exchange_code: 'cbse', limit: '2' },
  }),
])
