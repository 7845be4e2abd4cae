import { formatTime, hour, minute } from '../../src/market/time.ts'
import { candleChart } from './candle-chart.ts'
import { fullKey, type Served } from './server.ts'
import { end } from './store.ts'

type Asker = Pick<Served, 'inject'>

/** The picture of README.md, drawn from a response of a server. */
export async function dayPicture({ inject }: Asker): Promise<string> {
  const from = end - 24 * hour
  const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/count_ohlcv_vwap'
  const query = `interval=15m&sort=asc&start_time=${formatTime(from)}&end_time=${formatTime(end)}`
  const answer = await inject({ url: `${path}?${query}`, headers: { 'x-api-key': fullKey } })
  const date = formatTime(from).slice(0, 10)
  const title = `btc-usd on cbse, ${date}: ${(15 * minute) / minute}-minute bars, volume, and VWAP (line)`
  return candleChart(answer.json().data, { title, times: ['00:00', '12:00', '24:00 UTC'] })
}
