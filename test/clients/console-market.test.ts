import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { controlOf } from '../harness/control.ts'
import { until } from '../harness/process.ts'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'
import { launch, open } from './chromium.ts'
import { openView as openConsole, views } from './console-views.ts'

const run = promisify(execFile)
const server = await serve(t)
const control = controlOf(server)
const browser = await launch()
t.teardown(() => browser.close())

const openView = (query?: string) => openConsole(browser, server, query)

t.test('the title names exchange, pair, price, change, volume and spread, and copies the code', async t => {
  const { page } = await openView(views.market)
  const title = page.getByRole('region', { name: 'Instrument' })
  t.match(await title.locator('h2').innerText(), /^Coinbase BTC\/USD\s+Spot$/)
  const [trade] = (await server.json('/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1')).data
  t.equal((await page.locator('[data-last]').innerText()).replaceAll(',', ''), trade.price)
  t.match(
    await page.locator('.title').innerText(),
    /[+−]\d+\.\d\d %[\s\S]*24 h high[\s\S]*24 h volume[\s\S]*BTC[\s\S]*Spread[\s\S]*bp/,
  )
  t.equal(
    await page.getByRole('button', { name: 'Copy the code cbse/spot/btc-usd' }).getAttribute('data-copy'),
    'cbse/spot/btc-usd',
  )
  t.match(await page.getByRole('timer').innerText(), /frozen\s+2026-01-31 00:00:00 UTC/)
  await page.close()
})

t.test('while the store is built, a usual pair is shown, and stays when the list is there', async t => {
  const page = await browser.newPage()
  const list = Promise.withResolvers<void>()
  await page.route('**/ready', route => route.fulfill({ json: { status: 'ready', built: 0.43 } }))
  await page.route('**/v1/instruments?orderBy=*', async route => {
    await list.promise
    await route.continue()
  })
  await page.goto(`${server.url}/console/?view=market`)
  await page.getByRole('timer').waitFor()
  await page.evaluate("import('./base/pulse.js').then(({ noteBuilt }) => noteBuilt(0.43))")
  const title = page.getByRole('region', { name: 'Instrument' }).getByRole('heading', { name: /^Coinbase BTC\/USD/ })
  await title.waitFor()
  await page.getByRole('region', { name: 'Search' }).getByText('The store is being built').waitFor()
  list.resolve()
  await page.getByText('Most traded').waitFor()
  t.ok(await title.isVisible(), 'the pair stays')
  await page.close()
})

t.test('names, codes and trades are whole at all widths', async t => {
  const { page, troubles } = await openView('?view=market&instrument=bthb/spot/btc-krw')
  t.match(await page.getByRole('option').first().innerText(), /^BTC\/KRW\s+Spot\s+Bithumb$/)
  await page.locator('.tape td').first().waitFor()
  for (const width of [390, 820, 1000, 1199, 1200, 1399, 1400, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const cut = await page
      .locator('.title :is(h2, code, dl), .tape .scroll')
      .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent))
    t.same(cut, [], `${width} px`)
  }
  t.same(troubles, [])
  await page.close()
})

t.test('the legend covers no candle on a phone', async t => {
  const { page } = await openView('?view=market&instrument=cbse/spot/btc-usd')
  const boxOf = (selector: string) => page.locator(selector).boundingBox()
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 900 })
    const [legend, canvas] = await Promise.all([boxOf('[data-legend]'), boxOf('.price-chart > .canvas')])
    t.ok(legend!.y + legend!.height <= canvas!.y, `${width} px`)
  }
  await page.close()
})

t.test('the picture moves with the clock, and stands still in a hidden tab', async t => {
  await control('PUT', '/tenants/default/clock', { now: '2026-01-30T12:00:00Z', rate: 60 })
  const { page, loaded } = await open(browser, `${server.url}/console/${views.market}&interval=1m`)
  await page.locator('.tape tbody tr').first().waitFor()
  const newest = () => page.locator('.tape tbody tr').first().innerText()
  const before = await newest()
  t.match(await page.getByRole('timer').innerText(), /live/)
  await page.waitForFunction(text => document.querySelector<HTMLElement>('.tape tbody tr')?.innerText !== text, before)
  await page.evaluate(
    "Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange'))",
  )
  await page.waitForTimeout(2500)
  const asked = loaded.length
  await page.waitForTimeout(2600)
  t.equal(loaded.length, asked, 'a hidden tab asks for nothing')
  await control('POST', '/tenants/default/reset')
  await page.close()
})

t.test('a click pins chart, book and trades to a time, and the address holds it', async t => {
  const { page } = await openView(views.market)
  const box = (await page.locator('.canvas').boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForURL(/at=/)
  const at = Date.parse(new URL(page.url()).searchParams.get('at')!)
  await page.getByText('Back to now').waitFor()
  const until = new Date(at).toISOString().slice(11, 19)
  await page.waitForFunction(limit => document.querySelector('.book .head .number')!.textContent! <= limit, until)
  const pin = (await page.locator('.pin').boundingBox())!
  t.ok(Math.abs(pin.x - box.x - box.width / 2) < 20, 'a line marks the time')
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.waitForURL(url => Date.parse(url.searchParams.get('at')!) < at)
  const shared = page.url()
  await page.goto(shared)
  await page.getByText('Back to now').click()
  await page.waitForURL(url => !url.searchParams.has('at'))
  await page.close()
})

t.test(
  'the chart pans to the whole history, shows the values under the crosshair, and lets the wheel scroll the page',
  async t => {
    const { page, loaded } = await openView(`${views.market}&interval=1m`)
    const legend = page.locator('[data-legend]')
    const last = (await legend.textContent())!
    t.match(last, /O[\s\S]*H[\s\S]*L[\s\S]*C[\s\S]*VWAP[\s\S]*Vol[\s\S]*BTC[\s\S]*Trades/)
    const box = (await page.locator('.canvas').boundingBox())!
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3)
    await page.waitForFunction(text => document.querySelector('[data-legend]')?.textContent !== text, last)
    const bars = () => loaded.filter(url => url.includes('count_ohlcv_vwap') && url.includes('interval=1m')).length
    const before = bars()
    await page.locator('.price-chart').focus()
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft')
    // Older bars are loaded.
    await until(bars, count => count > before)
    await page.setViewportSize({ width: 390, height: 700 })
    await page.mouse.move(200, 500)
    await page.locator('.price-chart').hover()
    await page.mouse.wheel(0, 300)
    await page.waitForFunction('scrollY > 0')
    await page.close()
  },
)

t.test('ranges, VWAP, log scale, events and a second instrument are in the address', async t => {
  const { page, troubles } = await openView(views.market)
  await page.getByRole('button', { name: '1D', exact: true }).click()
  await page.getByRole('button', { name: 'VWAP', exact: true }).click()
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const compared = page.getByRole('combobox', { name: 'Compare with' })
  await compared.fill('cbse/spot/eth-usd')
  // The legend under the crosshair is drawn again.
  await page.locator('.price-chart').hover()
  await page.mouse.move(300, 400)
  await page.waitForTimeout(300)
  t.equal(await compared.inputValue(), 'cbse/spot/eth-usd', 'what is typed stays')
  await page.keyboard.press('Enter')
  await page.getByText('cbse/spot/eth-usd').last().waitFor()
  t.same(Object.fromEntries(new URL(page.url()).searchParams), {
    view: 'market',
    instrument: 'cbse/spot/btc-usd',
    range: '1D',
    interval: '5m',
    vwap: 'off',
    scale: 'log',
    compare: 'cbse/spot/eth-usd',
  })
  t.same(troubles, [])
  await page.close()
})

t.test('an instrument to compare with is found by words, and unknown words say so', async t => {
  const { page, troubles } = await openView(views.market)
  const compared = page.getByRole('combobox', { name: 'Compare with' })
  await compared.fill('eth coinbase')
  await page.locator('#compared option[value="cbse/spot/eth-usd"]').waitFor({ state: 'attached' })
  await compared.press('Enter')
  await page.waitForURL(/compare=cbse%2Fspot%2Feth-/)
  t.match(await compared.inputValue(), /^cbse\/spot\/eth-/)
  await compared.fill('eth nowhere')
  await compared.press('Enter')
  t.equal(await page.getByRole('alert').innerText(), 'no instrument is called eth nowhere')
  t.same(troubles, [])
  await page.close()
})

t.test('the book is a ladder: asks above, the spread in the middle, bids below, with sums', async t => {
  const { page } = await openView(views.market)
  const prices = async (side: string) =>
    (await page.locator(`.ladder .${side} > :first-child`).allInnerTexts()).map(text =>
      Number(text.replaceAll(',', '')),
    )
  const [asks, bids] = [await prices('ask'), await prices('bid')]
  t.equal(asks.length, bids.length)
  t.same(
    [...asks, ...bids],
    [...asks, ...bids].toSorted((a, b) => b - a),
    'prices fall from top to bottom',
  )
  t.match(await page.locator('.ladder .spread').innerText(), /mid[\s\S]*spread/)
  t.match(
    await page.locator('.depth svg').getAttribute('aria-label'),
    /Depth: within .* of the mid price, up to .* BTC/,
  )
  await page.close()
})

t.test('the search finds by name, pair and synonym with arrows and Enter, recent instruments first', async t => {
  const { page } = await openView(views.market)
  const search = page.getByRole('combobox', { name: /Find an instrument/ })
  await search.fill('ether kraken')
  await page
    .getByRole('option', { name: /^ETH\/BTC .*Kraken/ })
    .first()
    .waitFor()
  await search.press('ArrowDown')
  await search.press('ArrowUp')
  await search.press('Enter')
  await page.waitForURL(/instrument=krkn/)
  await page.getByRole('heading', { name: /Kraken ETH\/BTC/ }).waitFor()
  t.match(await page.getByRole('option').first().innerText(), /^ETH\//)
  await search.fill('candles')
  await page.getByRole('option', { name: /Candles, OHLCV bars/ }).waitFor()
  await search.fill('tether')
  await page.getByRole('option', { name: /USDT Asset\s*Tether/ }).waitFor()
  for (const typed of ['xbt_usd kraken', 'XXBTZUSD', 'BTC/USD kraken']) {
    await search.fill(typed)
    await page
      .getByRole('option', { name: /^BTC\/USD .*Kraken/ })
      .first()
      .waitFor()
  }
  await search.fill('btc call')
  await page
    .getByRole('option', { name: /^BTC-USD-\d+-\d+-C Option Deribit$/ })
    .first()
    .waitFor()
  const cut = await page
    .getByRole('option')
    .evaluateAll(all => all.filter(one => one.scrollWidth > one.clientWidth).length)
  t.equal(cut, 0, 'codes are whole')
  await page.getByRole('link', { name: 'Requests' }).click()
  t.match(page.url(), /instrument=krkn/, 'one instrument across the views')
  await page.close()
})

t.test('a copied call runs as pasted, as curl, fetch and Python', async t => {
  const { page } = await openView(views.market)
  await page.getByRole('region', { name: 'Trades' }).getByRole('button', { name: /^API/ }).click()
  const copied = (name: string) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: `Copy as ${name}` })
      .getAttribute('data-copy')
  const [curl, code, python] = [(await copied('curl'))!, (await copied('fetch'))!, (await copied('Python'))!]
  const env = { PATH: process.env.PATH }
  const [first] = JSON.parse((await run('sh', ['-c', curl], { env })).stdout).data
  const shown = await page.locator('.tape tbody tr').first().locator('td').allInnerTexts()
  t.same(shown.slice(1, 3), [Number(first.price).toLocaleString('en', { minimumFractionDigits: 2 }), first.amount])
  const prices = await page.locator('.tape td:nth-child(2)').allInnerTexts()
  t.same(new Set(prices.map(text => text.split('.')[1]?.length)), new Set([2]), 'prices line up')
  t.match((await run(process.execPath, ['--input-type=module', '-e', code], { env })).stdout, first.trade_id)
  t.match((await run('python3', ['-c', python], { env })).stdout, first.trade_id)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.close()
})

t.test('texts are copied without a clipboard, too, as on pages of other hosts without HTTPS', async t => {
  const page = await browser.newPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`${server.url}/console/${views.market}`)
  await page.getByRole('button', { name: /Copy the code/ }).click()
  await page.getByText('Copied').waitFor()
  const search = page.getByRole('combobox', { name: /Find an instrument/ })
  await search.press('Control+v')
  t.equal(await search.inputValue(), 'cbse/spot/btc-usd')
  await page.close()
})
