import { Type } from '@sinclair/typebox'
import { floorTo, minute, year } from '../../src/market/time.ts'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { ascending } from '../../src/operations/paging/keyset.ts'
import { EndTime, ListOf, Nullable, PageSize, Pages, Sort, StartTime, TimeText } from '../../src/operations/schemas.ts'
import { compositionPage, rateListPage, replicationPage, sequenceRule, valuePage } from './index-pages.ts'
import { IndexCode, rateInPath, rateInQuery } from './index-rate.ts'

const Named = (what: string) =>
  Type.Object(
    { short_name: Type.String({ description: 'code' }), long_name: Type.String({ description: 'display name' }) },
    { description: what },
  )

export const indexReference = family(
  {
    name: 'index reference',
    about: 'The index rates and their tickers. Needs no API key.',
    dataset: { commodity: 'indices', inPath: 'index_reference_data', versions: ['v1'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listIndexRates',
      summary: 'Tickers and names of index rates',
      description:
        'All reference rates, in real time and by daily fixing, for finding a `ticker`. Records are ordered by ' +
        '`ticker`. The prefix of tickers is the name of the operator. Example: find the fixings of btc by `pair`.',
      path: '/v2/data/index_reference_data.:data_version/rates',
      query: {},
      row: {
        ticker: Type.String({ description: 'code of the rate' }),
        long_name: Type.String({ description: 'full name' }),
        short_name: Type.String({ description: 'short name' }),
        type: Type.String({ description: 'Reference_Rate, Benchmark_Reference_Rate or Custom_Rate' }),
        dissemination: Type.String({ description: 'Real Time, or the place of a daily fixing' }),
        quote: Named('the quote currency'),
        base: Named('the asset'),
        pair: Type.String(),
        launch_date: Type.String({ description: 'start of publication, ISO 8601' }),
        inception_date: Type.String({ description: 'start of the history, ISO 8601' }),
        brand: Type.String({ description: 'name of the operator' }),
        isin: Type.String({ description: 'international securities number' }),
        exposition: Type.String({ description: 'who may see the rate' }),
      },
      page: ascending(rateListPage),
      open: true,
      example: { data_version: 'v1' },
    }),
  ],
)

const UnderlyingTrade = Type.Object(
  { datetime: TimeText, exchange: Type.String(), volume: Type.Number(), id: Type.String({ description: 'trade_id' }) },
  { description: 'the median trade' },
)

export const indices = family(
  {
    name: 'indices',
    about: 'Values and members of index rates.',
    dataset: { commodity: 'index', versions: ['v1'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listIndexValues',
      summary: 'Values of an index rate',
      description:
        'The values of a reference rate, every minute or at each daily fixing, for valuations and settlement. Records ' +
        'are ordered by `interval_end`. A value is the mean of the volume-weighted median trades of the partitions of ' +
        'its window; without trades it repeats the last one. `parameters=true` and `detail=true` show how it was made. ' +
        'Example: the last value and its trades with `page_size=1&detail=true`.',
      path: '/v2/data/index.:data_version/digital_asset_rates_price/:ticker',
      also: ['/v2/data/index.:data_version/digital_asset_rates_price_public/:ticker'],
      subject: rateInPath,
      query: {
        ...StartTime,
        ...EndTime,
        parameters: Type.Boolean({ default: false, description: 'true adds how the rate is computed' }),
        detail: Type.Boolean({ default: false, description: 'true adds the partitions of each window' }),
        sort: Sort(),
        page_size: PageSize(100, 5000),
      },
      row: {
        interval_start: { ...TimeText, description: 'start of the window' },
        interval_end: { ...TimeText, description: 'end of the window: time of the value' },
        price: Nullable(Type.Number({ description: 'value in USD; null before the first trade' })),
        parameters: Type.Optional(
          Type.Object(
            {
              asset: Type.String(),
              exchanges: Type.Array(Type.String(), { description: 'members at that time' }),
              calc_window: Type.Integer({ description: 'length of the window in seconds' }),
            },
            { description: 'present with parameters=true' },
          ),
        ),
        detail: Type.Optional(
          Type.Array(
            Type.Object({
              partition: Type.Integer({ description: 'number in the window, from 1' }),
              price: Type.Number({ description: 'price of the median trade' }),
              volume: Type.Number({ description: 'volume in the asset' }),
              count: Type.Integer(),
              underlying_trade: UnderlyingTrade,
            }),
            { description: 'partitions with trades; present with detail=true' },
          ),
        ),
      },
      page: valuePage,
      example: { data_version: 'v1', ticker: 'BRR_BTCUSD' },
    }),
    operation({
      id: 'listIndexCompositions',
      summary: 'Members of an index rate by quarter',
      description:
        'The exchanges whose trades make a rate, by calendar quarter (UTC), for checking its values. Records are ' +
        'ordered by `start_period`; `end_period` is null for the current quarter. `start_time` and `end_time` keep the ' +
        'periods that overlap with them. Example: the current members with `page_size=1`.',
      path: '/v2/data/index.:data_version/digital_asset_rates_compo',
      subject: rateInQuery,
      query: { index_code: IndexCode, ...Pages(100, 1000) },
      row: {
        index_code: Type.String({ description: 'ticker of the rate' }),
        start_period: Type.String({ description: 'start of the period, ISO 8601' }),
        end_period: Nullable(Type.String({ description: 'end of the period, ISO 8601; null while current' })),
        exchanges: Type.Array(Type.String(), { description: 'members by code' }),
        window_seconds: Type.Integer({ description: 'length of the window of a value' }),
        partition_seconds: Type.Integer({ description: 'length of a partition' }),
      },
      page: compositionPage,
      echo: { commodity: undefined, index_code: undefined },
      reachesBack: 2 * year,
      example: { data_version: 'v1', index_code: 'BRR_BTCUSD' },
    }),
  ],
)

export const indexReplication = family(
  {
    name: 'index replication',
    about: 'Requests that return the trades behind index values.',
    dataset: { commodity: 'index_replication', versions: ['v1'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listIndexReplications',
      summary: 'Requests for the trades behind values',
      description:
        'For each value, the requests that return the trades it was computed from, for auditing an index. A sequence ' +
        'id is the end of the value’s interval in milliseconds, a hyphen and the ticker, of the last 72 hours. Records ' +
        'are ordered by time, then ticker. Follow `next_url` where a request has several pages. Example: the values ' +
        'of the last minutes, as in the example.',
      path: '/v1/data/index_replication.:data_version/rates',
      query: {
        sequence_id: ListOf(Type.String({ minLength: 1, rule: sequenceRule }), {
          description: 'end of the interval in ms, -, and ticker; at most 100',
        }),
        sort: Sort(),
        page_size: PageSize(10, 100),
      },
      row: {
        index_code: Type.String({ description: 'ticker of the rate' }),
        index_type: Type.String({ description: 'always SIC_REAL_TIME' }),
        sequenceID: Type.String({ description: 'the sequence id' }),
        underlying_data: Type.Array(Type.String(), { description: 'URL of each member’s trades' }),
      },
      page: replicationPage,
      example: { data_version: 'v1' },
      exampleIn: (_store, horizon) => ({
        sequence_id: [0, 1, 2].map(n => `${floorTo(horizon, minute) - n * minute}-BRR_BTCUSD`).join(),
      }),
    }),
  ],
)
