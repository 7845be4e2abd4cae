import { join } from 'node:path'
import { startTestServer } from '../harness/server.ts'
import { launch, open } from './chromium.ts'

// npm run screenshots: takes the documentation's screenshots of the console.
const pictures = join(import.meta.dirname, '../../docs/pictures')
const trades = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'

const server = await startTestServer()
const browser = await launch()

async function take(name: string, path: string, prepare?: () => Promise<void>): Promise<void> {
  const { page } = await open(browser, server.url + path, { width: 1280 })
  await page.waitForTimeout(2000)
  await prepare?.()
  await page.waitForTimeout(1000)
  await page.screenshot({ path: join(pictures, `${name}.png`) })
  await page.close()
}

/** A client that walks two pages, sends a wrong parameter, and meets a fault. */
async function sendRequests(): Promise<void> {
  const headers = { 'x-api-key': 'sandbox-key', 'user-agent': 'example-client/1.0' }
  const ask = async (url: string) => (await fetch(url, { headers })).json() as Promise<{ next_url?: string }>
  const { next_url } = await ask(`${server.url}${trades}?page_size=100`)
  await ask(next_url!)
  await ask(`${server.url}${trades}?page_size=0`)
  const rule = { when: { operation: 'listOhlcv' }, on: { first: 1 }, do: { status: 503, retry_after: 1 } }
  await fetch(`${server.url}/sandbox/tenants/default/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })
  const bars = `${server.url}${trades.replace('v3', 'v2').replace(/trades$/, 'aggregations/ohlcv')}?interval=1h`
  await ask(bars)
  await ask(bars)
}

await take('console-market', '/console/?view=market&instrument=cbse/spot/btc-usd')
await take('console-requests', '/console/?view=requests', sendRequests)
await take('console-controls', '/console/?view=controls')
await browser.close()
await server.close()
