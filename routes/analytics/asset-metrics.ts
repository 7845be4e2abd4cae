import { Type } from '@sinclair/typebox'
import { bands } from '../../src/market/books/book-bands.ts'
import { formatTime } from '../../src/market/time.ts'
import { named } from '../../src/operations/named.ts'
import { operation } from '../../src/operations/operation.ts'
import { Code, Interval, Nullable, PageSize, Sort, Time, TimeText } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { grouped, ranked, sum } from '../readers/grouping.ts'
import { type Turnover, type TurnoverShapes, turnoverGrid } from '../readers/turnover.ts'
import { sinceListed } from '../subjects/since-listed.ts'
import { booksOf, DepthReader, depthNames, type ExchangeDepth, namedDepth, totalDepth } from './market-depth.ts'
import { tokensOf } from './token-holders.ts'

/** Options count for their base only, since their premium is not a trade of the underlying. */
export const tradedAsset = "base_asset = :asset OR (quote_asset = :asset AND class <> 'option')"

function exchangeVolume(asset: string, exchange: string, turnovers: readonly Turnover[]) {
  return {
    exchange,
    volume_usd: sum(turnovers, ({ usd }) => usd),
    volume_asset: sum(turnovers, ({ market, volume, notional }) => (market.base === asset ? volume : notional)),
    trade_count: sum(turnovers, ({ count }) => count),
  }
}

/** Volume on centralised (`onChain` false) or decentralised exchanges. */
function half(asset: string, turnovers: readonly Turnover[], onChain: boolean) {
  const own = turnovers.filter(({ market }) => market.onChain === onChain)
  const exchanges = ranked(
    grouped(own, ({ market }) => market.exchange).map(([code, some]) => exchangeVolume(asset, code, some)),
    ({ volume_usd }) => volume_usd,
    ({ exchange }) => exchange,
  )
  return {
    usd: sum(exchanges, ({ volume_usd }) => volume_usd),
    asset: sum(exchanges, ({ volume_asset }) => volume_asset),
    count: sum(exchanges, ({ trade_count }) => trade_count),
    exchanges,
  }
}

interface AssetMarkets {
  asset: string
  turnovers: readonly Turnover[]
  depths: readonly ExchangeDepth[]
  tokens: readonly object[]
}

function assetMetrics(timestamp: number, sources: boolean, { asset, turnovers, depths, tokens }: AssetMarkets) {
  const off = half(asset, turnovers, false)
  const on = half(asset, turnovers, true)
  const [usd, amount] = [off.usd + on.usd, off.asset + on.asset]
  const price = amount > 0 ? usd / amount : null
  const [bids, asks] = [sideOf('bid', price), sideOf('ask', price)]
  return {
    timestamp: formatTime(timestamp),
    price,
    total_volume_usd: usd,
    total_volume_asset: amount,
    total_trade_count: off.count + on.count,
    off_chain_liquidity_data: {
      total_off_chain_volume_usd: off.usd,
      total_off_chain_volume_asset: off.asset,
      total_off_chain_trade_count: off.count,
      trades_data: sources ? off.exchanges : [],
      buy_market_depths: sources ? depths.map(depth => bids.ofExchange(depth.exchange, depth.bids)) : [],
      sell_market_depths: sources ? depths.map(depth => asks.ofExchange(depth.exchange, depth.asks)) : [],
      total_buy_market_depth: bids.of(depths.map(depth => depth.bids)),
      total_sell_market_depth: asks.of(depths.map(depth => depth.asks)),
      market_depth: namedDepth(depthNames, totalDepth(depths.flatMap(({ bids, asks }) => [bids, asks]))),
    },
    on_chain_liquidity_data: {
      total_on_chain_volume_usd: on.usd,
      total_on_chain_volume_asset: on.asset,
      total_on_chain_trade_count: on.count,
      trades_data: sources ? on.exchanges : [],
      token_information: tokens,
    },
  }
}

const sideNames = {
  bid: bands.map(band => `bid_volume_${band}`),
  ask: bands.map(band => `ask_volume_${band}`),
}

/** One side's volumes by band, in the asset and in USD at `price`. */
function sideOf(side: 'bid' | 'ask', price: number | null) {
  const names = sideNames[side]
  const both = (volumes: readonly (number | null)[]) => {
    const inUsd = volumes.map(volume => (volume === null || price === null ? null : volume * price))
    return { volume_assets: namedDepth(names, volumes), volume_usds: namedDepth(names, inUsd) }
  }
  const of = (books: readonly (readonly number[])[]) => both(totalDepth(books))
  const ofExchange = (exchange: string, volumes: readonly number[]) => {
    return { exchange, market_depth: namedDepth(depthNames, volumes), ...both(volumes) }
  }
  return { of, ofExchange }
}

const Traded = Type.Array(
  Type.Object({
    exchange: Type.String(),
    volume_usd: Type.Number(),
    volume_asset: Type.Number(),
    trade_count: Type.Integer(),
  }),
  { description: 'values by exchange; filled with sources=true' },
)
const Depth = Type.Object(Object.fromEntries(depthNames.map(name => [name, Nullable(Type.Number())])), {
  description:
    'mean depth in the asset by band around the best price, in intervals of more than an hour from the first minute of each hour; null without order books',
})
function withinBand(band: string) {
  return Nullable(Type.Number({ description: `within ${band.replace('_', '.')} % of the best price` }))
}

function sideVolumes(side: 'bid' | 'ask') {
  const volumes = (unit: string) =>
    Type.Object(Object.fromEntries(bands.map(band => [`${side}_volume_${band}`, withinBand(band)])), {
      description: `mean ${side} volume within each band of the best price, in ${unit}; null without order books`,
    })
  return { volume_assets: volumes('the asset'), volume_usds: volumes('USD at the interval’s price') }
}

function depthsOf(side: 'bid' | 'ask') {
  return Type.Array(Type.Object({ exchange: Type.String(), market_depth: Depth, ...sideVolumes(side) }), {
    description: 'by exchange; filled with sources=true',
  })
}
const Token = Type.Object({
  blockchain: Type.String(),
  token_address: Type.String(),
  number_of_holders: Type.Integer(),
  main_holders: Type.Array(
    Type.Object({
      address: Type.String(),
      amount: Type.Number(),
      percentage: Type.Number({ minimum: 0.01, maximum: 1, description: 'share of the supply, as a fraction' }),
    }),
  ),
  total_supply: Type.Number(),
})

/** Of all metrics by interval. */
export function metricsExample(subject: Record<string, string>) {
  const times = { start_time: '2020-01-01T00:00:00.000Z', end_time: '2040-01-01T00:00:00.000Z' }
  return { data_version: 'v2', ...subject, ...times, interval: '1h', sources: 'true' }
}

/** Parameters and record that asset and stablecoin metrics share. */
export const assetMetricsQuery = {
  asset: Code,
  start_time: Time,
  end_time: Time,
  interval: Interval({ min: '1h', max: '1d', step: '1h' }),
  sources: Type.Boolean({ default: false, description: 'fills the lists by exchange' }),
  sort: Sort(),
  page_size: PageSize(10, 100),
}

export const assetMetricsRow = {
  timestamp: { ...TimeText, description: 'start of the interval' },
  price: Nullable(Type.Number({ description: 'volume-weighted mean price in USD; null without trades' })),
  total_volume_usd: Type.Number(),
  total_volume_asset: Type.Number(),
  total_trade_count: Type.Integer(),
  off_chain_liquidity_data: Type.Object({
    total_off_chain_volume_usd: Type.Number(),
    total_off_chain_volume_asset: Type.Number(),
    total_off_chain_trade_count: Type.Integer(),
    trades_data: Traded,
    buy_market_depths: depthsOf('bid'),
    sell_market_depths: depthsOf('ask'),
    total_buy_market_depth: Type.Object(sideVolumes('bid'), { description: 'bids of all exchanges' }),
    total_sell_market_depth: Type.Object(sideVolumes('ask'), { description: 'asks of all exchanges' }),
    market_depth: Depth,
  }),
  on_chain_liquidity_data: Type.Object({
    total_on_chain_volume_usd: Type.Number(),
    total_on_chain_volume_asset: Type.Number(),
    total_on_chain_trade_count: Type.Integer(),
    trades_data: Traded,
    token_information: Type.Array(Token),
  }),
}

/** @param books SQL condition for the order books that count as the depth of the asset */
export function assetMetricsOf(store: Store, books: string): TurnoverShapes<unknown, { sources: boolean }> {
  const reader = new DepthReader(store, books)
  const readTokens = tokensOf(store)
  return {
    span: (query, interval) => reader.span(query, String(query.bindings.asset), query.from, interval),
    of(query, intervals) {
      const { bindings, parameters } = query
      const asset = String(bindings.asset)
      const depths = reader.read(query, asset, intervals)
      const tokensAt = readTokens(asset)
      return (turnovers, timestamp) =>
        assetMetrics(timestamp, parameters.sources, {
          asset,
          turnovers,
          depths: depths.get(timestamp) ?? [],
          tokens: tokensAt(timestamp),
        })
    },
  }
}

export const listAssetMetrics = operation({
  id: 'listAssetMetrics',
  summary: 'Volume, depth and holders of an asset',
  description:
    'The price, volume, market depth and largest holders of an asset in each interval, on centralised and ' +
    'decentralised exchanges, for assessing its liquidity. Records are ordered by `timestamp`, the start of ' +
    'the interval; an interval has a record once it is over. Volumes are in USD and in the asset. `price` is ' +
    'null without trades; depth is null without order books. `sources=true` fills the lists by ' +
    'exchange. Example: hourly metrics of btc with `asset=btc&interval=1h`.',
  path: '/v2/data/analytics.:data_version/asset_metrics',
  subject: sinceListed(named('asset'), tradedAsset),
  query: assetMetricsQuery,
  row: assetMetricsRow,
  page: turnoverGrid(tradedAsset, store => assetMetricsOf(store, booksOf.base)),
  echo: { metric: 'asset_metrics' },
  example: metricsExample({ asset: 'btc' }),
})
