import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import {
  Code,
  Decimal,
  EndTime,
  Interval,
  Nullable,
  PageSize,
  Pages,
  Seconds,
  Sort,
  StartTime,
  Time,
  TimeOrNow,
} from '../../src/operations/schemas.ts'
import { supplyMeanGrid } from '../readers/supply-mean-grid.ts'
import { rankedSupplies, suppliedAsset, suppliedOnChain } from '../subjects/supplied.ts'
import { supplyGrid } from './supply-grid.ts'
import { supplyRanking } from './supply-ranking.ts'

const USD = Type.Number({ unit: 'in USD' })

const Source = Type.Object({
  chain: Type.String(),
  circulating_supply: Decimal,
  excluded_supply: Decimal,
  total_supply: Decimal,
})

const bounds = { min: '5m', max: '30d', units: 'mhd' }

/** Circulating supply on this chain is not disclosed. */
const undisclosed = 'canton'

export const supply = family(
  {
    name: 'supply',
    about: 'Circulating and total supply, market cap and ranking.',
    dataset: { commodity: 'supply', versions: ['v2'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listSupplies',
      summary: 'Circulating supply every five minutes',
      description:
        'The circulating supply and market cap of an asset on all chains together, for following issuance and ' +
        'burns. Records are ordered by `timestamp`, in seconds. Supply is in whole tokens and `market_cap` in ' +
        'USD; `market_cap` is null if the asset has no price. `sources=true` adds the supply on each chain. ' +
        'Example: the last day with `start_time=2026-01-30&page_size=100`.',
      path: '/v2/data/supply.:data_version/assets/:asset',
      aliases: ['/v2/data/supply.:data_version/:asset'],
      subject: suppliedAsset,
      query: {
        start_time: Time,
        end_time: TimeOrNow,
        sources: Type.Boolean({ default: false, description: 'true adds the supply on each chain' }),
        sort: Sort(),
        page_size: PageSize(10, 100),
      },
      row: {
        timestamp: Seconds,
        asset: Type.String(),
        circulating_supply: Type.Number(),
        market_cap: Nullable(USD),
        sources: Type.Optional(Type.Array(Source)),
      },
      page: supplyGrid<{ sources: boolean }>((point, { parameters }) => ({
        timestamp: point.timestamp / 1000,
        asset: point.asset.code,
        circulating_supply: point.circulating,
        market_cap: point.marketCap,
        ...(parameters.sources ? { sources: point.sources() } : {}),
      })),
      example: { data_version: 'v2', asset: 'usdc', start_time: '2020-01-01T00:00:00.000Z', sources: 'true' },
    }),
    operation({
      id: 'listAggregatedSupplies',
      summary: 'Mean supply and market cap by interval',
      description:
        'The mean supply and market cap of an asset in each interval, for long-term charts. Means are over the ' +
        'five-minute values, on all chains together or on `blockchain` alone. Records are ordered by ' +
        '`timestamp` (start of the interval, in seconds), ascending by default. Supply is in whole tokens and ' +
        '`market_cap` in USD, null if the asset has no price. Example: 30-day means with `interval=30d`.',
      path: '/v2/data/supply.:data_version/aggregated/:asset',
      aliases: ['/v2/data/supply.:data_version/:asset/aggregated'],
      subject: suppliedAsset,
      query: {
        ...StartTime,
        ...EndTime,
        interval: Interval({ ...bounds, default: '1h' }),
        blockchain: Type.Optional(Code),
        sort: Sort('asc'),
        page_size: PageSize(100, 100),
      },
      row: {
        timestamp: Seconds,
        asset: Type.String(),
        circulating_supply: Type.Number(),
        market_cap: Nullable(USD),
        total_supply: Type.Number(),
      },
      page: supplyMeanGrid(({ code }, timestamp, means) => ({
        timestamp: timestamp / 1000,
        asset: code,
        circulating_supply: means.circulating,
        market_cap: means.marketCap,
        total_supply: means.total,
      })),
      example: { data_version: 'v2', asset: 'usdc' },
    }),
    operation({
      id: 'listBlockchainSupplies',
      summary: 'Supply of an asset on one chain',
      description:
        'The supply and market cap of an asset on one blockchain every five minutes, for comparing chains. ' +
        'Records are ordered by `timestamp`, in seconds. Supply is in whole tokens and `market_cap` in USD. ' +
        '`circulating_supply` and `market_cap` are null on `canton`; `market_cap` is also null if the asset has ' +
        'no price. Example: usdc on ethereum.',
      path: '/v2/data/supply.:data_version/blockchain-level/:blockchain/:asset',
      subject: suppliedOnChain,
      query: { ...Pages(100, 1000) },
      row: {
        timestamp: Seconds,
        asset: Type.String(),
        blockchain: Type.String(),
        total_supply: Type.Number(),
        circulating_supply: Nullable(Type.Number()),
        market_cap: Nullable(USD),
      },
      page: supplyGrid(({ timestamp, asset, total, circulating, marketCap }) => {
        const blockchain = asset.sources[0]!.blockchain
        const isDisclosed = blockchain !== undisclosed
        return {
          timestamp: timestamp / 1000,
          asset: asset.code,
          blockchain,
          total_supply: total,
          circulating_supply: isDisclosed ? circulating : null,
          market_cap: isDisclosed ? marketCap : null,
        }
      }),
      example: { data_version: 'v2', blockchain: 'ethereum', asset: 'usdc' },
    }),
    operation({
      id: 'listTopAssets',
      summary: 'Ranking of assets by market cap',
      description:
        'The assets with the largest mean market cap over the `interval` that ends at `datetime`, for building ' +
        'indices, among about 170 of the largest, and until 2025 those that were large before. Records are ordered by `rank`; 1 is the largest. `datetime` is in seconds, supply in whole ' +
        'tokens and `market_cap` in USD. Assets without a price have no rank. Example: the ten largest of the ' +
        'last week with `count=10&interval=7d`.',
      path: '/v2/data/supply.:data_version/top',
      subject: rankedSupplies,
      query: {
        datetime: { ...TimeOrNow, description: 'end of the interval, exclusive; ISO 8601; default: now' },
        interval: Interval({ ...bounds, default: '1d' }),
        count: Type.Integer({ default: 100, minimum: 1, maximum: 1000, description: 'maximum number of assets' }),
      },
      row: {
        datetime: Seconds,
        asset: Type.String(),
        rank: Type.Integer({ minimum: 1 }),
        total_supply: Type.Number(),
        circulating_supply: Type.Number(),
        market_cap: USD,
      },
      page: supplyRanking,
      example: { data_version: 'v2' },
    }),
  ],
)
