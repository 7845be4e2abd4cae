import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import t from 'tap'
import { serve } from '../harness/server.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (installed === undefined) throw new Error('this test needs Chromium: apt-get install chromium')

const server = await serve(t)
const browser: Browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
t.teardown(() => browser.close())
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Opened {
  page: Page
  troubles: string[]
  foreign: string[]
}

/** A view of the console with its errors and its requests to other servers. */
async function open(query = '', options: { width?: number; colorScheme?: 'dark' | 'light' } = {}): Promise<Opened> {
  const { width = 1440, colorScheme = 'light' } = options
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: false })
  const troubles: string[] = []
  const foreign: string[] = []
  page.on('console', message => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', error => troubles.push(error.message))
  page.on('request', request => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  await page.goto(`${server.url}/console/${query}`)
  await page.locator('main > *').first().waitFor()
  // The live journal never ends, so its view never becomes idle.
  if (!query.includes('requests')) await page.waitForLoadState('networkidle')
  else await page.getByText('requests, live').waitFor()
  return { page, troubles, foreign }
}

const views: Record<string, string> = {
  market: '?view=market&instrument=cbse/spot/btc-usd',
  coverage: '?view=coverage',
  pool: '?view=families&family=pool',
  tvl: '?view=families&family=tvl',
  lending: '?view=families&family=lending',
  staking: '?view=families&family=staking',
  supply: '?view=families&family=supply',
  fx: '?view=families&family=fx',
  rate: '?view=families&family=rate',
  state: '?view=families&family=state',
  exchange: '?view=families&family=exchange',
  shortfall: '?view=families&family=shortfall',
  bitcoin: '?view=families&family=bitcoin',
  controls: '?view=controls',
}

for (const [name, query] of Object.entries(views))
  t.test(`the view ${name} shows data without an error and contacts no other server`, async t => {
    const { page, troubles, foreign } = await open(query)
    t.same(await page.locator('.error').allInnerTexts(), [])
    t.ok((await page.locator('main tbody tr, main .chart').count()) > 0, 'something is drawn or listed')
    t.same([troubles, foreign], [[], []])
    await page.close()
  })

for (const width of [390, 1440, 2560])
  for (const colorScheme of ['light', 'dark'] as const)
    t.test(`at ${width} px, ${colorScheme}, nothing overflows and axe finds no serious fault`, async t => {
      for (const query of [views.market!, views.pool!, '?view=requests', views.controls!]) {
        const { page } = await open(query, { width, colorScheme })
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        t.ok((overflow as number) <= 0, `${query} is ${overflow} px too wide`)
        await page.evaluate(axe)
        const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string; impact: string }[] }
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        t.same(serious, [], `${query}: ${serious.map(({ id }) => id)}`)
        await page.close()
      }
    })

t.test('a chart shows the numbers of the call it offers to copy', async t => {
  const { page } = await open(views.market)
  const tape = page.getByRole('region', { name: 'Trades', exact: true }).last()
  const shown = await tape.locator('tbody tr').first().locator('td').allInnerTexts()
  const section = page.getByRole('region', { name: 'Trades' }).first()
  await section.getByText('The call behind this picture').click()
  const curl = (await section.getByRole('button', { name: 'Copy as curl' }).getAttribute('data-copy'))!
  const url = /'(.*)'$/.exec(curl)![1]!
  t.notMatch(curl, 'sandbox-key', 'a copied call contains no key')
  const [first] = (await server.json(url.slice(server.url.length))).data
  t.same(shown.slice(1, 3), [first.price, first.amount])
  await page.close()
})

t.test('a person makes the next request of a client fail and sees the retry', async t => {
  const { page } = await open('?view=requests')
  const path = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=3'
  const ask = () =>
    fetch(server.url + path, { headers: { 'x-api-key': 'sandbox-key', 'user-agent': 'client under test' } })
  t.equal((await ask()).status, 200)
  await page.locator('td button').first().click()
  await page.getByRole('button', { name: 'Make the next two fail' }).click()
  await page.getByText('the next two matching requests get 503').waitFor()
  t.same([(await ask()).status, (await ask()).status, (await ask()).status], [503, 503, 200])
  await page.locator('td', { hasText: '503' }).nth(1).waitFor()
  t.match(page.url(), 'entry=', 'the address contains the state of the view')
  await page.goBack()
  await page.getByRole('button', { name: 'Make the next two fail' }).waitFor({ state: 'detached' })
  await page.request.put(`${server.url}/sandbox/tenants/default/faults`, { data: [] })
  await page.close()
})

t.test('markup in a request is shown as text', async t => {
  const { page } = await open('?view=requests')
  await fetch(`${server.url}/v1/<img src=x onerror=alert(1)>?q=<script>alert(2)</script>`, {
    headers: { 'user-agent': '<b>x' },
  })
  await page.locator('td', { hasText: 'onerror' }).first().waitFor()
  t.equal(await page.locator('main img, main script').count(), 0)
  await page.close()
})

t.test('the console works with the keyboard alone', async t => {
  const { page } = await open(views.market)
  const reached: string[] = []
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        'document.activeElement.textContent || document.activeElement.value || document.activeElement.type',
      ),
    )
  }
  t.match(reached.join('\n'), /Market[\s\S]*Coverage[\s\S]*Controls/)
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('link', { name: 'Coverage', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('instrument × day').waitFor()
  await page.close()
})
