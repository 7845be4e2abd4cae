import { badParameter, shown } from '../../src/base/failure.ts'
import { quarterOf, quarterStart } from '../../src/market/index-composition.ts'
import { formatTime, hour, second } from '../../src/market/time.ts'
import { onePage, orReason, type Page, type PageQuery, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { integers, isCount } from '../../src/operations/paging/token.ts'
import type { WireName } from '../../src/operations/render.ts'
import { firstTime, type IndexRate, lastTime, membersAt, nextTime, rateFinder, windowsOf } from './index-rate.ts'
import { indexValuesOf } from './index-values.ts'

/** The operator's prefix of tickers. */
function brandOf(wireName: WireName): string {
  return wireName('vendor_').slice(0, -1).toUpperCase()
}

type RateRow = [ticker: string, asset: string, name: string, type: string, fixing: string | null, launched: number]

/** All rates, in one page. */
export const rateListPage = onePage((store, _row, wireName) => {
  const all = store.prepare<RateRow>(
    'SELECT ticker, asset, name, type, fixing, launched FROM index_rate WHERE launched < :horizon ORDER BY ticker',
  )
  const brand = brandOf(wireName)
  return ({ horizon }) => ({ records: all.all({ horizon }).map(row => recordOf(brand, row)) })
})

function recordOf(brand: string, [ticker, asset, name, type, fixing, launched]: RateRow) {
  const kind = type.replaceAll('_', ' ')
  return {
    ticker: `${brand}_${ticker}`,
    long_name: `${name} ${kind}${fixing ? ` ${fixing} fixing` : ''}`,
    short_name: `${asset.toUpperCase()} ${ticker.split('_')[0]}${fixing ? ` ${fixing}` : ''}`,
    type,
    dissemination: fixing ? `Daily Fixing ${fixing}` : 'Real Time',
    quote: { short_name: 'usd', long_name: 'US Dollar' },
    base: { short_name: asset, long_name: name },
    pair: `${asset}-usd`,
    launch_date: formatTime(launched),
    inception_date: formatTime(launched).replace('.000Z', 'Z'),
    brand,
    isin: 'NA',
    exposition: 'Public',
  }
}

type TimedQuery<P> = PageQuery<IndexRate, P>

/** Records at times that follow each other. */
interface TimedRecords<P> {
  /** First and last time of the query; none if the first is later. */
  edges: (query: TimedQuery<P>) => { first: number; last: number }
  next: (query: TimedQuery<P>, time: number) => number
  before: (query: TimedQuery<P>, time: number) => number
  /** Prepared for a slice. */
  records: (query: TimedQuery<P>) => (time: number) => object
  batch: number
}

function timedSource<P>({ edges, next, before, records, batch }: TimedRecords<P>): Source<IndexRate, P> {
  return {
    isPosition: integers(1),
    slice(query, position, size) {
      const { first, last } = edges(query)
      const [edge, step] = query.sort === 'asc' ? [first, next] : [last, before]
      let time = Math.min(Math.max(Number(position?.[0] ?? edge), first), last)
      const record = records(query)
      const parts: string[] = []
      const most = Math.min(size, batch)
      for (; parts.length < most && time >= first && time <= last; time = step(query, time))
        parts.push(JSON.stringify(record(time)))
      return sliceOf(parts, time >= first && time <= last ? [time] : null)
    },
  }
}

interface ValueParameters {
  end_time?: number | undefined
  parameters: boolean
  detail: boolean
}

/** Values by the end of their window. */
export const valuePage: Page<IndexRate, ValueParameters> = {
  prepare(store) {
    const valuesOf = indexValuesOf(store)
    return timedSource<ValueParameters>({
      batch: 50,
      edges: query => {
        const rate = query.entity
        const { end_time } = query.parameters
        const until = end_time === undefined ? query.horizon : Math.min(query.horizon, Math.ceil(end_time) - 1)
        const from = Math.max(query.from, firstTime(rate, query.earliest))
        return { first: nextTime(rate, from - 1), last: lastTime(rate, until) }
      },
      next: (query, time) => nextTime(query.entity, time),
      before: (query, time) => lastTime(query.entity, time - 1),
      records: query => {
        const rate = query.entity
        const { window } = windowsOf(rate)
        const asked = query.parameters
        const valueAt = valuesOf(rate, query.earliest, query.horizon + 1)
        return time => {
          const { price, detail } = valueAt(time)
          const parameters = () => ({
            asset: rate.asset,
            exchanges: membersAt(rate, time),
            calc_window: window / second,
          })
          return {
            interval_start: formatTime(time - window),
            interval_end: formatTime(time),
            price,
            ...(asked.parameters && { parameters: parameters() }),
            ...(asked.detail && { detail: detail() }),
          }
        }
      },
    })
  },
}

/** Without the fraction, as periods are written. */
function periodText(time: number): string {
  return formatTime(time).replace('.000Z', 'Z')
}

export const compositionPage: Page<IndexRate> = {
  prepare(_store, _row, wireName) {
    const brand = brandOf(wireName)
    return timedSource<unknown>({
      batch: 1000,
      edges: query => {
        const { from, until, start, horizon, entity } = query
        const first = quarterStart(quarterOf(Math.max(from, start, entity.launched)))
        return { first, last: from >= until ? first - 1 : quarterStart(quarterOf(Math.min(until, horizon) - 1)) }
      },
      next: (_query, time) => quarterStart(quarterOf(time) + 1),
      before: (_query, time) => quarterStart(quarterOf(time) - 1),
      records: query => {
        const rate = query.entity
        const { window, partition } = windowsOf(rate)
        const index_code = `${brand}_${rate.ticker}`
        return time => {
          const end = quarterStart(quarterOf(time) + 1)
          return {
            index_code,
            start_period: periodText(time),
            end_period: end > query.now ? null : periodText(end),
            exchanges: membersAt(rate, time + 1),
            window_seconds: window / second,
            partition_seconds: partition / second,
          }
        }
      },
    })
  },
}

/** How long values can be replicated. */
const replicable = 72 * hour

export const sequenceRule = 'a sequence id such as 1769817600000-BRR_BTCUSD'

/** A value that is asked for by its sequence id. */
interface Replicated {
  rate: IndexRate
  time: number
  index_code: string
}

/** Values by time and ticker, each with the requests that return the trades behind it. */
export const replicationPage: Page<unknown, { sequence_id: string[] }> = {
  prepare(store, _row, wireName) {
    const brand = brandOf(wireName)
    const find = rateFinder(store)
    const read = (query: PageQuery, now: number, id: string): Replicated[] => {
      const [, digits = '', ticker = ''] = /^(\d{1,15})-(.+)$/.exec(id) ?? []
      const time = Number(digits)
      const problem = digits === '' ? sequenceRule : wrongTime(now, time)
      if (problem === undefined) {
        const [rate] = orReason(query, () => find(ticker))
        if (rate === undefined) return []
        if (time < firstTime(rate)) return []
        if (lastTime(rate, time) === time) return [{ rate, time, index_code: `${brand}_${rate.ticker}` }]
      }
      if (query.lenient) return []
      const must = problem ?? 'the end of an interval of the rate'
      throw badParameter(`sequence_id must be ${must}, not ${shown(id)}`)
    }
    return {
      isPosition: ([now, time, ticker, ...more]) =>
        isCount(now) && isCount(time) && typeof ticker === 'string' && more.length === 0,
      slice(query, position, size) {
        // Ids that the first page accepted do not grow too old during the walk.
        const [now, time, ticker] = position === null ? [query.now] : (position as [number, number, string])
        const asked = query.parameters.sequence_id.flatMap(id => read(query, now, id))
        const unique = [...new Map(asked.map(one => [`${one.time}-${one.index_code}`, one])).values()]
        const sorted = unique.sort((a, b) => a.time - b.time || (a.index_code < b.index_code ? -1 : 1))
        if (query.sort === 'desc') sorted.reverse()
        const from = sorted.findIndex(one => time === undefined || (one.time === time && one.index_code === ticker))
        const left = from < 0 ? [] : sorted.slice(from)
        const next = left[size]
        const records = left.slice(0, size).map(one => JSON.stringify(replication(one, query.url)))
        return sliceOf(records, next === undefined ? null : [now, next.time, next.index_code])
      },
    }
  },
}

function wrongTime(now: number, time: number): string | undefined {
  return time > now || time < now - replicable ? `of the 72 hours before ${formatTime(now)}` : undefined
}

function replication({ rate, time, index_code }: Replicated, url: string): object {
  const base = url.slice(0, url.lastIndexOf('/v1/data/'))
  const range = `start_time=${formatTime(time - windowsOf(rate).window)}&end_time=${formatTime(time)}`
  const inserted = `index_inserted_at=${formatTime(time).replace('Z', 'ZZ')}`
  const underlying_data = membersAt(rate, time).map(
    exchange =>
      `${base}/v3/data/trades.v1/exchanges/${exchange}/spot/${rate.asset}-usd/trades?${range}&sort=asc&${inserted}`,
  )
  return { index_code, index_type: 'SIC_REAL_TIME', sequenceID: `${time}-${index_code}`, underlying_data }
}
