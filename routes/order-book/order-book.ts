import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import {
  Decimal,
  Interval,
  IntervalStart,
  Millis,
  Nullable,
  OneOf,
  Pages,
  TimeText,
} from '../../src/operations/schemas.ts'
import { inPagesUnderV1, underV1 } from '../../src/operations/variants.ts'
import { bookGrid, bookSeries } from './book-pages.ts'
import { depth, depthFields, levels, meanDepth, meanPrices, meanSlippage, prices, slippage } from './book-records.ts'
import { instrumentWithBooks } from './with-books.ts'

const of = '/v2/data/order_book_snapshots.:data_version/exchanges/:exchange/:instrument_class/:instrument'
const example = { data_version: 'v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' }

const pageQuery = { ...Pages(10, 100) }
const intervalQuery = { interval: Interval({ min: '1s', max: '1d', default: '1h' }), ...pageQuery }
const orderQuery = {
  slippage: Type.Number({ minimum: 0, default: 0, description: 'size of the market order, in the quote asset' }),
  slippage_ref: OneOf(['mid_price', 'best'], {
    default: 'mid_price',
    description: 'price that slippage is measured from',
  }),
}
const limitQuery = {
  limit_orders: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 10,
    description: 'maximum number of price levels per side; 100,000 gives whole books',
  }),
}

/** Clients send the parameters of full records to every operation, as production accepts them. */
const description = 'accepted and ignored'
const ignoredOrder = {
  slippage: Type.Optional(Type.Number({ minimum: 0, examples: [10000], description })),
  slippage_ref: Type.Optional(OneOf(['mid_price', 'best'], { examples: ['best'], description })),
}
const ignoredLimit = { limit_orders: Type.Optional(Type.Integer({ minimum: 0, examples: [10], description })) }

const times = {
  poll_timestamp: { ...Millis, description: 'time of the snapshot' },
  poll_date: { ...TimeText, description: 'time of the snapshot' },
  timestamp: Nullable(
    Type.Integer({ description: 'time reported by the exchange, or null; milliseconds since 1970 UTC' }),
  ),
}
const Levels = Type.Array(Type.Object({ price: Decimal, amount: Decimal }), {
  description: 'price levels, best price first',
})
const sides = { asks: Levels, bids: Levels }
const midPrices = { spread: Nullable(Decimal), mid_price: Nullable(Decimal) }
const Slippage = Nullable(Decimal)
const slippages = { ask_slippage: Slippage, bid_slippage: Slippage }
const volumes = Object.fromEntries(depthFields.map(name => [name, Decimal]))
const meanVolumes = Object.fromEntries(depthFields.map(name => [name, Nullable(Decimal)]))

const operations = [
  operation({
    id: 'listSlippages',
    summary: 'Mean slippage of a market order by interval',
    description:
      'The cost of immediate execution: how far the average price of a market order of size `slippage` (in ' +
      'the quote asset) lies from `slippage_ref`, averaged over the order books of the interval. Records are ' +
      'ordered by `poll_timestamp`, the start of the interval. Values are fractions: "0.001" is 0.1 %. A ' +
      'value is null if no book of the interval can fill the order, or if its size is 0. Example: hourly ' +
      'slippage of a 10,000 USD order with `slippage=10000`.',
    path: `${of}/ob_aggregations/slippage`,
    subject: instrumentWithBooks,
    query: { ...intervalQuery, ...orderQuery },
    row: { poll_timestamp: IntervalStart, ...slippages },
    page: bookGrid(meanSlippage, false),
    echo: { aggregation: 'slippage' },
    example: { ...example, slippage: '10000' },
  }),
  operation({
    id: 'listDepths',
    summary: 'Mean market depth by interval',
    description:
      'The volume within bands of 0.1 % to 10 % of the best bid and ask, averaged over the order books of ' +
      'the interval, for liquidity monitoring. Records are ordered by `poll_timestamp`, the start of the ' +
      'interval. Volumes are in the base asset; all are null for an interval without a book. Some ' +
      'exchanges publish less than 10 %, so wide bands understate their depth. Example: daily depth with ' +
      '`interval=1d`.',
    path: `${of}/ob_aggregations/depth`,
    subject: instrumentWithBooks,
    query: { ...intervalQuery, ...ignoredOrder },
    row: { poll_timestamp: IntervalStart, ...meanVolumes },
    page: bookGrid(meanDepth),
    echo: { aggregation: 'depth' },
    example,
  }),
  operation({
    id: 'listBookAggregates',
    summary: 'Mean depth, spread, mid price and slippage',
    description:
      'All order-book metrics of an interval in one record, averaged over its books, for comparing exchanges. ' +
      'Records are ordered by `poll_timestamp`, the start of the interval. Volumes are in the base asset, ' +
      '`spread` and `mid_price` in the quote asset; slippage is a fraction. Values are null for an interval ' +
      'without a book; slippage is also null if no book can fill the order. Example: hourly values with the ' +
      'slippage of a 10,000 USD order, with `slippage=10000`.',
    path: `${of}/ob_aggregations/full`,
    subject: instrumentWithBooks,
    query: { ...intervalQuery, ...orderQuery },
    row: {
      poll_timestamp: IntervalStart,
      ...meanVolumes,
      ...midPrices,
      ...slippages,
    },
    page: bookGrid((fold, call) => [...meanDepth(fold, call), ...meanPrices(fold, call), ...meanSlippage(fold)]),
    echo: { aggregation: 'full' },
    example: { ...example, slippage: '10000' },
  }),
  operation({
    id: 'listSlippageSnapshots',
    summary: 'Slippage of each order-book snapshot',
    description:
      'The slippage of a market order of size `slippage` (in the quote asset) in each recorded order book, ' +
      'for studying execution minute by minute. Records are ordered by `poll_timestamp`, the time of the ' +
      'snapshot; there is one per minute. `timestamp` is null on exchanges that report no time. Values are ' +
      'fractions: "0.001" is 0.1 %. A value is null if the book cannot fill the order, or if its size is 0. ' +
      'Example: the last ten minutes for a 10,000 USD order with `slippage=10000`.',
    path: `${of}/snapshots/slippage`,
    subject: instrumentWithBooks,
    query: { ...pageQuery, ...orderQuery, ...ignoredLimit },
    row: { ...times, ...slippages },
    page: bookSeries(slippage),
    echo: { metric: 'slippage' },
    example: { ...example, slippage: '10000' },
  }),
  operation({
    id: 'listDepthSnapshots',
    summary: 'Depth of each order-book snapshot',
    description:
      'The volume within bands of 0.1 % to 10 % of the best bid and ask in each recorded order book, for ' +
      'following liquidity minute by minute. Records are ordered by `poll_timestamp`, the time of the ' +
      'snapshot; there is one per minute. `timestamp` is null on exchanges that report no time. Volumes are ' +
      'in the base asset. Some exchanges publish less than 10 %, so wide bands understate their depth. ' +
      'Example: the last hour with `page_size=60`.',
    path: `${of}/snapshots/depth`,
    subject: instrumentWithBooks,
    query: { ...pageQuery, ...ignoredOrder, ...ignoredLimit },
    row: { ...times, ...volumes },
    page: bookSeries(depth),
    echo: { metric: 'depth' },
    example,
  }),
  operation({
    id: 'listBookSnapshots',
    summary: 'Order-book snapshots with price levels',
    description:
      'The bids and asks of each recorded order book, best price first, for simulating execution. Records ' +
      'are ordered by `poll_timestamp`, the time of the snapshot; there is one per minute. `timestamp` is ' +
      'null on exchanges that report no time. Prices are in the quote asset and amounts in the base ' +
      'asset. `limit_orders` bounds the levels of each side. Example: the best level of the last book ' +
      'with `limit_orders=1&page_size=1`.',
    path: `${of}/snapshots/raw`,
    subject: instrumentWithBooks,
    query: { ...pageQuery, ...limitQuery, ...ignoredOrder },
    row: { ...times, ...sides },
    page: bookSeries(levels),
    echo: { metric: 'raw' },
    example,
  }),
  operation({
    id: 'listFullBookSnapshots',
    summary: 'Order-book snapshots with all metrics',
    description:
      'Price levels, depth, spread, mid price and slippage of each recorded order book, for clients that need ' +
      'them together. Records are ordered by `poll_timestamp`, the time of the snapshot; there is one per ' +
      'minute. `timestamp` is null on exchanges that report no time. Prices, `spread` and `mid_price` are in ' +
      'the quote asset, amounts and volumes in the base asset. Slippage is a fraction; it is null if the book ' +
      'cannot fill an order of size `slippage`, or if that size is 0. Example: the last book with five ' +
      'levels, with `limit_orders=5&page_size=1`.',
    path: `${of}/snapshots/full`,
    subject: instrumentWithBooks,
    query: { ...pageQuery, ...limitQuery, ...orderQuery },
    row: { ...times, ...sides, ...volumes, ...midPrices, ...slippages },
    page: bookSeries((book, call) => [
      ...levels(book, call),
      ...depth(book, call),
      ...prices(book, call),
      ...slippage(book, call),
    ]),
    echo: { metric: 'full' },
    example: { ...example, slippage: '10000' },
  }),
]

/** A mean reads up to a day of books, so pages of means stay small. */
const older = operations.map(one => (one.path.includes('/snapshots/') ? underV1(one) : inPagesUnderV1(one, 100)))

export const orderBook = family(
  {
    name: 'order book',
    about: 'Order books recorded once per minute, with depth, spread and slippage.',
    dataset: { commodity: 'order_book_snapshots', versions: ['v1'] },
    echo: 'typed',
  },
  [...operations, ...older],
)
