import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { day } from '../../src/market/time.ts'
import { startTestServer } from '../harness/server.ts'
import { end, sharedStore } from '../harness/store.ts'
import { launch, open } from './chromium.ts'

// npm run screenshots: takes the documentation's screenshots of the console.
const pictures = join(import.meta.dirname, '../../docs/pictures')
const trades = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'

const server = await startTestServer()
// Other profiles have whole chains of options.
const standard = await startTestServer({
  SANDBOX_PROFILE: 'standard',
  SANDBOX_NOW: 'seeded',
  SANDBOX_DATA: sharedStore('standard-day', { profile: 'standard', start: end - day, end }),
})
const browser = await launch()

async function take(
  name: string,
  query: string,
  prepare?: (page: Page) => Promise<unknown>,
  { url } = server,
): Promise<void> {
  const { page } = await open(browser, `${url}/console/${query}`, { width: 1280, colorScheme: 'dark' })
  await page.locator('main > *').first().waitFor()
  await page.waitForTimeout(1000)
  await prepare?.(page)
  await page.getByText('Loading…').first().waitFor({ state: 'detached' })
  // Charts are drawn at the next frames, rows of tables with their own responses later.
  await page.waitForTimeout(3000)
  // WebP takes a third of the bytes of PNG, and only the protocol of the browser offers it.
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await writeFile(join(pictures, `console-${name}.webp`), Buffer.from(data, 'base64'))
  await page.close()
}

/** A client that walks two pages, sends a wrong parameter, and meets a fault. */
async function sendRequests(): Promise<void> {
  const headers = { 'x-api-key': 'sandbox-key', 'user-agent': 'example-client/1.0' }
  await fetch(`${server.url}/sandbox/tenants/default/journal/bodies`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"keep":true}',
  })
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

await take('market', '?view=market&instrument=cbse/spot/btc-usd')
await sendRequests()
await take('requests', '?view=requests', page => page.locator('tr', { hasText: '503' }).last().click())
await take('controls', '?view=controls')
await take('scenarios', '?view=scenarios')
await take('coverage', '?view=coverage')
for (const family of ['lending', 'ticks', 'shortfall']) await take(family, `?view=families&family=${family}`)
await take('chain', '?view=families&family=chain', undefined, standard)
await browser.close()
await server.close()
await standard.close()
