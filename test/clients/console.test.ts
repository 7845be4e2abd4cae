import { controlOf } from '../harness/control.ts'
import { until } from '../harness/process.ts'
import { serve, unlimited } from '../harness/server.ts'
import { importOneTrade } from '../harness/store.ts'
import t from '../harness/tap.ts'
import { faultsOf, launch } from './chromium.ts'
import { openView as openConsole, shown, views } from './console-views.ts'

const server = await serve(t)
const browser = await launch()
t.teardown(() => browser.close())

const openView = (query?: string) => openConsole(browser, server, query)

t.test('unknown views and data say so, and unknown values show a view as it opens by default', async t => {
  const unknown = {
    '?view=markets': 'There is no view “markets”',
    '?view=families&family=toString': 'There is no “toString” here',
  }
  for (const [query, words] of Object.entries(unknown)) {
    const { page, troubles } = await openView(query)
    await page.getByText(words).waitFor()
    t.same(troubles, [])
    await page.close()
  }
  for (const query of ['?view=market&interval=7m&range=9Y&at=never', '?view=coverage&table=swaps&from=x']) {
    const { page, troubles } = await openView(query)
    t.ok((await page.locator('main tbody tr').count()) > 0, query)
    t.same(troubles, [])
    await page.close()
  }
})

t.test('the first view takes less than 200 KB in 32 requests, and shows text before any script runs', async t => {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sizes: number[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await page.goto(`${server.url}/console/`)
  await page.locator('main canvas').first().waitFor()
  await shown(page)
  t.ok(sizes.length > 10 && sizes.length <= 36, `${sizes.length} requests`)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(bytes > 50_000 && bytes < 200_000, `${bytes} bytes`)
  await page.close()

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const still = await withoutScripts.newPage()
  await still.goto(`${server.url}/console/`)
  t.match(await still.locator('h1').innerText(), 'market-data-sandbox')
  await withoutScripts.close()
})

t.test('on a phone the keyboard reaches nothing that is hidden', async t => {
  const { page } = await openView('?view=controls')
  await page.setViewportSize({ width: 360, height: 740 })
  const hidden = `(() => {
    const { left, right, top, bottom } = document.activeElement.getBoundingClientRect()
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isShown = document.activeElement.contains(shown) || shown?.contains(document.activeElement)
    return isShown ? '' : document.activeElement.outerHTML
  })()`
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate(hidden), '', `element ${n + 1}`)
  }
  await page.close()
})

t.test('a failed view offers a retry', async t => {
  const page = await browser.newPage()
  await page.route('**/v2/data/tvl*', route => route.abort())
  await page.goto(`${server.url}/console/?view=families&family=tvl`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/v2/data/tvl*')
  await again.click()
  await page.locator('main tbody tr').first().waitFor()
  t.same(await page.locator('.error').count(), 0)
  await page.close()
})

t.test('data that are being generated appear when they are there', async t => {
  const page = await browser.newPage()
  for (const path of ['**/v2/data/tvl*', '**/aggregations/count_ohlcv_vwap*page_size=300'])
    await page.route(
      path,
      route =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          json: { result: 'error', message: 'the times are still being generated' },
        }),
      { times: 1 },
    )
  await page.goto(`${server.url}/console/?view=families&family=tvl`)
  await page.locator('.error', { hasText: 'still being generated' }).waitFor()
  await page.locator('main tbody tr').first().waitFor()
  await page.goto(`${server.url}/console/${views.market}`)
  const candles = page.getByRole('region', { name: 'Candles' })
  await candles.locator('.error', { hasText: 'still being generated' }).waitFor()
  await candles.locator('[data-legend]').waitFor()
  t.equal(await page.locator('.error').count(), 0)
  await page.close()
})

t.test('the header and errors say that the server does not respond, until it does', async t => {
  const { page } = await openView(views.market)
  const clock = page.getByRole('timer')
  t.match(await clock.innerText(), /^frozen/)
  await page.route('**', route => route.abort())
  await page.getByText('the server does not respond').first().waitFor()
  await clock.getByText('no response').waitFor()
  await page.getByRole('button', { name: '1D', exact: true }).click()
  const candles = page.getByRole('region', { name: 'Candles' })
  await candles.and(page.locator('[aria-busy=false]')).getByText('the server does not respond').waitFor()
  await page.unroute('**')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await clock.getByText('frozen').waitFor()
  await page.close()
})

t.test('the header shows all views on a phone, and has one row of them on a wide screen', async t => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } })
  await page.goto(`${server.url}/console/?view=scenarios`)
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await links.first().waitFor()
  const boxes = async () => Promise.all((await links.all()).map(async link => (await link.boundingBox())!))
  t.ok(
    (await boxes()).every(({ x, width }) => x >= 0 && x + width <= 390),
    'every link is on the screen',
  )
  await page.setViewportSize({ width: 1300, height: 900 })
  t.equal(new Set((await boxes()).map(({ y }) => y)).size, 1)
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.route('**/ready', route => route.fulfill({ json: { built: 0.43 } }))
  await page.evaluate("import('./base/pulse.js').then(({ noteBuilt }) => noteBuilt(0.43))")
  await page.getByRole('timer').getByText('building 43 %').waitFor()
  t.equal(new Set((await boxes()).map(({ y }) => y)).size, 1, 'also while the store is built')
  await page.close()
})

t.test('the field of a key says so where the server has keys of its own', async t => {
  const own = await serve(t, unlimited)
  const { page } = await openConsole(browser, own)
  t.equal(await page.getByPlaceholder('API key').inputValue(), '')
  await page.getByPlaceholder('API key').fill('sandbox-key')
  await page.keyboard.press('Enter')
  await page.locator('.tape td').first().waitFor()
  await page.close()
})

t.test('the title of a tab names its view and what it shows', async t => {
  const { page } = await openView(views.market)
  const titled = (text: string) =>
    until(
      () => page.title(),
      title => title.endsWith(`${text} – market-data-sandbox`),
    )
  await titled('Coinbase BTC/USD')
  await page.getByRole('link', { name: 'Other data' }).click()
  await titled('Liquidity pool')
  const titles = {
    Coverage: 'Coverage',
    Requests: 'Requests, tenant default',
    Controls: 'Controls, tenant default',
    Scenarios: 'Scenarios',
    'API reference': 'API reference',
    Help: 'Start',
  }
  for (const [view, title] of Object.entries(titles)) {
    await page.getByRole('link', { name: view, exact: true }).click()
    t.match(await titled(title), title)
  }
  await page.close()
})

t.test('the console works with the keyboard alone', async t => {
  const { page } = await openView(views.market)
  const reached: string[] = []
  for (let n = 0; n < 16; n++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        'document.activeElement.textContent || document.activeElement.value || document.activeElement.type',
      ),
    )
  }
  t.match(reached.join('\n'), /Market[\s\S]*Coverage[\s\S]*Controls[\s\S]*search/)
  await page.getByRole('link', { name: 'Coverage', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Coverage by instrument and day').waitFor()
  await page.close()
})

t.test('a day of the coverage leads to the market of that day, and a search narrows the instruments', async t => {
  const { page } = await openView('?view=coverage&find=kraken btc')
  const status = await page.getByText(/instruments 1 to/).innerText()
  t.match(await page.locator('tbody th').allInnerTexts(), [/BTC.*Kraken/])
  t.ok(Number(/of (\d+)/.exec(status)![1]) < 30, status)
  await page.locator('.heat i').first().click()
  await page.getByText('pinned', { exact: true }).first().waitFor()
  t.match(page.url(), /instrument=krkn.*at=2026-01-28T23%3A59%3A59.999Z/)
  await page.close()
})

t.test('instruments without records say so in the coverage', async t => {
  const { page, troubles } = await openView('?view=coverage&table=order%20books&find=usp3')
  await page.getByRole('cell', { name: 'no records' }).waitFor()
  t.same(troubles, [])
  await page.close()
})

t.test('the first picture has the time of the key', async t => {
  const body = JSON.stringify({ name: 'earlier', now: '2026-01-29T12:00:00Z' })
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${server.url}/sandbox/tenants`, { method: 'POST', headers, body })
  const { key } = (await created.json()) as { key: string }
  const { page } = await openView('?view=families&family=surface')
  await page.evaluate(key => sessionStorage.setItem('market-data-key', key), key)
  await page.reload()
  await page
    .getByRole('img', { name: /olatility/ })
    .first()
    .waitFor()
  t.match(await page.getByRole('timer').innerText(), '2026-01-29 12:00:00 UTC')
  t.same(await page.locator('.error').allInnerTexts(), [])
  await page.close()
})

t.test('lists hold what is listed at the clock of the key', async t => {
  const { key } = await controlOf(server)('POST', '/tenants', { name: 'before-expiry', now: '2026-01-29T12:00:00Z' })
  const { page } = await openView('?view=families&family=basis')
  const contracts = page.getByRole('combobox', { name: 'Contract' }).locator('option')
  const listed = async () => {
    await contracts.first().waitFor({ state: 'attached' })
    return [...new Set((await contracts.allInnerTexts()).map(text => text.slice(-6)))].toSorted()
  }
  t.same(await listed(), ['260206', '260327'])
  await page.evaluate(key => sessionStorage.setItem('market-data-key', key), key)
  await page.reload()
  t.same(await listed(), ['260130', '260327'])
  await shown(page)
  t.same(await page.locator('.error').allInnerTexts(), [])
  await page.close()
})

t.test('days of the coverage are reached with the keyboard', async t => {
  const { page } = await openView('?view=coverage&find=kraken btc usd')
  const days = page.getByRole('slider', { name: /^Days of krkn\/spot\/btc-usd/ })
  await days.focus()
  await days.press('ArrowLeft')
  t.match(await days.getAttribute('aria-valuetext'), /^2026-01-29: \d/)
  await days.press('Enter')
  await page.waitForURL(/instrument=krkn.*at=2026-01-29T23%3A59%3A59.999Z/)
  t.match(await page.getByRole('timer').innerText(), 'frozen')
  await page.close()
})

t.test('options, liquidations, events, addresses and losses are drawn from their calls', async t => {
  const { page, troubles } = await openView('?view=families&family=chain')
  const open = async (family: string) => {
    await page.goto(`${server.url}/console/?view=families&family=${family}`)
    await page.waitForLoadState('networkidle')
  }
  const smile = page.getByRole('img', { name: /^Smile/ })
  await smile.locator('circle').first().waitFor()
  t.equal((await smile.locator('path').getAttribute('d'))!.split('L').length, 41, 'the smile is a curve')
  await open('ticks')
  const edgeOf = async (shape: string, side: 'top' | 'bottom') =>
    page
      .locator(`svg.picture ${shape}`)
      .evaluateAll((all, side) => Math.min(...all.map(one => one.getBoundingClientRect()[side])), side)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    t.ok((await edgeOf('text:last-of-type', 'bottom')) <= (await edgeOf('rect', 'top')), 'the label covers no bar')
  }
  const prices = page.getByRole('region', { name: 'Liquidity by tick range' }).locator('td:nth-child(3)')
  const lower = (await prices.allInnerTexts()).map(text => Number(text.replaceAll(',', '')))
  const current = Number(/price ([\d,.]+)/.exec(await page.locator('main').innerText())![1]!.replaceAll(',', ''))
  t.same(
    lower,
    lower.toSorted((a, b) => a - b),
  )
  t.ok(lower[0]! < current && current < 2 * lower.at(-1)!, 'ticks are shown as prices')
  await open('surface')
  const grid = page.getByRole('region', { name: 'Volatility surface' })
  t.equal(await grid.locator('tbody tr').count(), await page.locator('.plot path').count(), 'a line for each maturity')
  await open('liquidations')
  const answer = await server.json('/v2/data/liquidation.v1/token/btc?interval=1h&page_size=72')
  const trades = answer.data.reduce((sum: number, row: { total_trades: number }) => sum + row.total_trades, 0)
  const shown = await page
    .getByRole('region', { name: /^By exchange/ })
    .locator('td:last-child')
    .allInnerTexts()
  t.equal(
    shown.reduce((sum, text) => sum + Number(text), 0),
    trades,
  )
  await open('events')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('deposit')
  const alone = (selector: string) =>
    page.waitForFunction(
      one => new Set([...document.querySelectorAll(one)].map(({ textContent }) => textContent)).size === 1,
      selector,
    )
  await alone('.records td:nth-child(2)')
  t.equal(await page.locator('.records td:nth-child(2)').first().innerText(), 'deposit')
  await open('audit')
  const address = page.locator('td a').first()
  const code = await address.innerText()
  await address.click()
  await alone('td a')
  t.match(page.url(), `address=${code}`)
  await open('var')
  await page.getByText(/^\d+ days by profit or loss in USD; 5 % lost more/).waitFor()
  t.ok(
    (await page.getByRole('img', { name: 'Days by profit and loss' }).locator('rect').count()) > 20,
    'the days have bars',
  )
  t.same([troubles, await page.locator('.error').allInnerTexts()], [[], []])
  await page.close()
})

t.test('nothing jumps while views load, and an unknown instrument says so', async t => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const thrown: string[] = []
  page.on('pageerror', error => thrown.push(error.message))
  await page.addInitScript(
    "window.shifted = 0; new PerformanceObserver(list => { for (const one of list.getEntries()) window.shifted += one.value }).observe({ type: 'layout-shift', buffered: true })",
  )
  for (const query of [views.market, '?view=market', '?view=families&family=chains'])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${server.url}/console/${query}`)
      await shown(page)
      const shifted = Number(await page.evaluate('window.shifted'))
      t.ok(shifted < 0.1, `${query} at ${width} px: ${shifted}`)
    }
  await page.goto(`${server.url}/console/?view=market&instrument=cbse/spot/btc-usx`)
  await page.locator('.book .error', { hasText: 'btc-usx' }).waitFor()
  await page.locator('.tape .error', { hasText: 'btc-usx' }).waitFor()
  await page.goto(`${server.url}/console/${views.market}`)
  await shown(page)
  t.equal(await page.getByRole('option', { name: 'BTC/USX' }).count(), 0, 'and is not among the recent ones')
  t.same(thrown, [])
  await page.close()
})

t.test('slow responses do not make a live clock look frozen', async t => {
  const { page } = await openView(views.market)
  const rates = await page.evaluate(`import('./base/pulse.js').then(({ noteTime, pulse }) => {
    let local = 0
    performance.now = () => local
    noteTime(0, { rate: 1 })
    const seen = []
    for (const [sent, received, server] of [[4000, 20000, 4010], [24000, 24010, 24005], [30000, 30010, 24005], [36000, 36010, 384005]]) {
      local = received
      noteTime(server, { sent })
      seen.push(pulse().rate)
    }
    return seen
  })`)
  t.same(rates, [1, 1, 0, 60])
  await page.close()
})

t.test('other data begin with what a store of own data has', async t => {
  const data = `${t.testdir()}/own.sqlite`
  importOneTrade(data)
  const own = await serve(t, { SANDBOX_DATA: data, SANDBOX_NOW: 'seeded' })
  const { page } = await openConsole(browser, own, '?view=families&family=exchange')
  await page.locator('main tbody tr').first().waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Exchange' }).inputValue(), 'myex')
  await page.close()
})

t.test('the menu of other data has words, and its fields suggest what exists', async t => {
  const { page } = await openView('?view=families&family=staking')
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('lido')
  await page.locator('td', { hasText: /^\d/ }).first().waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Methodology' }).inputValue(), 'net')
  await page.getByRole('link', { name: /Ranking by market cap/ }).click()
  await page.getByRole('row', { name: /1 BTC/ }).waitFor()
  await page.locator('svg.spark').nth(5).waitFor()
  await page.close()
})

t.test('the pages of the documentation are accessible, and lead to each other', async t => {
  const { page } = await openView()
  const linksOfHeader = () =>
    page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link')
      .evaluateAll(links => links.map(link => [link.textContent, (link as HTMLAnchorElement).href]))
  const ofConsole = await linksOfHeader()
  await page.goto(`${server.url}/docs/powers.html#journal`)
  t.same(await linksOfHeader(), ofConsole, 'the header has the links of the console')
  t.equal(await page.locator('h2#journal').innerText(), 'Journal')
  t.same(await faultsOf(page), [])
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Testing' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.match(page.url(), '/docs/testing.html')
  await page.goto(`${server.url}/docs/nothing.html`)
  await page.getByText('there is no page or file "nothing.html" here').waitFor()
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  await page.getByRole('link', { name: 'Coverage' }).waitFor()
  await page.close()
})
