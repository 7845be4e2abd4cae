import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { families } from '../routes/index.ts'
import { readSettings } from '../src/commands/read-settings.ts'
import { datasetsOf } from '../src/operations/family.ts'
import { wrongKeys } from '../src/plans/wrong-keys.ts'
import { schemaVersion } from '../src/store/schema-version.ts'
import { outcomeOf, root, runProgram } from './harness/command.ts'
import { documents } from './harness/generated-documents.ts'
import { currentFiles, page, pageNames } from './harness/pages.ts'
import { serve } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

t.test('tables and responses in the documentation are current; npm run documents updates them', async t => {
  const server = await serve(t)
  for (const [path, text] of await currentFiles(server)) t.equal(readFileSync(`${root}/${path}`, 'utf8'), text, path)
  const all = pageNames.map(page).join('')
  for (const name of Object.keys(documents(families))) t.ok(all.includes(`<!-- /${name} -->`), `${name} has a page`)
})

t.test('the command above the responses starts the server that returns them', async t => {
  for (const name of ['README.md', 'docs/operations.md', 'docs/powers.md']) {
    const [, flags = ''] = /npm start -- (--profile [^`\n]+)/.exec(page(name)) ?? []
    const { profile, now } = await readSettings(flags.split(' '), {})
    t.same({ profile, now: Date.parse(now) }, { profile: 'tiny', now: end }, name)
  }
})

t.test('the README is short enough for five minutes', async t => {
  const text = page('README.md')
  t.ok(text.split('\n').length <= 250, 'at most 250 lines')
  t.ok(text.split(/\s+/).length <= 1800, 'at most 1800 words')
})

t.test('the example of the README passes in a clone that has no build', async t => {
  const [, code = ''] = /\/\/ sandbox\.test\.mjs\n([\s\S]*?)```/.exec(page('README.md')) ?? []
  // In the folder of this test, the name of the package leads to the package itself.
  const file = `${t.testdir({ 'sandbox.test.mjs': code.replace("profile: 'tiny',", `$& data: '${storePath}',`) })}/sandbox.test.mjs`
  const { code: exit, stdout } = await runProgram(process.execPath, ['--test', file])
  t.equal(exit, 0, stdout)
  t.match(stdout, /pass 1/)
})

t.test('the loop in docs/operations.md reads all records, and repeats a request as a 429 asks', async t => {
  const [, code = ''] = /\/\/ all-records.mjs\n([\s\S]*?)```/.exec(page('docs/operations.md')) ?? []
  const { allRecords } = await import(`${t.testdir({ 'all-records.mjs': code })}/all-records.mjs`)
  const { url } = await serve(t)
  const read = async (query: string) => {
    const records = []
    const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/vwap?interval=1h&page_size=30'
    for await (const record of allRecords(`${url}${path}${query}`)) records.push(record)
    return records
  }
  const faults = `${url}/sandbox/tenants/default/faults`
  const body = JSON.stringify({ on: { nth: 2 }, do: { status: 429, retry_after: 1 } })
  await fetch(faults, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  t.equal((await read('')).length, 72)
  t.match(await (await fetch(faults)).json(), { faults: [{ seen: 4 }] }, 'three pages, one of them twice')
  await t.rejects(read('&sort=x'), { message: /^sort must be / })
})

/** Fragment of a link to a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

/** The fault in a link; undefined if it is valid. */
function fault(name: string, path: string, fragment: string): string | undefined {
  const target = path ? join(dirname(name), path) : name
  if (!existsSync(`${root}/${target}`)) return `${target} does not exist`
  if (!shipped.some(one => target === one || target.startsWith(`${one}/`))) return `${target} is not in the package`
  const headings = fragment ? [...page(target).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!)) : []
  return fragment && !headings.includes(fragment) ? `${target} has no heading #${fragment}` : undefined
}

const shipped = [...JSON.parse(page('package.json')).files, 'README.md', 'package.json']

t.test('every link leads to a file of the package and a heading of its page', async t => {
  for (const name of pageNames) {
    const links = [...page(name).matchAll(/\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)]
    const faults = links.flatMap(([, path = '', fragment = '']) => fault(name, path, fragment) ?? [])
    t.same(faults, [], `${name}: ${links.length} links`)
  }
})

t.test('documented commands run, and export prints the requested rows', async t => {
  const [, reference = ''] = /```\n(record,[\s\S]*?)```/.exec(page('docs/own-data.md')) ?? []
  const [, trades = ''] = /```\n(timestamp,[\s\S]*?)```/.exec(page('docs/own-data.md')) ?? []
  const before = process.cwd()
  process.chdir(t.testdir({ 'reference.csv': reference, 'trades.csv': trades }))
  t.teardown(() => process.chdir(before))
  // `serve` does not exit.
  for (const name of ['docs/running.md', 'docs/own-data.md'])
    for (const [, args] of page(name).matchAll(/^npx market-data-sandbox (?!serve)([^|\n]+)/gm)) {
      const { code, stdout, stderr } = await outcomeOf(args!.trim().split(' '))
      t.equal(code, 0, `${args}: ${stderr}`)
      t.ok(stdout, 'the command prints something')
    }
})

t.test('the page about own data names the current schema version', async t => {
  t.match(page('docs/own-data.md'), `user_version = ${schemaVersion}\``)
})

t.test('the documented key file is valid', async t => {
  const [, keys = ''] = /```json\n([\s\S]*?)```/.exec(page('docs/settings.md')) ?? []
  t.equal(wrongKeys(JSON.parse(keys), datasetsOf(families)), undefined)
})
