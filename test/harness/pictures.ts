import { formatTime, hour, minute } from '../../src/market/time.ts'
import { candleChart } from './candle-chart.ts'
import { marketPictures } from './market-pictures.ts'
import { fullKey, type Served } from './server.ts'
import { end } from './store.ts'

type Asker = Pick<Served, 'inject'>

/** The pictures of the documentation by path, drawn from the responses of a server. */
export async function pictures(server: Asker): Promise<Map<string, string>> {
  return new Map([['docs/pictures/day.svg', await day(server)], ...(await marketPictures(server))])
}

async function day({ inject }: Asker): Promise<string> {
  const from = end - 24 * hour
  const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/count_ohlcv_vwap'
  const query = `interval=15m&sort=asc&start_time=${formatTime(from)}&end_time=${formatTime(end)}`
  const answer = await inject({ url: `${path}?${query}`, headers: { 'x-api-key': fullKey } })
  const date = formatTime(from).slice(0, 10)
  const title = `btc-usd on cbse, ${date}: ${(15 * minute) / minute}-minute bars, volume, and VWAP (line)`
  return candleChart(answer.json().data, { title, times: ['00:00', '12:00', '24:00 UTC'] })
}
