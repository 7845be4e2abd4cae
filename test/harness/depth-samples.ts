import { hour, minute } from '../../src/market/time.ts'
import { withQuery } from './operations.ts'
import type { Served } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

/**
 * Records whose mean is an instrument's depth in an interval of asset metrics: of the interval, or if it is longer than an
 * hour, of the first minute of each of its hours. @param from ISO time @param width milliseconds
 */
export async function depthSamples(server: Served, instrument: Row, from: string, width: number): Promise<Row[]> {
  const { exchange_code, class: kind, code } = instrument
  const path = `/v2/data/order_book_snapshots.v1/exchanges/${exchange_code}/${kind}/${code}/ob_aggregations/full`
  const interval = width > hour ? '1m' : '1h'
  const samples = Array.from({ length: width / hour }, async (_, n) => {
    const start_time = new Date(Date.parse(from) + n * hour).toISOString()
    const end_time = new Date(Date.parse(start_time) + (width > hour ? minute : hour)).toISOString()
    return (await server.json(withQuery(path, { interval, start_time, end_time, sort: 'asc', page_size: 1 }))).data
  })
  // Minutes of an outage have no books.
  return (await Promise.all(samples)).flat().filter(({ bid_volume0_1 }) => bid_volume0_1 !== null)
}
