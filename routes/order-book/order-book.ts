import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import {
  Decimal,
  EndTime,
  Interval,
  Millis,
  Nullable,
  OneOf,
  PageSize,
  Sort,
  StartTime,
  TimeText,
} from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { instrument } from '../readers/instrument.ts'
import { bookGrid, bookSeries } from './book-pages.ts'
import { depth, depthFields, levels, meanDepth, meanPrices, meanSlippage, prices, slippage } from './book-records.ts'

const of = '/v2/data/order_book_snapshots.:data_version/exchanges/:exchange/:instrument_class/:instrument'
const example = { data_version: 'v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' }

const pageQuery = { ...StartTime, ...EndTime, sort: Sort(), page_size: PageSize(10, 100) }
const intervalQuery = { interval: Interval({ min: '1s', max: '1d', default: '1h' }), ...pageQuery }
const orderQuery = {
  slippage: Type.Number({ minimum: 0, default: 0, description: 'size of a market order, in the quote asset' }),
  slippage_ref: OneOf(['mid_price', 'best'], {
    default: 'mid_price',
    description: 'what its average price is compared with',
  }),
}
const limitQuery = {
  limit_orders: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 10,
    description: 'price levels of each side, at most',
  }),
}

const times = {
  poll_timestamp: Millis,
  poll_date: TimeText,
  timestamp: Nullable(
    Type.Integer({ description: 'of the exchange, where it gives one; milliseconds since 1970 UTC' }),
  ),
}
const Levels = Type.Array(Type.Object({ price: Decimal, amount: Decimal }), { description: 'best price first' })
const sides = { asks: Levels, bids: Levels }
const Slippage = Nullable(Decimal)
const slippages = { ask_slippage: Slippage, bid_slippage: Slippage }
const volumes = Object.fromEntries(depthFields.map(name => [name, Decimal]))
const meanVolumes = Object.fromEntries(depthFields.map(name => [name, Nullable(Decimal)]))

export const orderBook = family(
  {
    name: 'order book',
    dataset: { commodity: 'order_book_snapshots', versions: ['v1'] },
    echo: 'typed',
  },
  [
    operation({
      id: 'listSlippages',
      summary: 'Mean slippage of a market order by interval',
      path: `${of}/ob_aggregations/slippage`,
      subject: instrument,
      query: { ...intervalQuery, ...orderQuery },
      row: { poll_timestamp: Millis, ...slippages },
      page: bookGrid(meanSlippage),
      echo: { aggregation: 'slippage' },
      example: { ...example, slippage: '10000' },
    }),
    operation({
      id: 'listDepths',
      summary: 'Mean volume around the best prices by interval',
      path: `${of}/ob_aggregations/depth`,
      subject: instrument,
      query: intervalQuery,
      row: { poll_timestamp: Millis, ...meanVolumes },
      page: bookGrid(meanDepth),
      echo: { aggregation: 'depth' },
      example,
    }),
    operation({
      id: 'listBookAggregates',
      summary: 'Mean depth, spread, mid price and slippage by interval',
      path: `${of}/ob_aggregations/full`,
      subject: instrument,
      query: { ...intervalQuery, ...orderQuery },
      row: {
        poll_timestamp: Millis,
        ...meanVolumes,
        spread: Nullable(Decimal),
        mid_price: Nullable(Decimal),
        ...slippages,
      },
      page: bookGrid((fold, call) => [...meanDepth(fold, call), ...meanPrices(fold, call), ...meanSlippage(fold)]),
      echo: { aggregation: 'full' },
      example: { ...example, slippage: '10000' },
    }),
    operation({
      id: 'listSlippageSnapshots',
      summary: 'Slippage of a market order in each order book',
      path: `${of}/snapshots/slippage`,
      subject: instrument,
      query: { ...pageQuery, ...orderQuery },
      row: { ...times, ...slippages },
      page: bookSeries(slippage),
      echo: { metric: 'slippage' },
      example: { ...example, slippage: '10000' },
    }),
    operation({
      id: 'listDepthSnapshots',
      summary: 'Volume around the best prices in each order book',
      path: `${of}/snapshots/depth`,
      subject: instrument,
      query: pageQuery,
      row: { ...times, ...volumes },
      page: bookSeries(depth),
      echo: { metric: 'depth' },
      example,
    }),
    operation({
      id: 'listBookSnapshots',
      summary: 'Order books, level by level',
      path: `${of}/snapshots/raw`,
      subject: instrument,
      query: { ...pageQuery, ...limitQuery },
      row: { ...times, ...sides },
      page: bookSeries(levels),
      example,
    }),
    operation({
      id: 'listFullBookSnapshots',
      summary: 'Order books with their depth, spread, mid price and slippage',
      path: `${of}/snapshots/full`,
      subject: instrument,
      query: { ...pageQuery, ...limitQuery, ...orderQuery },
      row: { ...times, ...sides, ...volumes, spread: Decimal, mid_price: Decimal, ...slippages },
      page: bookSeries((book, call) => [
        ...levels(book, call),
        ...depth(book, call),
        ...prices(book, call),
        ...slippage(book, call),
      ]),
      echo: { metric: 'full' },
      example: { ...example, slippage: '10000' },
    }),
  ],
)
