import { Type } from '@sinclair/typebox'
import { Recent } from '../../src/market/made-once.ts'
import { day, formatTime, hour } from '../../src/market/time.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { operation, type Subject } from '../../src/operations/operation.ts'
import { grid, type Intervals } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import {
  Code,
  Count,
  EndTime,
  Interval,
  Millis,
  PageSize,
  Sort,
  StartTime,
  TimeText,
} from '../../src/operations/schemas.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { sinceListed } from '../subjects/since-listed.ts'

const ofToken = "base_asset = :asset AND class IN ('future', 'perpetual-future')"

const TokenInPath = Type.Object({ asset: Code })

/** An asset, which may have no futures. */
const token: Subject<typeof TokenInPath, string> = sinceListed(
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

/** Positions closed by force: their number, and their value in USD. */
class Closed {
  #longs = 0
  #shorts = 0
  #longAmount = 0
  #shortAmount = 0

  add(isLong: boolean, trades: number, amount: number): void {
    if (isLong) {
      this.#longs += trades
      this.#longAmount += amount
    } else {
      this.#shorts += trades
      this.#shortAmount += amount
    }
  }

  get record() {
    return {
      total_trades: this.#longs + this.#shorts,
      total_amount: plainSum(this.#longAmount + this.#shortAmount),
      long_trades: this.#longs,
      long_amount: plainSum(this.#longAmount),
      short_trades: this.#shorts,
      short_amount: plainSum(this.#shortAmount),
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

class ClosedReader {
  readonly #store: Store
  readonly #contracts: Statement<TokenContract>
  readonly #kept = new Recent<readonly TokenContract[]>(mostAssets)
  readonly #rows: Statement<[start: number, isLong: number, trades: number, amount: number]>

  constructor(store: Store) {
    this.#store = store
    this.#contracts = store.prepare(
      `SELECT id, exchange_code, listed, ends FROM instrument WHERE ${ofToken} ORDER BY exchange_code, id`,
    )
    // By the primary key, so that the rows of a group are adjacent.
    this.#rows = store.prepare(
      `SELECT timestamp / :interval * :interval AS start, position_side = 'long', count(*), sum(amount_usd)
       FROM liquidation WHERE instrument = :instrument AND timestamp >= :from AND timestamp < :until GROUP BY start, 2`,
    )
  }

  /** By the start of the intervals; those without liquidations have none. */
  read({ bindings, earliest, horizon }: PageQuery, { interval, ...range }: Intervals): Map<number, ClosedBy> {
    const { coverage } = this.#store
    const from = Math.max(range.from, earliest)
    const until = Math.min(range.until, horizon)
    const found = new Map<number, ClosedBy>()
    coverage.need('listings', 0, from, until)
    for (const [instrument, exchange, listed, ends] of this.#contractsOf(String(bindings.asset))) {
      if ((listed ?? from) >= until || (ends ?? until) <= from) continue
      coverage.need('liquidations', instrument, Math.max(from, listed ?? from), Math.min(until, ends ?? until))
      for (const [start, isLong, trades, amount] of this.#rows.all({ instrument, interval, from, until })) {
        const one = found.get(start) ?? { all: new Closed(), exchanges: new Map<string, Closed>() }
        found.set(start, one)
        const own = one.exchanges.get(exchange) ?? new Closed()
        one.exchanges.set(exchange, own)
        for (const closed of [one.all, own]) closed.add(isLong === 1, trades, amount)
      }
    }
    return found
  }

  /** Whenever they trade: finding them among all instruments takes 5 ms. */
  #contractsOf(asset: string): readonly TokenContract[] {
    const { snapshot } = this.#store
    const read = () => this.#contracts.all({ asset })
    // Without a snapshot the store may change at any time.
    return snapshot === undefined ? read() : this.#kept.of(`${snapshot} ${asset}`, read)
  }
}

/** Time per read: the busiest token has 2,000 liquidations a day. */
const mostTime = 10 * day

const tokenPage = grid((store, write) => {
  const reader = new ClosedReader(store)
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
      const found = [...reader.read(query, intervals)].sort(([a], [b]) => a - b)
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
    ...StartTime,
    ...EndTime,
    sort: Sort(),
    page_size: PageSize(100, 1000),
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
