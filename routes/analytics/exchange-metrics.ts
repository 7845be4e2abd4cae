import { Type } from '@sinclair/typebox'
import { formatTime } from '../../src/market/time.ts'
import { named } from '../../src/operations/named.ts'
import { operation } from '../../src/operations/operation.ts'
import { Code, Interval, PageSize, Sort, Time, TimeText } from '../../src/operations/schemas.ts'
import { grouped, ranked, sum } from '../readers/grouping.ts'
import { type Turnover, turnoverGrid } from '../readers/turnover.ts'
import { sinceListed } from '../subjects/since-listed.ts'
import { metricsExample } from './asset-metrics.ts'

const Fraction = Type.Number({ minimum: 0, maximum: 1.000001 })

/** Volumes in USD. A pair covers all instrument classes of a base and a quote. */
function pairOf([pair_code, turnovers]: [string, Turnover[]]) {
  return {
    pair_code,
    pair_trade_count: sum(turnovers, ({ count }) => count),
    pair_volume_usd: sum(turnovers, ({ usd }) => usd),
  }
}

/** `asset_price_usd` is volume in USD ÷ volume in the asset. */
function assetOf([asset_code, turnovers]: [string, Turnover[]]) {
  const pairs = ranked(
    grouped(turnovers, ({ market }) => `${market.base}-${market.quote}`).map(pairOf),
    ({ pair_volume_usd }) => pair_volume_usd,
    ({ pair_code }) => pair_code,
  )
  const usd = sum(pairs, ({ pair_volume_usd }) => pair_volume_usd)
  return {
    asset_code,
    asset_trade_count: sum(pairs, ({ pair_trade_count }) => pair_trade_count),
    asset_total_volume_usd: usd,
    asset_price_usd: usd / sum(turnovers, ({ volume }) => volume),
    pairs,
  }
}

function exchangeMetrics(turnovers: readonly Turnover[], timestamp: number, sources: boolean) {
  const assets = ranked(
    grouped(turnovers, ({ market }) => market.base).map(assetOf),
    ({ asset_total_volume_usd }) => asset_total_volume_usd,
    ({ asset_code }) => asset_code,
  )
  const usd = sum(assets, ({ asset_total_volume_usd }) => asset_total_volume_usd)
  return {
    timestamp: formatTime(timestamp),
    total_volume_usd: usd,
    total_trade_count: sum(assets, ({ asset_trade_count }) => asset_trade_count),
    nb_listed_assets: assets.length,
    nb_listed_pairs: sum(assets, ({ pairs }) => pairs.length),
    assets_volumes: assets.map(({ pairs, ...asset }) => ({
      ...asset,
      asset_contribution: asset.asset_total_volume_usd / usd,
      pairs_volumes: sources
        ? pairs.map(pair => ({ ...pair, pair_contribution: pair.pair_volume_usd / asset.asset_total_volume_usd }))
        : [],
    })),
  }
}

export const listExchangeMetrics = operation({
  id: 'listExchangeMetrics',
  summary: 'Volume of an exchange by asset',
  description:
    'The volume and trade count of an exchange in each interval by base asset, for comparing exchanges. ' +
    '`sources=true` adds the pairs of each asset. Records are ordered by `timestamp`, the start of the ' +
    'interval; an interval has a record once it is over. Volumes are in USD; contributions are fractions of ' +
    'the total. All totals are 0 for an interval without trades. Example: daily volumes of one exchange with ' +
    '`exchange=krkn&interval=1d`.',
  path: '/v2/data/analytics.:data_version/exchange_metrics',
  subject: sinceListed(
    named('exchange'),
    'exchange_code = :exchange',
    'SELECT contracts_since FROM exchange WHERE code = :exchange',
  ),
  query: {
    exchange: Code,
    start_time: Time,
    end_time: Time,
    interval: Interval({ min: '1h', max: '1d', step: '1h', default: '1h' }),
    sources: Type.Boolean({ default: false, description: 'adds the pairs of each asset' }),
    sort: Sort(),
    page_size: PageSize(10, 100),
  },
  row: {
    timestamp: { ...TimeText, description: 'start of the interval' },
    total_volume_usd: Type.Number(),
    total_trade_count: Type.Integer(),
    nb_listed_assets: Type.Integer(),
    nb_listed_pairs: Type.Integer(),
    assets_volumes: Type.Array(
      Type.Object({
        asset_code: Type.String(),
        asset_trade_count: Type.Integer(),
        asset_total_volume_usd: Type.Number(),
        asset_price_usd: Type.Number(),
        asset_contribution: Fraction,
        pairs_volumes: Type.Array(
          Type.Object({
            pair_code: Type.String(),
            pair_trade_count: Type.Integer(),
            pair_volume_usd: Type.Number(),
            pair_contribution: Fraction,
          }),
        ),
      }),
    ),
  },
  page: turnoverGrid<unknown, { sources: boolean }>('exchange_code = :exchange', () => ({
    of:
      ({ parameters }) =>
      (turnovers, timestamp) =>
        exchangeMetrics(turnovers, timestamp, parameters.sources),
  })),
  echo: { metric: 'exchange_metrics' },
  example: metricsExample({ exchange: 'krkn' }),
})
