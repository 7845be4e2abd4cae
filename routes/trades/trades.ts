import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import {
  Address,
  Code,
  Decimal,
  Identifier,
  Interval,
  IntervalStart,
  Millis,
  Nullable,
  Pages,
  TransactionHash,
} from '../../src/operations/schemas.ts'
import { recentOf, underV1 } from '../../src/operations/variants.ts'
import { instrument } from '../subjects/instrument.ts'
import { type BarFold, barGrid } from './bars.ts'
import { rateOperations } from './rates/rates.ts'
import { newestTrade, tradePage } from './trade-page.ts'

const of = 'trades.:data_version/exchanges/:exchange/:instrument_class/:instrument'
const example = { data_version: 'v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' }

const TakerSideSell = Type.Union([Type.Boolean(), Type.Literal('unknown'), Type.Null()], {
  description: 'true if a taker sold; some exchanges report it inverted, constant, "unknown" or null',
})

const Vwap = { ...Decimal, description: 'volume-weighted average price; null without trades' }

const ohlcv = {
  open: Nullable(Decimal),
  high: Nullable(Decimal),
  low: Nullable(Decimal),
  close: Nullable(Decimal),
  volume: Decimal,
}

/** An interval without trades has null prices and volume 0. */
function ohlcvOf(bar: BarFold | null) {
  if (bar === null) return { open: null, high: null, low: null, close: null, volume: '0' }
  const { open, high, low, close, volume } = bar
  return { open, high, low, close, volume }
}

const barQuery = {
  interval: Interval({ min: '1s', max: '1d', default: '1d' }),
  ...Pages(100, 100_000),
}

const openInterval =
  'The newest record covers the trades so far until its interval is over; an `end_time` at its start omits it. '

const onlySwaps = 'of decentralised exchanges only'

const exampleWith = { exchange: 'usp3', instrument: 'weth-usdc' }

const swapFilter = (what: string) => ({
  exampleWith,
  description: `${what} of the trades; for instruments ${onlySwaps}`,
})
const SwapFilters = {
  blockchain: Type.Optional({ ...Code, ...swapFilter('chain') }),
  pool_address: Type.Optional({ ...Address, ...swapFilter('pool') }),
  transaction_hash: Type.Optional({ ...TransactionHash, ...swapFilter('transaction') }),
  user_address: Type.Optional({ ...Address, ...swapFilter('account') }),
}

const swapField = (description: string) =>
  Type.Optional(Nullable(Type.String({ description: `${description}; ${onlySwaps}` })))

/** Of the URLs of index replications. */
const Replicated = {
  index_inserted_at: Type.Optional(
    Type.String({
      examples: ['2026-01-31T00:00:00.000ZZ'],
      description: 'of URLs of index replications; ignored',
    }),
  ),
}

const series = [
  operation({
    id: 'listTrades',
    summary: 'Trades of an instrument',
    description:
      'Every trade of one instrument, for tick-level analysis or for folding bars of your own. Records ' +
      'are ordered by `timestamp`, then `trade_id`. `price` is in the quote asset; `amount` is in the ' +
      'base asset, or in contracts for derivatives. `taker_side_sell` is null on exchanges that report no ' +
      'side. On decentralised exchanges the records also name chain, pool, transaction and account, and these ' +
      'filter them. Example: the last 100 trades of btc-usd on cbse.',
    path: `/v3/data/${of}/trades`,
    also: [`/v2/data/${of}/trades`],
    subject: instrument,
    query: { ...Pages(100, 100_000), ...SwapFilters, ...Replicated },
    row: {
      timestamp: { ...Millis, description: 'time of the trade' },
      trade_id: Identifier,
      price: { ...Decimal, description: 'price in the quote asset' },
      amount: { ...Decimal, description: 'amount in the base asset, or contracts' },
      taker_side_sell: TakerSideSell,
      blockchain: swapField('chain of the trade'),
      pool_address: swapField('contract of the pool'),
      transaction_hash: swapField('transaction of the trade'),
      user_address: swapField('account that traded'),
    },
    page: tradePage,
    example,
  }),
  operation({
    id: 'listOhlcv',
    summary: 'OHLCV bars of an instrument',
    description:
      'Open, high, low and close prices and the volume of each interval, for charts and backtests. ' +
      'Records are ordered by `timestamp`, the start of the interval. Prices are in the quote asset and ' +
      'volume in the base asset. An interval without trades has null prices and volume "0". ' +
      openInterval +
      'Example: the last 24 hourly bars with `interval=1h&page_size=24`.',
    path: `/v2/data/${of}/aggregations/ohlcv`,
    subject: instrument,
    query: barQuery,
    row: { timestamp: IntervalStart, ...ohlcv },
    page: barGrid(ohlcvOf),
    echo: { aggregation: 'ohlcv' },
    example: { ...example, interval: '1h' },
  }),
  operation({
    id: 'listVwap',
    summary: 'VWAP of an instrument by interval',
    description:
      'The volume-weighted average price Σ price × amount ÷ Σ amount of each interval, for valuations and ' +
      'execution analysis. Records are ordered by `timestamp`, the start of the interval. `price` is in ' +
      'the quote asset and null for an interval without trades. ' +
      openInterval +
      'Example: daily VWAP of January with ' +
      '`interval=1d&start_time=2026-01-01&end_time=2026-02-01`.',
    path: `/v2/data/${of}/aggregations/vwap`,
    subject: instrument,
    query: barQuery,
    row: { timestamp: IntervalStart, price: Nullable(Vwap) },
    page: barGrid(bar => ({ price: bar?.vwap ?? null })),
    echo: { aggregation: 'vwap' },
    example: { ...example, interval: '1h' },
  }),
  operation({
    id: 'listCountOhlcvVwap',
    summary: 'OHLCV, VWAP and trade count by interval',
    description:
      'Bars, VWAP and trade count in one record, for clients that would otherwise join three responses. ' +
      'Records are ordered by `timestamp`, the start of the interval. Prices are in the quote asset and ' +
      'volume in the base asset. An interval without trades has null prices, volume "0" and count 0. ' +
      openInterval +
      'Example: minute bars of the last hour with `interval=1m&page_size=60`.',
    path: `/v2/data/${of}/aggregations/count_ohlcv_vwap`,
    subject: instrument,
    query: barQuery,
    row: { timestamp: IntervalStart, ...ohlcv, price: Nullable(Vwap), count: Type.Integer() },
    page: barGrid(bar => ({ ...ohlcvOf(bar), price: bar?.vwap ?? null, count: bar?.count ?? 0 })),
    echo: { aggregation: 'count_ohlcv_vwap' },
    example: { ...example, interval: '1h' },
  }),
]

const recent = series.map(one => recentOf(one, newestTrade))

export const trades = family(
  {
    name: 'trades',
    about: 'Trades, and bars, averages and rates computed from them.',
    dataset: { commodity: 'trades', versions: ['v1', 'v2'] },
    echo: 'typed',
  },
  [...series, ...recent, ...[...series, ...recent].map(underV1), ...rateOperations],
)
