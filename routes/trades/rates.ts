import { Type } from '@sinclair/typebox'
import { named } from '../../src/operations/named.ts'
import { operation } from '../../src/operations/operation.ts'
import {
  Code,
  Decimal,
  EndTime,
  Interval,
  IntervalStart,
  ListOf,
  Millis,
  Nullable,
  PageSize,
  Sort,
  StartTime,
  TimeOrNow,
} from '../../src/operations/schemas.ts'
import { pair } from './pair.ts'
import { principalMarketPage } from './principal-market.ts'
import { rateGrid } from './rate-grid.ts'

const PairSource = Type.Object({
  price: Decimal,
  data: Type.Array(
    Type.Object({
      exchange_code: Type.String(),
      price: Decimal,
      volume: Decimal,
      count: Type.Integer({ description: 'number of trades' }),
    }),
    { description: 'by exchange' },
  ),
})

export const rateOperations = [
  operation({
    id: 'listSpotExchangeRates',
    summary: 'Spot exchange rate of two assets',
    description:
      'The volume-weighted rate of a pair over the spot instruments of all exchanges, inverse instruments ' +
      'included, for converting amounts without choosing an exchange. Records are ordered by `timestamp`, ' +
      'the start of the interval. `price` is units of `quote` per unit of `base`. It is null without ' +
      'trades, unless `extrapolate_missing_values=true` repeats the last rate. `sources=true` adds the ' +
      'price and volume of each instrument. Example: the hourly btc/usd rate over all exchanges except ' +
      'krkn, with `interval=1h&exclude_exchanges=krkn`.',
    path: '/v2/data/trades.:data_version/spot_exchange_rate/:base/:quote',
    subject: pair,
    query: {
      interval: Interval({ min: '1s', max: '1d', default: '1d' }),
      ...StartTime,
      ...EndTime,
      include_exchanges: Type.Optional(ListOf(Code, { starIsAll: true, description: 'counts only these exchanges' })),
      exclude_exchanges: Type.Optional(ListOf(Code, { description: 'excludes these exchanges' })),
      extrapolate_missing_values: Type.Boolean({
        default: false,
        description: 'true repeats the last rate in intervals without trades',
      }),
      sources: Type.Boolean({ default: false, description: 'true adds the price and volume of each instrument' }),
      sort: Sort(),
      page_size: PageSize(100, 1000),
    },
    row: {
      timestamp: IntervalStart,
      price: Nullable({ ...Decimal, description: 'units of the quote per unit of the base; null without trades' }),
      extrapolated: Type.Boolean(),
      sources: Type.Optional(Type.Record(Type.String(), PairSource)),
    },
    page: rateGrid(),
    echo: { aggregation: 'spot_exchange_rate' },
    example: { data_version: 'v1', base: 'btc', quote: 'usd', interval: '1h', sources: 'true' },
  }),
  operation({
    id: 'getPrincipalMarketValue',
    summary: 'Principal market value of an asset',
    description:
      'The last price of an asset on its principal market, for fair-value reporting. The principal market ' +
      'is the centralised exchange with the largest volume of the asset over the two weeks before ' +
      '`end_time`. `data` holds one record, or none if the asset had no eligible trades. `price` is in USD; ' +
      '`adtv_2w` and `total_adtv_2w` are average daily volumes in the asset. `end_time` must be in the ' +
      'current quarter. Example: the value of btc now with `asset=btc`.',
    path: '/v2/data/trades.:data_version/principal_market_value',
    subject: named('asset'),
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
    page: principalMarketPage(),
    echo: { commodity: 'principal_market_value' },
    example: { data_version: 'v1', asset: 'btc' },
  }),
]
