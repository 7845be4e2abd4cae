import { Type } from '@sinclair/typebox'
import { day } from '../../../src/market/time.ts'
import { operation } from '../../../src/operations/operation.ts'
import { grid, type Intervals } from '../../../src/operations/paging/grid.ts'
import {
  Decimal,
  EndTime,
  Interval,
  IntervalStart,
  Nullable,
  PageSizeByInterval,
  Sort,
  StartTime,
} from '../../../src/operations/schemas.ts'
import { directPair, exchangeFilters } from './pair.ts'
import { pairTradesOf } from './pair-trades.ts'
import { type RateParameters, type RateQuery, RateSeries, rangeOf } from './rate-grid.ts'
import { rateReader } from './rate-reader.ts'
import type { RatedPair } from './spot-graph.ts'

/** Medians cannot be folded from bars, so a slice reads the trades of a day. */
const directPrices = grid<RatedPair, RateParameters>((store, write) => {
  const rates = rateReader(store)
  const tradesOf = pairTradesOf(store, rates)
  const pricesIn = (query: RateQuery, intervals: Intervals) =>
    tradesOf(query.entity, rangeOf(query, intervals), [intervals], time => time - (time % intervals.interval))
  const lastBefore = (query: RateQuery, { interval, from }: Intervals) => {
    const last = new RateSeries(rates, query, { interval, from, until: from }).newest(from)
    if (last === null) return null
    const one = { interval, from: last.timestamp, until: last.timestamp + interval }
    return pricesIn(query, one).get(last.timestamp)!.median
  }
  return {
    batch: interval => Math.max(1, Math.floor(day / interval)),
    read: (query, intervals, each) => {
      const found = pricesIn(query, intervals)
      const repeats = query.parameters.extrapolate_missing_values === true
      const { interval, from, until } = intervals
      let last = repeats && !found.has(from) ? lastBefore(query, intervals) : null
      for (let timestamp = from; timestamp < until; timestamp += interval) {
        const own = found.get(timestamp)
        const price = own?.median ?? last
        const { volume, count } = own?.rate ?? { volume: '0', count: 0 }
        const record = { timestamp, price, volume, count, extrapolate_missing_values: !own && price !== null }
        each(timestamp, write(record))
        if (repeats) last = price
      }
    },
  }
})

export const directPrice = operation({
  id: 'listDirectPrices',
  summary: 'Direct price of a pair',
  description:
    'The volume-weighted median of the trades of a pair on all exchanges, inverse instruments included, for prices ' +
    'that a few odd trades cannot move. Records are ordered by `timestamp`, the start of the interval. `price` is ' +
    'units of `quote` per unit of `base`: half of the volume was traded at or below it. It is null without trades, ' +
    'unless `extrapolate_missing_values=true` repeats the last price. `volume` is in the base asset. A pair without ' +
    'an instrument of its own is 404. Example: the price of the last ten minutes with `interval=1m`.',
  path: '/v2/data/trades.:data_version/robust_pair_price/:base/:quote',
  subject: directPair,
  windowed: true,
  query: {
    interval: Interval({ min: '1s', max: '1d', default: '24h' }),
    ...StartTime,
    ...EndTime,
    ...exchangeFilters,
    extrapolate_missing_values: Type.Boolean({
      default: false,
      description: 'true repeats the last price in intervals without trades',
    }),
    sort: Sort(),
    page_size: PageSizeByInterval([
      { upTo: '1m', initial: 10, maximum: 100, where: 'for intervals up to 1m' },
      { upTo: '1h', initial: 4, maximum: 10, where: 'for intervals above 1m, up to 1h' },
      { upTo: '1d', initial: 1, maximum: 4, where: 'for intervals above 1h' },
    ]),
  },
  row: {
    timestamp: IntervalStart,
    price: Nullable({ ...Decimal, description: 'units of the quote per unit of the base; null without trades' }),
    volume: { ...Decimal, description: 'volume in the base asset' },
    count: Type.Integer({ description: 'number of trades' }),
    extrapolate_missing_values: Type.Boolean({ description: 'whether the price is repeated' }),
  },
  page: directPrices,
  echo: { sources: false },
  example: { data_version: 'v1', base: 'btc', quote: 'usd', interval: '1m' },
})
