import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { controlOf } from '../harness/control.ts'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'
import { launch } from './chromium.ts'
import { openView as openConsole, views } from './console-views.ts'

const run = promisify(execFile)
const server = await serve(t)
const control = controlOf(server)
const browser = await launch()
t.teardown(() => browser.close())

const openView = (query?: string) => openConsole(browser, server, query)
const trades = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
const ask = (path: string, key = 'sandbox-key') =>
  fetch(server.url + path, { headers: { 'x-api-key': key, 'user-agent': 'client under test' } })

t.test('an empty journal shows a call of the tenant that runs as pasted, and lists it', async t => {
  const { key } = await control('POST', '/tenants', { name: 'empty' })
  const { page } = await openView('?view=requests&tenant=empty')
  const curl = (await page.getByRole('button', { name: 'Copy the command' }).getAttribute('data-copy'))!
  t.match(curl, `X-Api-Key: ${key}`)
  await run('sh', ['-c', curl])
  await page.getByRole('row', { name: /listTrades/ }).waitFor()
  await page.close()
})

t.test('a row opens a panel with query, headers, body and the call, and sends it again', async t => {
  await control('PUT', '/tenants/default/journal/bodies', { keep: true })
  await ask(`${trades}?page_size=2`)
  const { page } = await openView('?view=requests')
  await page.getByRole('row', { name: /page_size=2/ }).click()
  const panel = page.getByRole('region', { name: /^Request \d/ })
  await panel.getByText('"trade_id"').first().waitFor()
  const text = await panel.innerText()
  t.match(text, `GET ${server.url}${trades}?page_size=2`)
  t.match(text, /page_size\s+2[\s\S]*user-agent\s+client under test[\s\S]*content-type/)
  const curl = (await panel.getByRole('button', { name: 'Copy as curl' }).getAttribute('data-copy'))!
  t.match((await run('sh', ['-c', curl])).stdout, /"result":"success"/)
  await page.getByText('2 of 2 requests').waitFor()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await panel.getByText('Response now').waitFor()
  await page.getByText('2 of 2 requests').waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.close()
})

t.test('a person filters the requests, exports them, and clears them after a question', async t => {
  await ask(`${trades}?page_size=0`)
  const { page } = await openView('?view=requests')
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('4xx')
  await page.getByText('1 of 3 requests').waitFor()
  t.match(page.url(), 'status=4')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export HAR' }).click()
  t.equal((await saved).suggestedFilename(), 'default.har')
  await page.route('**/journal/har', route => route.fulfill({ status: 404, json: { message: 'no tenant "gone"' } }))
  await page.getByRole('button', { name: 'Export HAR' }).click()
  t.match(await page.getByRole('alert').innerText(), 'no tenant "gone"', 'no file holds an error')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('1 of 3 requests').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Listening.').waitFor()
  await page.close()
})

t.test('a person makes the next requests of a client fail and sees the retry', async t => {
  const { page } = await openView('?view=requests')
  t.equal((await ask(`${trades}?page_size=3`)).status, 200)
  await page.getByRole('row', { name: /page_size=3/ }).click()
  await page.getByRole('button', { name: 'Make the next two fail' }).click()
  await page.getByText('the next two matching requests get 503').waitFor()
  const get = async () => (await ask(`${trades}?page_size=3`)).status
  t.same([await get(), await get(), await get()], [503, 503, 200])
  await page.locator('td', { hasText: '503' }).nth(1).waitFor()
  await page.locator('td', { hasText: '503' }).first().click()
  await page.locator('.rule', { hasText: '"status":503' }).waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByRole('region', { name: /^Request \d/ }).waitFor({ state: 'detached' })
  await control('PUT', '/tenants/default/faults', [])
  await page.close()
})

t.test('the row of a request shows its instrument and query at all widths', async t => {
  const { key } = await control('POST', '/tenants', { name: 'many' })
  const path = '/v2/data/trades.v1/exchanges/krkn/spot/eth-usd/aggregations/count_ohlcv_vwap?interval=1h&page_size=7'
  // Long ordinals leave the least room.
  await Promise.all(Array.from({ length: 1001 }, () => server.get(path, { 'x-api-key': key })))
  const { page } = await openView('?view=requests&tenant=many')
  await page.getByText('1000 of the latest 1000 requests, live').waitFor()
  const cell = page.locator('td.request').first()
  t.match(await cell.innerText(), /^GET …\/krkn\/spot\/eth-usd\/…\?interval=1h&page_size=7$/)
  for (const [width, least] of [
    [360, 130],
    [390, 160],
    [1366, 160],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const { x, width: own } = (await cell.boundingBox())!
    t.ok(own > least && x + own < width - 10, `${width} px: ${x} to ${x + own}`)
  }
  await page.close()
})

t.test('an empty response has its reason in the list and in the panel', async t => {
  await ask(`${trades}?start_time=2030-01-01`)
  const { page } = await openView('?view=requests&filter=outside')
  await page.getByRole('row', { name: /the requested times are outside/ }).click()
  const hint = page.getByRole('region', { name: /^Request \d/ }).locator('.rule')
  t.match(await hint.innerText(), 'Hint: the requested times are outside the range with data')
  await page.close()
})

t.test('polling is not a fault of the client, a repeated page is', async t => {
  await control('DELETE', '/tenants/default/journal')
  const page1 = await (await ask(`${trades}?page_size=50`)).json()
  for (let n = 0; n < 2; n++) await ask(page1.next_url.slice(server.url.length))
  await ask(`${trades}?page_size=50`)
  const { page } = await openView('?view=requests')
  const walk = page.locator('.walks li')
  t.match(await walk.innerText(), /1 → 2 → 2 again → 1 \(polled\)/)
  t.same(await walk.locator('.down').allInnerTexts(), ['2 again'])
  await page.close()
})

t.test('the journal reconnects, and says so', async t => {
  const { page } = await openView()
  await page.route('**/journal/stream*', route => route.abort())
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('requests, disconnected').waitFor()
  await page.unroute('**/journal/stream*')
  await page.getByText('requests, live').waitFor()
  t.same(await page.locator('.error').allInnerTexts(), [])
  await page.close()
})

t.test('markup in a request is shown as text', async t => {
  const { page } = await openView('?view=requests')
  await fetch(`${server.url}/v1/<img src=x onerror=alert(1)>?q=<script>alert(2)</script>`, {
    headers: { 'user-agent': '<b>x' },
  })
  await page.getByRole('row', { name: /onerror/ }).click()
  await page.getByText('user-agent').waitFor()
  t.equal(await page.locator('main img, main script, main b').count(), 0)
  await page.close()
})

t.test('the clock moves by steps, slider and speed, with feedback', async t => {
  const { page } = await openView(views.controls)
  const clock = page.getByRole('region', { name: 'Clock' })
  await clock.getByRole('button', { name: '−1d' }).click()
  await clock.getByText('The clock is at 2026-01-30 00:00:00 UTC.').waitFor()
  await clock.getByRole('slider').press('ArrowLeft')
  await clock.getByText('The clock is at 2026-01-29 23:59:00 UTC.').waitFor()
  t.equal(await clock.getByRole('button', { name: 'Back to real time' }).count(), 0, 'only what applies')
  await clock.getByRole('button', { name: 'To the end of the data' }).click()
  await clock.getByText('The clock is at 2026-01-31 00:00:00 UTC.').waitFor()
  await page.getByRole('button', { name: 'Reset default' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset default' }).click()
  await page.getByText('clock of the server').waitFor()
  await page.close()
})

t.test('a fault is made by a form with its JSON beside it, which can be changed', async t => {
  const { page } = await openView(views.controls)
  const faults = page.getByRole('region', { name: 'Faults' })
  await faults.getByRole('combobox', { name: 'Operation' }).selectOption('listTrades')
  await faults.getByRole('combobox', { name: 'What happens' }).selectOption('429, retry after 2 s')
  const json = faults.getByRole('textbox', { name: /as JSON/ })
  t.same(JSON.parse(await json.inputValue()), {
    when: { operation: 'listTrades' },
    on: { first: 2 },
    do: { status: 429, retry_after: 2 },
  })
  const add = faults.getByRole('button', { name: 'Add rule' })
  const background = () => add.evaluate(one => getComputedStyle(one).backgroundColor)
  const before = await background()
  await add.hover()
  t.equal(await background(), before, 'its words stay visible under the pointer')
  await add.click()
  await faults.getByRole('row', { name: /operation listTrades.*first 2.*429/ }).waitFor()
  t.same([(await ask(trades)).status, (await ask(trades)).status, (await ask(trades)).status], [429, 429, 200])
  await faults.getByText(/^Added rule f/).waitFor()
  await json.fill('{now:1}')
  await add.click()
  await faults.getByText('the rule is not JSON: ').waitFor()
  t.equal(await faults.getByText(/^Added rule f/).count(), 0, 'an earlier success is not beside an error')
  await faults.getByRole('button', { name: /^Remove f/ }).click()
  await faults.getByText('No faults: responses are unchanged').waitFor()
  await page.close()
})

t.test('limits have the names that clients send, tenants their keys, and checks a way to exercise them', async t => {
  const { page } = await openView(views.controls)
  await page.getByRole('region', { name: 'Limits' }).getByText('sandbox-limited').waitFor()
  const tenants = page.getByRole('region', { name: 'Tenants' })
  await tenants.getByRole('textbox', { name: 'Name' }).fill('made-here')
  await tenants.getByRole('button', { name: 'New tenant' }).click()
  const key = (await tenants.getByRole('button', { name: 'Copy the key of made-here' }).getAttribute('data-copy'))!
  t.equal((await ask(trades, key)).status, 200)
  await tenants.getByRole('button', { name: 'End made-here' }).click()
  await tenants.getByRole('alertdialog').getByRole('button', { name: 'End made-here' }).click()
  await tenants.getByRole('row', { name: /made-here/ }).waitFor({ state: 'detached' })
  // Only the first wait of a request shows jitter, so several requests have to fail.
  for (const [check, rule] of [
    ['backs-off', /first 4.*503/],
    ['adds-jitter', /every 2.*503/],
  ] as const) {
    await page.getByRole('button', { name: `Add the fault for ${check}` }).click()
    await page.getByRole('region', { name: 'Faults' }).getByRole('row', { name: rule }).waitFor()
  }
  await page.setViewportSize({ width: 390, height: 900 })
  const advice = (await page.getByRole('button', { name: 'Add the fault for backs-off' }).boundingBox())!
  t.ok(advice.x + advice.width <= 390, 'the advice is on the screen of a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  t.ok(Number(await page.evaluate('document.documentElement.scrollHeight')) < 2 * 900, 'two screens at most')
  await control('PUT', '/tenants/default/faults', [])
  await page.close()
})

t.test('scenarios after the clock say so, until a button moves the clock', async t => {
  await control('PUT', '/tenants/default/clock', { now: '2026-01-29T00:00:00Z' })
  const { page } = await openView(views.scenarios)
  const before = page.getByText(/^The clock is before (this time|the listing)\.$/)
  const listing = page.getByRole('article').filter({ hasText: 'Listing' }).first()
  for (const card of [page.getByRole('article').first(), listing]) {
    await card.scrollIntoViewIfNeeded()
    await card.locator(before).waitFor()
    t.same(await card.locator('.error').allInnerTexts(), [])
    await card.getByRole('button', { name: 'Clock to its end' }).click()
    await card.locator('canvas').first().waitFor()
    const [, time] = /is at (.*)\./.exec(await card.getByText('The clock of default').innerText())!
    await page.getByRole('timer').getByText(time!).waitFor()
    await control('PUT', '/tenants/default/clock', { now: '2026-01-29T00:00:00Z' })
    await page.reload()
  }
  await control('POST', '/tenants/default/reset')
  await page.goto(`${server.url}/console/${views.scenarios}&kind=Listing`)
  await page.locator('article canvas').first().waitFor()
  await page.getByRole('button', { name: 'Clock to its start' }).last().click()
  await page.getByRole('article').locator(before).nth(1).waitFor()
  t.same(await page.locator('.error').allInnerTexts(), [])
  await control('POST', '/tenants/default/reset')
  await page.close()
})

t.test('scenarios are listed by kind, drawn when seen, and lead to clock and market', async t => {
  const { page } = await openView(views.scenarios)
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await kind.selectOption('One-sided order book')
  await page.getByText('No trades in this time.').waitFor()
  await kind.selectOption('Flash crash')
  const crash = page.getByRole('article').first()
  await crash.locator('canvas').first().waitFor()
  await crash.getByRole('button', { name: 'Clock to its start' }).click()
  await crash.getByText(/The clock of default is at 2026/).waitFor()
  await control('POST', '/tenants/default/reset')
  await crash.getByRole('link', { name: 'Market' }).click()
  await page.getByText('Back to now').waitFor()
  t.match(page.url(), /interval=5m/)
  await page.close()
})
