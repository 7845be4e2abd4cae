import { Type } from '@sinclair/typebox'
import { named } from '../../src/operations/named.ts'
import {
  Code,
  Decimal,
  EndTime,
  Interval,
  ListOf,
  Millis,
  Nullable,
  PageSize,
  Sort,
  StartTime,
} from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { pair } from './pair.ts'
import { principalMarketPage } from './principal-market.ts'
import { rateGrid } from './rate-grid.ts'

const Source = Type.Object({
  exchange_code: Type.String(),
  price: Decimal,
  volume: Decimal,
  trade_count: Type.Integer(),
})

export const rateOperations = [
  operation({
    id: 'listSpotExchangeRates',
    summary: 'Volume-weighted rate between two assets over all exchanges, by interval',
    path: '/v2/data/trades.:data_version/spot_exchange_rate/:base/:quote',
    subject: pair,
    query: {
      interval: Interval({ min: '1s', max: '1d', default: '1d' }),
      ...StartTime,
      ...EndTime,
      include_exchanges: Type.Optional(ListOf(Code, { description: 'only these count' })),
      exclude_exchanges: Type.Optional(ListOf(Code, { description: 'these do not count' })),
      extrapolate_missing_values: Type.Boolean({
        default: false,
        description: 'the last rate where nothing was traded',
      }),
      sources: Type.Boolean({ default: false, description: 'adds what each instrument contributed' }),
      sort: Sort(),
      page_size: PageSize(100, 1000),
    },
    row: {
      timestamp: Millis,
      price: Nullable(Decimal),
      extrapolated: Type.Boolean(),
      sources: Type.Optional(Type.Record(Type.String(), Type.Array(Source))),
    },
    page: rateGrid(),
    echo: { aggregation: 'spot_exchange_rate' },
    example: { data_version: 'v1', base: 'btc', quote: 'usd', interval: '1h', sources: 'true' },
  }),
  operation({
    id: 'getPrincipalMarketValue',
    summary: 'What an asset is worth on the exchange that trades most of it, at a time of the current quarter',
    path: '/v2/data/trades.:data_version/principal_market_value',
    subject: named('asset'),
    query: { asset: Code, ...EndTime },
    row: {
      timestamp: Millis,
      last_trade_timestamp: Millis,
      price: Type.Number({ description: 'USD' }),
      principal_market_name: Type.String(),
      principal_market_code: Type.String(),
      adtv_2w: Type.Number(),
      total_adtv_2w: Type.Number(),
    },
    page: principalMarketPage(),
    example: { data_version: 'v1', asset: 'btc' },
  }),
]
