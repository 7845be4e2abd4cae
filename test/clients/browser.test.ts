import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import t from 'tap'
import { operations } from '../harness/operations.ts'
import { serve } from '../harness/server.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (installed === undefined) throw new Error('this test needs Chromium: apt-get install chromium')
const paths = operations.flatMap(({ urls }) => urls)
const tags = new Set(operations.map(({ family }) => family.name))

const server = await serve(t)
const { port } = new URL(server.url)
const browser: Browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
t.teardown(() => browser.close())

/** A browser page with its errors and the URLs it loads. */
async function open(url: string): Promise<{ page: Page; troubles: string[]; loaded: string[] }> {
  const page = await browser.newPage()
  const troubles: string[] = []
  const loaded: string[] = []
  page.on('console', message => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', error => troubles.push(error.message))
  page.on('request', request => loaded.push(request.url()))
  await page.goto(url)
  await page.locator('.opblock').first().waitFor()
  return { page, troubles, loaded }
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
    const { page, troubles, loaded } = await open(`${base}/docs`)
    t.equal(await page.locator('.opblock').count(), paths.length)
    t.equal(await page.locator('.opblock-tag').count(), tags.size)

    for (const id of ['listTrades', 'listExchanges']) {
      const { status, body } = await tryOut(page, id)
      t.equal(status.trim(), '200', id)
      const { result, data } = JSON.parse(body)
      t.equal(result, 'success')
      t.ok(data.length > 10, `${data.length} records`)
    }
    t.same(troubles, [])
    const foreign = loaded.filter(url => !/^(http:\/\/(\w+\.)?localhost:|data:)/.test(url))
    t.same(foreign, [], 'nothing is loaded from other servers')
    await page.close()
  })
}
