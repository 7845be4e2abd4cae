import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { serve } from '../harness/server.ts'
import { faultsOf, launch } from './chromium.ts'
import { openView as openConsole, views } from './console-views.ts'

const shell = promisify(exec)
const server = await serve(t)
const browser = await launch()
t.teardown(() => browser.close())

const openView = (query?: string) => openConsole(browser, server, query)

for (const [name, query] of Object.entries(views))
  t.test(`the view ${name} shows data without an error, fits every width, and is accessible`, async t => {
    const { page, troubles, foreign } = await openView(query)
    if (name === 'requests') {
      await fetch(`${server.url}/v1/exchanges`)
      await page.locator('tbody tr').first().waitFor()
    }
    t.same(await page.locator('.error').allInnerTexts(), [])
    t.ok((await page.locator('main tbody tr, main .chart').count()) > 0, 'something is drawn or listed')
    t.same([troubles, foreign], [[], []])
    t.same(await faultsOf(page), [])
    await page.close()
  })

t.test('an address with unknown values shows a view as it opens by default', async t => {
  for (const query of ['?view=market&interval=7m', '?view=coverage&table=swaps', '?view=families&family=toString']) {
    const { page, troubles } = await openView(query)
    t.ok((await page.locator('main tbody tr').count()) > 0, query)
    t.same(troubles, [])
    await page.close()
  }
})

t.test('the first view takes less than 130 KB in 22 requests, and shows text before any script runs', async t => {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sizes: number[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await page.goto(`${server.url}/console/`)
  await page.locator('main .chart canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
  t.ok(sizes.length > 10 && sizes.length <= 22, `${sizes.length} requests`)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(bytes > 50_000 && bytes < 130_000, `${bytes} bytes`)
  await page.close()

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const still = await withoutScripts.newPage()
  await still.goto(`${server.url}/console/`)
  t.match(await still.locator('h1').innerText(), 'market-data-sandbox')
  await withoutScripts.close()
})

t.test('the search loads all instruments, assets, pools and protocols when a reader types', async t => {
  const { page } = await openView()
  await page.getByText(/the \d+ most traded instruments/).waitFor()
  await page.getByRole('searchbox').fill('tether')
  await page.getByRole('link', { name: 'usdt Tether' }).waitFor()
  t.match(await page.getByRole('region', { name: 'Search' }).getByRole('status').innerText(), /^\d+ of \d+$/)
  t.same(await page.locator('.error').allInnerTexts(), [])
  await page.close()
})

t.test('the journal reconnects, and says so', async t => {
  const { page } = await openView()
  await page.route('**/journal/stream*', route => route.abort())
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('0 of 0 requests, disconnected').waitFor()
  await page.unroute('**/journal/stream*')
  await fetch(`${server.url}/v1/assets`)
  await page.getByText(/\d+ requests, live/).waitFor()
  t.same(await page.locator('.error').allInnerTexts(), [])
  await page.close()
})

t.test('calls are copied without a clipboard, too, as on pages of other hosts without HTTPS', async t => {
  const page = await browser.newPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`${server.url}/console/`)
  await page.getByText('The call behind this picture').first().click()
  const copy = page.getByRole('button', { name: 'Copy as curl' }).first()
  const text = await copy.getAttribute('data-copy')
  await copy.click()
  await page.getByText('Copied as curl').waitFor()
  await page.getByRole('searchbox').press('Control+v')
  t.equal(await page.getByRole('searchbox').inputValue(), text)
  await page.close()
})

t.test('a chart shows the numbers of the call it offers to copy', async t => {
  const { page } = await openView(views.market)
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
  const { page } = await openView('?view=requests')
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

t.test('a person finds the flash crash, makes its call fail twice and sees the retry', async t => {
  const { page } = await openView('?view=controls')
  const crash = page.getByRole('article').filter({ hasText: 'Flash crash' }).last()
  await crash.getByRole('link', { name: 'Show in the market' }).click()
  const candles = page.getByRole('region', { name: 'Candles' })
  await candles.getByText(/calls? behind this picture/).click()
  const command = (await candles.getByRole('button', { name: 'Copy as curl' }).first().getAttribute('data-copy'))!
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByText('requests, live').waitFor()

  const run = async (options: string) => {
    const env = { PATH: process.env.PATH, MARKET_DATA_KEY: 'sandbox-key' }
    return JSON.parse((await shell(command.replace('curl', `curl ${options}`), { env })).stdout)
  }
  const bars: { low: string; open: string }[] = (await run('')).data
  const fall = Math.min(...bars.map(({ low, open }) => Number(low) / Number(open)))
  t.ok(fall < 0.97, `the call shows the crash: an interval falls to ${fall} of its open`)

  await page
    .getByRole('row', { name: /listCountOhlcvVwap/ })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: 'Make the next two fail' }).click()
  await page.getByText('the next two matching requests get 503').waitFor()
  t.equal((await run('--fail --retry 3')).result, 'success', 'curl retries')
  const rows = page.getByRole('row', { name: /listCountOhlcvVwap/ })
  await rows.nth(3).waitFor()
  t.same(await rows.locator('td:nth-child(5)').allInnerTexts(), ['200', '503', '503', '200'], 'newest first')
  await page.request.put(`${server.url}/sandbox/tenants/default/faults`, { data: [] })
  await page.close()
})

t.test(
  'the journal has no requests of the console, its tables fit, and a rule that is not JSON is refused',
  async t => {
    const other = await serve(t)
    const journal = async () => (await other.json('/sandbox/tenants/default/journal')).entries
    t.same(await journal(), [])
    const { page } = await openConsole(browser, other, views.market)
    await page.setViewportSize({ width: 1300, height: 900 })
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByText('The journal omits requests of this console').waitFor()
    t.same(await journal(), [])
    const clipped = () =>
      page.evaluate(
        '[...document.querySelectorAll(".scroll")].filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel)',
      )
    await fetch(`${other.url}/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?api_key=sandbox-key`)
    await page.getByRole('row', { name: /listTrades/ }).waitFor()
    t.same(await clipped(), [])
    await page.getByRole('link', { name: 'Controls', exact: true }).click()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('row', { name: /listTrades/ }).waitFor()
    await page.getByRole('textbox', { name: /A rule of your own/ }).fill('{now:1}')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('the rule is not JSON: ').waitFor()
    await page.getByRole('region', { name: 'Checks' }).getByText('stops at the last page').waitFor()
    t.same(await clipped(), [])
    await page.close()
  },
)

t.test('markup in a request is shown as text', async t => {
  const { page } = await openView('?view=requests')
  await fetch(`${server.url}/v1/<img src=x onerror=alert(1)>?q=<script>alert(2)</script>`, {
    headers: { 'user-agent': '<b>x' },
  })
  await page.locator('td', { hasText: 'onerror' }).first().waitFor()
  t.equal(await page.locator('main img, main script').count(), 0)
  await page.close()
})

t.test('the console works with the keyboard alone', async t => {
  const { page } = await openView(views.market)
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
