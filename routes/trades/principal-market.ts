import { badParameter } from '../../src/base/failure.ts'
import { quarterOf, quarterStart } from '../../src/market/index-composition.ts'
import { nearestDouble, type Units } from '../../src/market/numbers/decimal.ts'
import type { RangePart } from '../../src/market/range-parts.ts'
import { day, formatTime, hour } from '../../src/market/time.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import { onePage, type PageQuery } from '../../src/operations/paging/page.ts'
import { BarReader } from '../../src/store/bar-reader.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'

/** The period whose volume decides. */
const window = 14 * day

/** An eligible instrument: spot, on a centralised exchange, against a currency or a stablecoin. */
interface Eligible {
  id: number
  exchange: string
  name: string
  quote: string
  precision: Precision
}

interface EligibleTrade {
  timestamp: number
  price: Units
  eligible: Eligible
}

interface EndTime {
  end_time?: number | undefined
}

/**
 * One record: the value of `:asset` at `end_time`, within the current quarter. The principal market is the exchange
 * with the largest volume of the asset over the two weeks before, over its eligible instruments; the price is the
 * quarter's last trade of any of them. If the store covers less than two weeks, averages cover its range.
 */
export const principalMarketPage = onePage<unknown, EndTime>(store => {
  const recordIn = principalMarketOf(store)
  return query => {
    const record = recordIn(inQuarter(query))
    return { records: record ? [record] : [] }
  }
})

/**
 * The quarter up to `end_time`, which lies after its start because it is exclusive; with lenient validation it is
 * clipped. The clock, not the horizon, decides on the quarter: `end_time` defaults to now.
 */
function inQuarter(query: PageQuery<unknown, EndTime>): QuarterRange {
  const { bindings, parameters, clock, earliest, until, lenient } = query
  const { end_time = clock } = parameters
  const quarter = quarterOf(clock - 1)
  const [start, end] = [quarterStart(quarter), quarterStart(quarter + 1)]
  if (!lenient && (end_time <= start || end_time > end))
    throw badParameter(
      `end_time must be in the current quarter, after ${formatTime(start)} and at most ${formatTime(end)}, not ${formatTime(end_time)}`,
    )
  return {
    bindings,
    earliest,
    quarter: Math.max(start, earliest),
    until: Math.max(until, Math.min(start, query.horizon)),
  }
}

/** Volumes count from `earliest`, prices from `quarter`. */
interface QuarterRange extends Pick<PageQuery, 'bindings' | 'earliest' | 'until'> {
  quarter: number
}

type EligibleRow = [id: number, exchange: string, name: string, quote: string, price: number, amount: number]

function principalMarketOf(store: Store) {
  const statement = store.prepare<EligibleRow>(
    `SELECT id, exchange_code, exchange.name, quote_asset, price_decimals, amount_decimals FROM instrument
     JOIN exchange ON exchange.code = exchange_code JOIN asset ON asset.code = quote_asset
     WHERE base_asset = :asset AND class = 'spot' AND kind = 'centralised' AND asset_class IN ('fiat', 'stablecoin')
     ORDER BY id`,
  )
  const bars = new BarReader(store)
  const trades = new TradeReader(store)

  const volumeIn = ({ id: instrument, precision }: Eligible, part: RangePart, version: number): number => {
    const range = { instrument, version, ...part }
    let sum = 0
    const add = (amount: Units) => {
      sum += nearestDouble(amount, precision.amount)
    }
    if (part.width === 0) trades.each(range, precision, (_, __, amount) => add(amount))
    else for (const { volume } of bars.read(range, precision)) add(volume)
    return sum
  }

  /** Volumes in the asset, by exchange. */
  const volumesOf = (eligible: Eligible[], from: number, until: number, version: number): Map<string, number> => {
    const volumes = new Map<string, number>()
    for (const part of bars.parts(from, until))
      for (const one of eligible) {
        const volume = volumeIn(one, part, version)
        if (volume > 0) volumes.set(one.exchange, (volumes.get(one.exchange) ?? 0) + volume)
      }
    return volumes
  }

  const lastTrade = (instruments: Eligible[], from: number, until: number, version: number): EligibleTrade | null => {
    let last: EligibleTrade | null = null
    for (const eligible of instruments) {
      const own = trades.last({ instrument: eligible.id, from, until, version }, eligible.precision)
      if (own && (!last || own.timestamp > last.timestamp)) last = { ...own, eligible }
    }
    return last
  }

  /** USD price of the quote in the instrument's last traded hour before the trade; null if there is none. */
  const usdRate = ({ timestamp, eligible }: EligibleTrade, version: number): number | null => {
    if (eligible.quote === 'usd') return 1
    const { id, precision } = eligible
    const range = { instrument: id, version, width: hour, until: timestamp - hour + 1 }
    const bar = bars.last(range, precision)
    return bar?.usd == null ? null : bar.usd / nearestDouble(bar.notional, precision.price + precision.amount)
  }

  return ({ bindings, earliest, quarter, until }: QuarterRange) => {
    const version = Number(bindings.version)
    const eligible = statement.all(bindings).map(([id, exchange, name, quote, price, amount]) => {
      return { id, exchange, name, quote, precision: { price, amount } }
    })
    const start = Math.max(earliest, until - window)
    const volumes = volumesOf(eligible, start, until, version)
    const [principal] = [...volumes].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    if (principal === undefined) return null
    const own = eligible.filter(({ exchange }) => exchange === principal[0])
    const last = lastTrade(own, quarter, until, version)
    const rate = last && usdRate(last, version)
    if (!last || !rate) return null
    const days = (until - start) / day
    return {
      timestamp: until,
      last_trade_timestamp: last.timestamp,
      price: nearestDouble(last.price, last.eligible.precision.price) * rate,
      principal_market_name: last.eligible.name,
      principal_market_code: principal[0],
      adtv_2w: principal[1] / days,
      total_adtv_2w: [...volumes.values()].reduce((sum, volume) => sum + volume, 0) / days,
    }
  }
}
