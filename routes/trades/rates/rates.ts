import { Type } from '@sinclair/typebox'
import { named } from '../../../src/operations/named.ts'
import { operation } from '../../../src/operations/operation.ts'
import {
  Code,
  Decimal,
  EndTime,
  Interval,
  IntervalStart,
  Millis,
  Nullable,
  PageSize,
  Sort,
  StartTime,
  TimeOrNow,
} from '../../../src/operations/schemas.ts'
import { recentOf, underV1 } from '../../../src/operations/variants.ts'
import { beforeStore } from '../../subjects/before-store.ts'
import { sinceListed } from '../../subjects/since-listed.ts'
import { principalMarketPage } from '../principal-market.ts'
import { directPrice } from './direct-price.ts'
import { directPair, exchangeFilters, pair } from './pair.ts'
import { directFields, newestRate, rateGrid, routedFields } from './rate-grid.ts'
import { valuation } from './valuation.ts'

const InstrumentSource = Type.Object({
  exchange_code: Type.String(),
  price: Decimal,
  volume: Decimal,
  count: Type.Integer({ description: 'number of trades' }),
})

const PairSource = Type.Object({
  price: Decimal,
  data: Type.Array(InstrumentSource, { description: 'by exchange; empty for an FX rate' }),
})

const rateQuery = {
  interval: Interval({ min: '1s', max: '1d', default: '1d' }),
  ...StartTime,
  ...EndTime,
  ...exchangeFilters,
  extrapolate_missing_values: Type.Boolean({
    default: false,
    description: 'true repeats the last rate in intervals without trades',
  }),
  sources: Type.Boolean({ default: false, description: 'true adds the price and volume of each instrument' }),
  sort: Sort(),
  page_size: PageSize(100, 1000),
}

const spotRates = operation({
  id: 'listSpotExchangeRates',
  summary: 'Spot exchange rate of two assets',
  description:
    'The volume-weighted rate of a pair over the spot instruments of all exchanges, inverse instruments ' +
    'included, for converting amounts without choosing an exchange. Without trades of the pair, the rate is chained ' +
    'through other assets, and ends with an FX rate where a currency needs it. Records are ordered by `timestamp`, ' +
    'the start of the interval. `price` is units of `quote` per unit of `base`. It is null if the pair and its main routes have no ' +
    'trades, unless `extrapolate_missing_values=true` repeats the last rate. `sources=true` adds the ' +
    'price and volume of each instrument, step by step of a chain. Example: the hourly btc/usd rate over all exchanges except ' +
    'krkn, with `interval=1h&exclude_exchanges=krkn`.',
  path: '/v2/data/trades.:data_version/spot_exchange_rate/:base/:quote',
  subject: pair,
  query: rateQuery,
  row: {
    timestamp: IntervalStart,
    price: Nullable({ ...Decimal, description: 'units of the quote per unit of the base; null without trades' }),
    extrapolated: Type.Boolean(),
    sources: Type.Optional(Type.Record(Type.String(), PairSource)),
  },
  page: rateGrid(routedFields),
  echo: { aggregation: 'spot_exchange_rate' },
  example: { data_version: 'v1', base: 'btc', quote: 'usd', interval: '1h', sources: 'true' },
})

const ignored = (example: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[\\w.-]+$',
      rule: 'letters, digits, underscores, points and hyphens',
      description: 'accepted and ignored',
      examples: [example],
    }),
  )

const spotDirectRates = operation({
  id: 'listSpotDirectExchangeRates',
  summary: 'Spot exchange rate without chaining',
  description:
    'The volume-weighted rate of a pair over its own spot instruments on all exchanges, inverse instruments ' +
    'included, with volume and number of trades. Records are ordered by `timestamp`, the start of the ' +
    'interval. `price` is units of `quote` per unit of `base`, and null without trades; `volume` is in the ' +
    'base asset. A pair without an instrument of its own is 404. Example: the hourly btc/usd rate with ' +
    '`interval=1h`.',
  path: '/v2/data/trades.:data_version/spot_direct_exchange_rate/:base/:quote',
  subject: directPair,
  query: {
    ...rateQuery,
    outliers_strategy: ignored('modified_zscore'),
    outliers_min_data: ignored('3'),
    outliers_threshold: ignored('2'),
  },
  row: {
    timestamp: IntervalStart,
    price: Nullable({ ...Decimal, description: 'units of the quote per unit of the base; null without trades' }),
    volume: { ...Decimal, description: 'volume in the base asset' },
    count: Type.Integer({ description: 'number of trades' }),
    sources: Type.Optional(Type.Array(InstrumentSource, { description: 'by exchange' })),
  },
  page: rateGrid(directFields),
  echo: { aggregation: 'spot_direct_exchange_rate' },
  example: { data_version: 'v1', base: 'btc', quote: 'usd', interval: '1h', sources: 'true' },
})

const principalMarket = operation({
  id: 'getPrincipalMarketValue',
  summary: 'Principal market value of an asset',
  description:
    'The last price of an asset on its principal market, for fair-value reporting. The principal market ' +
    'is the centralised exchange with the largest volume of the asset over the two weeks before ' +
    '`end_time`. `data` holds one record, or none if the asset had no eligible trades. `price` is in USD; ' +
    '`adtv_2w` and `total_adtv_2w` are average daily volumes in the asset. `end_time` must be in the ' +
    'current quarter. Example: the value of btc now with `asset=btc`.',
  path: '/v2/data/trades.:data_version/principal_market_value',
  subject: beforeStore(sinceListed(named('asset'), "base_asset = :asset AND class = 'spot'")),
  query: { asset: Code, end_time: TimeOrNow },
  row: {
    timestamp: { ...Millis, description: 'time of the value' },
    last_trade_timestamp: { ...Millis, description: 'time of the trade behind the price' },
    price: Type.Number({ description: 'price of the asset in USD' }),
    principal_market_name: Type.String(),
    principal_market_code: Type.String(),
    adtv_2w: Type.Number(),
    total_adtv_2w: Type.Number(),
  },
  page: principalMarketPage,
  echo: { commodity: 'principal_market_value' },
  example: { data_version: 'v1', asset: 'btc' },
})

const series = [spotRates, spotDirectRates]
const recent = series.map(one => recentOf(one, newestRate))

export const rateOperations = [
  ...series,
  directPrice,
  valuation,
  principalMarket,
  ...recent,
  ...[...series, ...recent].map(underV1),
]
