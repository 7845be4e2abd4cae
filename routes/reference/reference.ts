import { Type } from '@sinclair/typebox'
import { referenceFamily } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { isAmong, keyset } from '../../src/operations/paging/keyset.ts'
import { Address, Code, ListOf } from '../../src/operations/schemas.ts'
import { blockchains, firstChains } from '../readers/blockchains.ts'
import { instruments } from './instruments.ts'

const Codes = Type.Optional(ListOf(Code))

/** A token matches by asset code, symbol or address, in any letter case. */
const holdsEveryToken = `NOT EXISTS (SELECT 1 FROM json_each(:tokens) AS wanted WHERE NOT EXISTS (
    SELECT 1 FROM pool_token AS token WHERE token.pool = pool.id
    AND lower(wanted.value) IN (token.asset, lower(token.symbol), lower(token.address))))`

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
  instruments,
])
