import { Type } from '@sinclair/typebox'
import { badParameter, shown } from '../../src/base/failure.ts'
import { allOf } from '../../src/base/nearest.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, operation, type Subject } from '../../src/operations/operation.ts'
import { Nullable } from '../../src/operations/schemas.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { knownSteps } from '../readers/supply-mean-grid.ts'
import { SupplyMeansReader } from '../readers/supply-means.ts'
import { type TurnoverShapes, turnoverGrid } from '../readers/turnover.ts'
import { sinceListed } from '../subjects/since-listed.ts'
import { type SuppliedAsset, suppliedFinder } from '../subjects/supplied.ts'
import { assetMetricsOf, assetMetricsQuery, assetMetricsRow, metricsExample, tradedAsset } from './asset-metrics.ts'
import { booksOf } from './market-depth.ts'

const LendingRates = Type.Array(
  Type.Object({
    blockchain: Type.String(),
    protocol: Type.String(),
    supply_rate: Type.Number(),
    variable_borrow_rate: Type.Number(),
  }),
  { description: 'rates at the end of the interval, as fractions per year' },
)

/** The stablecoin that the parameter `asset` names and statements bind. */
const stablecoin: Subject<typeof NoPath, SuppliedAsset, { asset: string }> = {
  parameters: NoPath,
  prepare(store) {
    const check = codeCheck(store, 'asset')
    const find = suppliedFinder(store)
    const classOf = store.prepare('SELECT asset_class FROM asset WHERE code = :asset')
    return (_path, { asset }) => {
      check(asset)
      const [assetClass] = classOf.get({ asset })!
      if (assetClass === 'stablecoin') return { entity: find(asset), bindings: { asset } }
      const codes = store.texts("SELECT code FROM asset WHERE asset_class = 'stablecoin' ORDER BY code")
      throw badParameter(`asset must be a stablecoin, but ${shown(asset)} is ${assetClass}; there are ${allOf(codes)}`)
    }
  },
}

/** Reads records of the lending rates of an asset's markets after the last block at or before a time. */
function lendingRatesOf(store: Store): (asset: string, time: number) => object[] {
  const { coverage } = store
  const rates = store.prepare<[blockchain: string, protocol: string, supplyRate: number, borrowRate: number]>(
    `SELECT blockchain, protocol, supply_rate, variable_borrow_rate
     FROM pool_token JOIN lending_market ON lending_market.pool = pool_token.pool JOIN pool ON pool.id = pool_token.pool
     JOIN lending_snapshot AS latest ON market = pool.id AND timestamp = (
       SELECT max(timestamp) FROM lending_snapshot WHERE market = pool.id AND timestamp <= :time)
     WHERE asset = :asset AND NOT EXISTS (SELECT 1 FROM lending_snapshot AS later WHERE later.market = latest.market
       AND later.timestamp = latest.timestamp AND later.block_number > latest.block_number)
     ORDER BY blockchain, protocol`,
  )
  return (asset, time) => {
    if (coverage.endless && time < chainsBegin) return []
    coverage.need('lending', 0, time, time + 1)
    return rates.all({ asset, time }).map(([blockchain, protocol, supply_rate, variable_borrow_rate]) => {
      return { blockchain, protocol, supply_rate, variable_borrow_rate }
    })
  }
}

function stablecoinMetricsOf(store: Store): TurnoverShapes<SuppliedAsset, { sources: boolean }> {
  const assetMetrics = assetMetricsOf(store, booksOf.either)
  const supplies = new SupplyMeansReader(store)
  const ratesAt = lendingRatesOf(store)
  return {
    span: assetMetrics.span!,
    of(query, intervals) {
      const asset = query.entity
      const shape = assetMetrics.of(query, intervals)
      // Supplies begin before the first listing, with which metrics begin.
      const earliest = store.coverage.endless ? query.opened : query.earliest
      const [means] = supplies.read([asset], intervals, knownSteps({ ...query, earliest }))
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
