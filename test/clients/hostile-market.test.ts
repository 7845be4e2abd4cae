import { exec } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { importRecords, parseInstrument } from '../../src/store/own/import.ts'
import { serve } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import t, { type Test } from '../harness/tap.ts'
import { launch, open } from './chromium.ts'
import { loadView, openView, views } from './console-views.ts'

const shell = promisify(exec)
const browser = await launch()
t.teardown(() => browser.close())

/** Markup in codes, which are lower case and part of paths. */
const image = `"'><img src=x onerror=ran=1>`
/** Markup in names. */
const markup = `${image}<script>ran=1</script>\${ran=1}`

/** A copy of the tests' store whose names and codes carry markup. */
function hostileStore(t: Test): string {
  const path = `${t.testdir()}/hostile.sqlite`
  copyFileSync(storePath, path)
  const database = new Database(path)
  database.pragma('foreign_keys = OFF')
  const names: Record<string, string[]> = {
    exchange: ['name', 'legacy_slug'],
    asset: ['name'],
    protocol: ['name'],
    pool: ['name'],
    pool_token: ['symbol'],
    staking_protocol: ['name'],
    instrument: ['exchange_pair_code', 'legacy_symbol'],
    pool_event: ['user_address', 'transaction_hash'],
    liquidation: ['trade_id'],
  }
  for (const [table, columns] of Object.entries(names))
    for (const column of columns) database.prepare(`UPDATE ${table} SET ${column} = ${column} || ?`).run(markup)
  // The console shows what stands before the colon.
  database.prepare('UPDATE scenario SET title = ? || title').run(markup)
  const first = database.prepare('SELECT id FROM instrument ORDER BY trade_count DESC').pluck().get()
  database.prepare('UPDATE instrument SET code = code || ? WHERE id = ?').run(image, first)
  database.prepare("INSERT INTO asset VALUES (?, ?, 'fiat', '[]')").run(image, markup)
  database.prepare('INSERT INTO protocol VALUES (?, ?)').run(image, markup)
  database.prepare("UPDATE store SET value = ? WHERE name = 'source'").run(markup)
  database.close()
  return path
}

/** What ran or was drawn from markup. */
async function ranIn(page: Page, loaded: readonly string[]): Promise<unknown[]> {
  const ran = await page.evaluate('typeof ran')
  const drawn = await page.locator('main img, main script, header img, header script').count()
  const asked = loaded.filter(url => /\/x$/.test(url))
  return [...(ran === 'undefined' ? [] : ['a script']), ...(drawn === 0 ? [] : [`${drawn} elements`]), ...asked]
}

t.test('a market with markup in its names and codes is shown as text in every view', async t => {
  const server = await serve(t, { SANDBOX_DATA: hostileStore(t), SANDBOX_NOW: 'seeded' })
  const opened = await open(browser, 'about:blank')
  const { page } = opened
  const texts: string[] = []
  for (const [name, query] of Object.entries({ ...views, first: '', search: '?q=tether+onerror' })) {
    const { troubles, foreign, loaded } = await loadView(opened, server, query)
    for (const summary of await page.locator('summary').all()) await summary.click()
    texts.push(await page.locator('body').innerText())
    t.same([troubles, foreign, await ranIn(page, loaded)], [[], [], []], name)
    t.same(await page.locator('.error').allInnerTexts(), [], name)
  }
  await page.close()
  for (const text of [`btc-usdt${image}`, `Tether${markup}`, `${markup}Flash crash`])
    t.ok(
      texts.some(shown => shown.includes(text)),
      `${text} is shown`,
    )
})

t.test('a command copied from a request does not run what its path carries', async t => {
  const server = await serve(t)
  const { page } = await openView(browser, server, views.requests)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fetch(`${server.url}/v1/';tee$IFS''ran;'`)
  await page.locator('td button').first().click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  const command = await page.evaluate('navigator.clipboard.readText()')
  const folder = t.testdir()
  const { stdout } = await shell(`${command} </dev/null`, { cwd: folder })
  t.match(JSON.parse(stdout), { result: 'error', message: /%27;tee\$IFS%27%27ran;%27/ })
  t.same(readdirSync(folder), [])
  await page.close()
})

t.test('trades imported with markup in their ids are shown as text', async t => {
  const path = `${t.testdir()}/own.sqlite`
  const text = `${JSON.stringify({ timestamp: 1769778000000, price: '1', amount: '2', trade_id: markup })}\n`
  importRecords(path, parseInstrument('myex/spot/foo-usd'), { trades: { name: 'a.ndjson', text }, books: undefined })
  const server = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  const { page, troubles, loaded } = await openView(browser, server)
  const tape = page.getByRole('region', { name: 'Trades' }).first()
  await tape.getByRole('button', { name: /^API/ }).click()
  const calls = page.getByRole('dialog')
  await calls.locator('summary').first().click()
  t.match(await calls.locator('pre').first().innerText(), JSON.stringify(markup))
  t.same([troubles, await ranIn(page, loaded)], [[], []])
  await page.close()
})
