import t from 'tap'
import { serve } from '../harness/server.ts'
import { faultsOf, launch } from './chromium.ts'
import { families, openView as openConsole, views } from './console-views.ts'

const server = await serve(t)
const browser = await launch()
t.teardown(() => browser.close())

const openView = (query?: string) => openConsole(browser, server, query)

/** Views made of the same parts as others. */
const alike = new Set('tvl state supply staking fx rate basis valuation audit events exchange asset bitcoin'.split(' '))

for (const [name, query] of Object.entries(views))
  t.test(`the view ${name} shows data without an error, fits every width, and is accessible`, async t => {
    const { page, troubles, foreign } = await openView(query)
    if (name === 'requests') {
      await fetch(`${server.url}/v1/exchanges`)
      await page.locator('tbody tr').first().waitFor()
    }
    t.same(await page.locator('.error').allInnerTexts(), [])
    const drawn = 'main tbody tr, main .chart, main svg.picture, main article'
    t.ok((await page.locator(drawn).count()) > 0, 'something is drawn or listed')
    t.same([troubles, foreign], [[], []])
    if (!alike.has(name)) t.same(await faultsOf(page), [])
    await page.close()
  })

t.test('every entry of the menu of other data is tested', async t => {
  const { page } = await openView('?view=families')
  const links = await page.locator('.menu a').evaluateAll(found => found.map(one => one.getAttribute('href') ?? ''))
  t.same(
    links.map(link => new URLSearchParams(link).get('family')),
    families,
  )
  await page.close()
})

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
  await page.waitForLoadState('networkidle')
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
  const page = await browser.newPage()
  await page.goto(`${server.url}/docs/powers.html#journal`)
  t.equal(await page.locator('h2#journal').innerText(), 'Journal')
  t.same(await faultsOf(page), [])
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Testing' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.match(page.url(), '/docs/testing.html')
  await page.goto(`${server.url}/docs/nothing.html`)
  await page.getByText('there is no page or file "nothing.html" here').waitFor()
  await page.getByRole('link', { name: 'Console', exact: true }).last().click()
  await page.getByRole('link', { name: 'Coverage' }).waitFor()
  await page.close()
})
