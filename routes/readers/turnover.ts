import { nearestDouble } from '../../src/market/numbers/decimal.ts'
import { ceilTo, day, floorTo, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import type { StoredBar } from '../../src/market/trades/bar-block.ts'
import { type GridPage, grid, type Intervals } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import { keptInSnapshot } from '../../src/store/snapshot-values.ts'
import type { Bindings, Store } from '../../src/store/store.ts'

interface Market {
  exchange: string
  onChain: boolean
  base: string
  quote: string
  precision: Precision
}

const never = Number.MAX_SAFE_INTEGER
/** Lists of instruments that are kept: pages of several assets or exchanges go on side by side. */
const mostLists = 4

/** Hours per read; more would delay other requests. */
const mostHours = 500

/** Volume of one instrument in an hour or a day: in the base, in the quote, in USD, and the number of trades. */
export interface Turnover {
  market: Market
  volume: number
  notional: number
  usd: number
  count: number
}

/** Returns the fields of the interval that starts at a time. */
type TurnoverShape = (turnovers: readonly Turnover[], timestamp: number) => Record<string, unknown>

export interface TurnoverShapes<E = unknown, P = unknown> {
  of: (query: PageQuery<E, P>, intervals: Intervals) => TurnoverShape
  /** Longest time per read, if what the shape reads takes long; milliseconds. */
  span?: (query: PageQuery<E, P>, interval: number) => number
}

/**
 * Finished intervals of whole hours with the volumes of the instruments that `where` selects, by version 1 of their
 * trades. Reads stored bars only: daily bars for intervals of whole days where the store has them, otherwise hourly ones. @param prepare is
 * called once with the store; `of` of its result is called once per run of intervals.
 */
export function turnoverGrid<E, P>(where: string, prepare: (store: Store) => TurnoverShapes<E, P>): GridPage<E, P> {
  return grid<E, P>((store, write) => {
    const read = turnoverReader(store, where)
    const shapes = prepare(store)
    return {
      finished: true,
      batch: (interval, query) => {
        const most = interval % day === 0 ? 100 : Math.ceil(mostHours / (interval / hour))
        return shapes.span ? Math.max(1, Math.min(most, Math.floor(shapes.span(query, interval) / interval))) : most
      },
      read: (query, intervals, each) => {
        const { interval, from, until } = intervals
        // First, because it may give way, and all is then called again.
        const shape = shapes.of(query, intervals)
        const found = read({ ...query.bindings, interval, from, until })
        for (let timestamp = from; timestamp < until; timestamp += interval)
          each(timestamp, write(shape(found.get(timestamp) ?? [], timestamp)))
      },
    }
  })
}

type Wanted = Bindings & Intervals

/**
 * The instruments that may trade in a range. They are read for whole days, because a list takes 70 ms where a history has the
 * contracts of all years, and a page has many ranges.
 */
function marketReader(store: Store, where: string): (wanted: Wanted) => MarketRow[] {
  const statement = store.prepare<MarketRow>(
    `SELECT ifnull(trade_start, 0), iif(ended, ifnull(trade_end, ${never}), ${never}), ifnull(ends, ${never}),
       id, exchange_code, kind = 'decentralised', base_asset, quote_asset, price_decimals, amount_decimals
     FROM instrument JOIN exchange ON exchange.code = exchange_code
     WHERE (${where}) AND ifnull(trade_start < :until, 1) AND (NOT ended OR ifnull(trade_end >= :from, 1))
       AND ifnull(ends > :from, 1)`,
  )
  const kept = keptInSnapshot<MarketRow[]>(store, mostLists)
  return ({ interval: _, from, until, ...bindings }) => {
    const days = { from: floorTo(from, day), until: ceilTo(until, day) }
    const name = [...Object.values(bindings), days.from, days.until].join('\n')
    const rows = kept(name, () => statement.all({ ...bindings, ...days }))
    return rows.filter(([first, last, ends]) => first < until && last >= from && ends > from)
  }
}

/** Reads turnovers by the start of their intervals. */
function turnoverReader(store: Store, where: string): (wanted: Wanted) => Map<number, Turnover[]> {
  const marketsIn = marketReader(store, where)
  const bars = new BarReader(store)
  return wanted => {
    const { interval, from, until } = wanted
    const parts = bars.parts(from, until, interval % day === 0 ? [day] : [])
    const found = new Map<number, Turnover[]>()
    store.coverage.need('listings', 0, from, until)
    for (const [, , , instrument, exchange, onChain, base, quote, price, amount] of marketsIn(wanted)) {
      const precision = { price, amount }
      const market = { exchange, onChain: onChain === 1, base, quote, precision }
      for (const { width, ...part } of parts)
        for (const bar of bars.read({ instrument, version: 1, width: width || hour, ...part }, precision)) {
          const start = bar.timestamp - (bar.timestamp % interval)
          const others = found.get(start)
          if (others) others.push(turnoverOf(market, bar))
          else found.set(start, [turnoverOf(market, bar)])
        }
    }
    return found
  }
}

function turnoverOf(market: Market, { volume, notional, usd, count }: StoredBar): Turnover {
  const { price, amount } = market.precision
  return {
    market,
    volume: nearestDouble(volume, amount),
    notional: nearestDouble(notional, price + amount),
    usd: usd ?? 0,
    count,
  }
}

type MarketRow = [
  first: number,
  last: number,
  ends: number,
  id: number,
  exchange: string,
  onChain: number,
  base: string,
  quote: string,
  price: number,
  amount: number,
]
