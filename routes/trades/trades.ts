import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { keyset } from '../../src/operations/keyset.ts'
import {
  Decimal,
  EndTime,
  Identifier,
  Interval,
  Millis,
  Nullable,
  PageSize,
  Sort,
  StartTime,
} from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { instrument } from '../readers/instrument.ts'
import { barGrid } from './bar-grid.ts'
import type { BarFold } from './bars.ts'
import { rateOperations } from './rates.ts'

const of = 'trades.:data_version/exchanges/:exchange/:instrument_class/:instrument'
const example = { data_version: 'v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' }

const TakerSideSell = Type.Union([Type.Boolean(), Type.Literal('unknown'), Type.Null()], {
  description: 'true: a taker sold; some exchanges report it inverted, constant, unknown or not at all',
})

const ohlcv = {
  open: Nullable(Decimal),
  high: Nullable(Decimal),
  low: Nullable(Decimal),
  close: Nullable(Decimal),
  volume: Decimal,
}

/** An interval without trades has no prices, and a volume of zero. */
function ohlcvOf(bar: BarFold | null) {
  if (bar === null) return { open: null, high: null, low: null, close: null, volume: '0' }
  const { open, high, low, close, volume } = bar
  return { open, high, low, close, volume }
}

const barQuery = {
  interval: Interval({ min: '1s', max: '1d', default: '1d' }),
  ...StartTime,
  ...EndTime,
  sort: Sort(),
  page_size: PageSize(100, 100_000),
}

export const trades = family(
  { name: 'trades', dataset: { commodity: 'trades', versions: ['v1', 'v2'] }, echo: 'typed' },
  [
    operation({
      id: 'listTrades',
      summary: 'Trades of an instrument, tick by tick',
      path: `/v3/data/${of}/trades`,
      also: [`/v2/data/${of}/trades`],
      subject: instrument,
      query: { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(100, 100_000) },
      row: {
        timestamp: Millis,
        trade_id: Identifier,
        price: Decimal,
        amount: Decimal,
        taker_side_sell: TakerSideSell,
      },
      page: keyset({
        from: 'trade',
        where: 'instrument = :instrument AND versions & :version',
        by: ['timestamp', 'trade_id'],
        time: 'timestamp',
      }),
      example,
    }),
    operation({
      id: 'listOhlcv',
      summary: 'Open, high, low, close and volume by interval',
      path: `/v2/data/${of}/aggregations/ohlcv`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, ...ohlcv },
      page: barGrid(ohlcvOf),
      echo: { aggregation: 'ohlcv' },
      example: { ...example, interval: '1h' },
    }),
    operation({
      id: 'listVwap',
      summary: 'Volume-weighted average price by interval',
      path: `/v2/data/${of}/aggregations/vwap`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, price: Nullable(Decimal) },
      page: barGrid(bar => ({ price: bar?.vwap ?? null })),
      echo: { aggregation: 'vwap' },
      example: { ...example, interval: '1h' },
    }),
    operation({
      id: 'listCountOhlcvVwap',
      summary: 'OHLCV, volume-weighted average price and number of trades by interval',
      path: `/v2/data/${of}/aggregations/count_ohlcv_vwap`,
      subject: instrument,
      query: barQuery,
      row: { timestamp: Millis, ...ohlcv, price: Nullable(Decimal), count: Type.Integer() },
      page: barGrid(bar => ({ ...ohlcvOf(bar), price: bar?.vwap ?? null, count: bar?.count ?? 0 })),
      echo: { aggregation: 'count_ohlcv_vwap' },
      example: { ...example, interval: '1h' },
    }),
    ...rateOperations,
  ],
)
