import { Type } from '@sinclair/typebox'
import { operation } from '../../src/operations/operation.ts'
import { Nullable } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { knownSteps } from '../readers/supply-mean-grid.ts'
import { SupplyMeansReader } from '../readers/supply-means.ts'
import { type TurnoverShapes, turnoverGrid } from '../readers/turnover.ts'
import { sinceListed } from '../subjects/since-listed.ts'
import type { SuppliedAsset } from '../subjects/supplied.ts'
import { assetMetricsOf, assetMetricsQuery, assetMetricsRow, metricsExample, tradedAsset } from './asset-metrics.ts'
import { lendingRatesOf } from './lending-rates.ts'
import { booksOf } from './market-depth.ts'
import { stablecoin } from './stablecoin.ts'

const LendingRates = Type.Array(
  Type.Object({
    blockchain: Type.String(),
    protocol: Type.String(),
    supply_rate: Type.Number(),
    variable_borrow_rate: Type.Number(),
  }),
  { description: 'rates at the end of the interval, as fractions per year' },
)

function stablecoinMetricsOf(store: Store): TurnoverShapes<SuppliedAsset, { sources: boolean }> {
  const assetMetrics = assetMetricsOf(store, booksOf.either)
  const supplies = new SupplyMeansReader(store)
  const ratesAt = lendingRatesOf(store)
  return {
    span: assetMetrics.span!,
    of(query, intervals) {
      const asset = query.entity
      const shape = assetMetrics.of(query, intervals)
      const [means] = supplies.read([asset], intervals, knownSteps(query))
      return (turnovers, timestamp) => {
        const { circulating, total, marketCap } = means![(timestamp - intervals.from) / intervals.interval]!
        const lending_rates = ratesAt(asset.code, timestamp + intervals.interval - 1)
        const supply = { circulating_supply: circulating, total_supply: total, market_cap: marketCap }
        return { ...shape(turnovers, timestamp), ...supply, lending_rates }
      }
    },
  }
}

export const stablecoinMetrics = operation({
  id: 'listStablecoinMetrics',
  summary: 'Volume, supply and lending rates of a stablecoin',
  description:
    'The metrics of an asset plus supply, market cap and lending rates, for monitoring a stablecoin. Records ' +
    'are ordered by `timestamp`, the start of the interval; an interval has a record once it is over. Volumes ' +
    'are in USD and in the asset, and supply is in whole tokens; rates are fractions per year. `price` is ' +
    'null without trades, depth is null without recorded order books, and supply is null where it is unknown. ' +
    'Example: daily metrics of usdc with `asset=usdc&interval=1d`.',
  path: '/v2/data/analytics.:data_version/stablecoin_metrics',
  subject: sinceListed(stablecoin, tradedAsset),
  query: assetMetricsQuery,
  row: {
    ...assetMetricsRow,
    circulating_supply: Nullable(Type.Number()),
    total_supply: Nullable(Type.Number()),
    market_cap: Nullable(Type.Number({ unit: 'in USD' })),
    lending_rates: LendingRates,
  },
  page: turnoverGrid(tradedAsset, stablecoinMetricsOf),
  echo: { metric: 'stablecoin_metrics' },
  example: metricsExample({ asset: 'usdc' }),
})
