import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'
import { faultsOf, launch, open } from './chromium.ts'
import { families, loadView, views } from './console-views.ts'

const server = await serve(t)
const browser = await launch()
t.teardown(() => browser.close())

const opened = await open(browser, 'about:blank')

/** Views made of the same parts as others. */
const alike = new Set('tvl state supply staking fx rate basis valuation audit events exchange asset bitcoin'.split(' '))

for (const [name, query] of Object.entries(views))
  t.test(`the view ${name} shows data without an error, fits every width, and is accessible`, async t => {
    const { page, troubles, foreign } = await loadView(opened, server, query)
    if (name === 'requests') {
      await fetch(`${server.url}/v1/exchanges`)
      await page.locator('tbody tr').first().waitFor()
    }
    t.same(await page.locator('.error').allInnerTexts(), [])
    const drawn = 'main tbody tr, main .chart, main svg.picture, main article'
    t.ok((await page.locator(drawn).count()) > 0, 'something is drawn or listed')
    t.same([troubles, foreign], [[], []])
    if (!alike.has(name)) t.same(await faultsOf(page), [])
  })

t.test('every entry of the menu of other data is tested', async t => {
  const { page } = await loadView(opened, server, '?view=families')
  const links = await page.locator('.menu a').evaluateAll(found => found.map(one => one.getAttribute('href') ?? ''))
  t.same(
    links.map(link => new URLSearchParams(link).get('family')),
    families,
  )
})
