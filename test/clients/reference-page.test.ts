import type { Page } from 'playwright-core'
import { controlOf } from '../harness/control.ts'
import { operations } from '../harness/operations.ts'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'
import { faultsOf, launch, type Opened, open } from './chromium.ts'

const paths = operations.flatMap(({ urls }) => urls)
const tags = new Set(operations.map(({ family }) => family.name))

const server = await serve(t)
const { port } = new URL(server.url)
const browser = await launch()
t.teardown(() => browser.close())

/** A page with its operations listed. */
async function openReference(url: string): Promise<Opened> {
  const opened = await open(browser, url)
  await opened.page.locator('.opblock').first().waitFor()
  return opened
}

/** Runs an operation with the prefilled values. */
async function tryOut(page: Page, operationId: string): Promise<{ status: string; body: string }> {
  const block = page.locator(`.opblock[id$="-${operationId}"]`)
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  const response = block.locator('.live-responses-table .response')
  await response.waitFor()
  return {
    status: await response.locator('.response-col_status').innerText(),
    body: await response.locator('.highlight-code code').first().innerText(),
  }
}

const addresses = ['http://localhost', 'http://localhost/eu', 'http://us.localhost', 'http://reference.localhost']

for (const address of addresses) {
  const base = address.replace('localhost', `localhost:${port}`)
  t.test(`under ${address} the page shows all operations by family and can call them`, async t => {
    const { page, troubles, loaded } = await openReference(`${base}/docs`)
    t.equal(await page.locator('.opblock').count(), paths.length)
    t.equal(await page.locator('.opblock-tag').count(), tags.size)

    const { status, body } = await tryOut(page, address === addresses[0] ? 'listExchanges' : 'listTrades')
    t.equal(status.trim(), '200')
    const { result, data } = JSON.parse(body)
    t.equal(result, 'success')
    t.ok(data.length > 10, `${data.length} records`)
    t.same(troubles, [])
    const foreign = loaded.filter(url => !/^(http:\/\/(\w+\.)?localhost:|data:)/.test(url))
    t.same(foreign, [], 'nothing is loaded from other servers')
    await page.close()
  })
}

t.test('the chosen key is the key of the next call', async t => {
  const { page } = await openReference(`${server.url}/docs/`)
  await page.getByLabel('Key', { exact: true }).fill('sandbox-expired')
  await page.getByLabel('Key', { exact: true }).press('Enter')
  const { status, body } = await tryOut(page, 'listTrades')
  t.equal(status.trim(), '401')
  t.match(JSON.parse(body).message, 'expired')
  await page.close()
})

t.test('an operation shows its parameters, headers and named schemas', async t => {
  const { page } = await openReference(`${server.url}/docs/`)
  const block = page.locator('.opblock[id$="-listTrades"]')
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('row', { name: /^start_time/ }).waitFor()
  const accepted = block.locator('tr.response[data-code="200"]')
  await accepted.getByRole('cell', { name: 'x-ratelimit-limit', exact: true }).waitFor()
  await accepted.getByRole('tab', { name: 'Schema' }).click()
  t.match(await accepted.locator('.json-schema-2020-12__title').first().innerText(), 'TradesPage')
  t.equal(await block.locator('.errors-wrapper').count(), 0)
  await page.close()
})

t.test('the reference shows a moving clock as live', async t => {
  const control = controlOf(server)
  await control('PUT', '/tenants/default/clock', { now: '2026-01-30T12:00:00Z', rate: 60 })
  const { page } = await openReference(`${server.url}/docs/`)
  t.match(await page.getByRole('timer').innerText(), /live 60×/)
  await control('POST', '/tenants/default/reset')
  await page.close()
})

t.test('a token opens the document of the control plane', async t => {
  const token = '0123456789abcdef'
  const guarded = await serve(t, { SANDBOX_CONTROL_TOKEN: token })
  const { page } = await open(browser, `${guarded.url}/docs/control.html`)
  await page.getByLabel('Control token').fill(token)
  await page.getByLabel('Control token').press('Enter')
  await page.locator('.opblock').first().waitFor()
  t.equal(await page.title(), 'Control plane – market-data-sandbox')
  await page.close()
})

for (const path of ['/docs/#/trades/listOhlcv', '/docs/control.html'])
  t.test(`${path} fits every width, and axe finds no fault, dark and light`, async t => {
    const { page, troubles } = await openReference(server.url + path)
    t.same(await faultsOf(page), [])
    t.same(troubles, [])
    await page.close()
  })
