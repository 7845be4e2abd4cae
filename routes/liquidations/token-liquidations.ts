import { Type } from '@sinclair/typebox'
import { day, formatTime, hour } from '../../src/market/time.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { operation, type Subject } from '../../src/operations/operation.ts'
import { grid, type Intervals } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { Code, Count, Interval, Millis, Pages, TimeText } from '../../src/operations/schemas.ts'
import { historyClocks } from '../../src/store/history/coverage.ts'
import { keptInSnapshot } from '../../src/store/snapshot-values.ts'
import type { Store } from '../../src/store/store.ts'
import { sinceListed } from '../subjects/since-listed.ts'

const ofToken = "base_asset = :asset AND class IN ('future', 'perpetual-future')"

const TokenInPath = Type.Object({ asset: Code })

const withFutures: Subject<typeof TokenInPath, string> = sinceListed(
  {
    parameters: TokenInPath,
    prepare(store) {
      const check = codeCheck(store, 'asset')
      return ({ asset }) => {
        check(asset)
        return { entity: asset, bindings: { asset } }
      }
    },
  },
  ofToken,
)

/** An asset; one without futures has zeros at any clock. */
const token: typeof withFutures = {
  ...withFutures,
  prepare(store, start) {
    const find = withFutures.prepare(store, start)
    return (...asked) => ({ begins: historyClocks.from, ...find(...asked) })
  },
}

/** Positions closed by force: their number, and their value in USD. */
class Closed {
  readonly long = { trades: 0, amount: 0 }
  readonly short = { trades: 0, amount: 0 }

  get record() {
    return {
      total_trades: this.long.trades + this.short.trades,
      total_amount: plainSum(this.long.amount + this.short.amount),
      long_trades: this.long.trades,
      long_amount: plainSum(this.long.amount),
      short_trades: this.short.trades,
      short_amount: plainSum(this.short.amount),
    }
  }
}

/** Without the last digit, which the order of the sum decides. */
function plainSum(sum: number): number {
  return Number(sum.toPrecision(15))
}

interface ClosedBy {
  all: Closed
  exchanges: Map<string, Closed>
}

type TokenContract = [instrument: number, exchange: string, listed: number | null, ends: number | null]

/** Assets whose contracts are kept; a chain of pages asks for the same. */
const mostAssets = 8

/** Reads by the start of the intervals; those without liquidations have none. */
function closedReader(store: Store): (query: PageQuery, intervals: Intervals) => Map<number, ClosedBy> {
  const { coverage } = store
  // Whenever they trade: finding them among all instruments takes 5 ms.
  const contracts = store.prepare<TokenContract>(
    `SELECT id, exchange_code, listed, ends FROM instrument WHERE ${ofToken} ORDER BY exchange_code, id`,
  )
  const kept = keptInSnapshot<TokenContract[]>(store, mostAssets)
  // By the primary key, so that the rows of a group are adjacent.
  const rows = store.prepare<[start: number, side: 'long' | 'short', trades: number, amount: number]>(
    `SELECT timestamp / :interval * :interval AS start, position_side, count(*), sum(amount_usd)
     FROM liquidation WHERE instrument = :instrument AND timestamp >= :from AND timestamp < :until
     GROUP BY start, position_side = 'long'`,
  )
  return ({ bindings, earliest, horizon }, { interval, ...range }) => {
    const asset = String(bindings.asset)
    const from = Math.max(range.from, earliest)
    const until = Math.min(range.until, horizon)
    const found = new Map<number, ClosedBy>()
    coverage.need('listings', 0, from, until)
    for (const [instrument, exchange, listed, ends] of kept(asset, () => contracts.all({ asset }))) {
      if ((listed ?? from) >= until || (ends ?? until) <= from) continue
      coverage.need('liquidations', instrument, Math.max(from, listed ?? from), Math.min(until, ends ?? until))
      for (const [start, side, trades, amount] of rows.all({ instrument, interval, from, until })) {
        const one = found.get(start) ?? { all: new Closed(), exchanges: new Map<string, Closed>() }
        found.set(start, one)
        const own = one.exchanges.get(exchange) ?? new Closed()
        one.exchanges.set(exchange, own)
        for (const closed of [one.all, own]) {
          closed[side].trades += trades
          closed[side].amount += amount
        }
      }
    }
    return found
  }
}

/** Time per read: the busiest token has 2,000 liquidations a day. */
const mostTime = 10 * day

const tokenPage = grid((store, write) => {
  const readClosed = closedReader(store)
  const none: ClosedBy = { all: new Closed(), exchanges: new Map() }
  const recordOf = (timestamp: number, { all, exchanges }: ClosedBy) =>
    write({
      interval_time: formatTime(timestamp),
      interval_timestamp: timestamp,
      ...all.record,
      exchanges: [...exchanges].map(([exchange, closed]) => ({ exchange, ...closed.record })),
    })
  return {
    batch: interval => Math.max(1, Math.floor(mostTime / interval)),
    empty: timestamp => recordOf(timestamp, none),
    read: (query, intervals, each) => {
      const found = [...readClosed(query, intervals)].sort(([a], [b]) => a - b)
      for (const [timestamp, closed] of found) each(timestamp, recordOf(timestamp, closed))
    },
  }
})

const sums = {
  total_trades: { ...Count, description: 'number of liquidations' },
  total_amount: Type.Number({ description: 'value in USD' }),
  long_trades: { ...Count, description: 'number of closed long positions' },
  long_amount: Type.Number({ description: 'value of closed long positions in USD' }),
  short_trades: { ...Count, description: 'number of closed short positions' },
  short_amount: Type.Number({ description: 'value of closed short positions in USD' }),
}

export const tokenLiquidations = operation({
  id: 'listTokenLiquidations',
  summary: 'Liquidations of an asset by interval',
  description:
    'The liquidations of all futures and perpetual futures of an asset by interval, for gauging market stress. Records ' +
    'are ordered by `interval_time`, the start of the interval. Amounts are in USD, with subtotals by side of the closed ' +
    'position and by exchange. Intervals without liquidations have zeros, and so have assets without futures. The ' +
    `newest interval covers the liquidations so far. Example: the last day by the hour with \`page_size=${day / hour}\`.`,
  path: '/v2/data/liquidation.:data_version/token/:asset',
  subject: token,
  query: {
    interval: Interval({ min: '1h', max: '1d', default: '1h', units: 'hd' }),
    ...Pages(100, 1000),
  },
  row: {
    interval_time: { ...TimeText, description: 'start of the interval' },
    interval_timestamp: { ...Millis, description: 'start of the interval' },
    ...sums,
    exchanges: Type.Array(Type.Object({ exchange: Type.String(), ...sums }), { description: 'by exchange' }),
  },
  page: tokenPage,
  example: { data_version: 'v1', asset: 'btc' },
})
