import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '../../src/market/time.ts'
import { command } from '../harness/command.ts'
import { instrumentUrl } from '../harness/operations.ts'
import { dayPath } from '../harness/partial-stores.ts'
import { ask, freePort, start, until } from '../harness/process.ts'
import { buildTestStore, storePath } from '../harness/store.ts'
import t, { type Test } from '../harness/tap.ts'

const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')
const frozen = { SANDBOX_NOW: '2026-01-31T00:00:00Z' }
const live = { SANDBOX_NOW: 'live' }

/** A disk of 20 MB. */
function smallDisk(t: Test): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', folder]).status !== 0) return undefined
  t.teardown(() => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Fills a disk; returns what frees it. */
function fill(folder: string): () => void {
  spawnSync('dd', ['if=/dev/zero', `of=${folder}/filling`, 'bs=4k'])
  return () => rmSync(`${folder}/filling`)
}

t.test('a live server on a full disk serves existing data, names the store, and grows when space is free', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const path = `${folder}/live.sqlite`
  buildTestStore(path, { start: Date.now() - 2 * day, end: Date.now() - day })
  const free = fill(folder)
  const server = start(t, { ...live, SANDBOX_DATA: path })
  const url = await server.ready()
  await server.logged(/^the store .*live\.sqlite cannot grow: database or disk is full/)
  t.match(await ask(`${url}/ready`), { status: 503, message: /does not grow: database or disk is full/ })
  t.equal((await ask(`${url}${trades}`)).status, 200)
  free()
  await server.logged(/^the store is growing again/)
  await until(
    () => ask(`${url}/ready`),
    ({ status }) => status === 200,
  )
})

t.test('on a full disk the history answers with what it has, and refuses the rest with the reason', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const path = `${folder}/frozen.sqlite`
  copyFileSync(dayPath, path)
  const server = start(t, { SANDBOX_NOW: 'seeded', SANDBOX_DATA: path, SANDBOX_HISTORY_LIMIT: '64' })
  const url = await server.ready()
  const dayOf = (year: number) => ask(`${url}${trades}?start_time=${year}-03-01&end_time=${year}-03-02&page_size=1000`)
  const known = await dayOf(2024)
  t.equal(known.status, 200)
  const free = fill(folder)
  const refused: number[] = []
  // The log may have room for some days.
  for (let year = 2023; year > 2017; year--) {
    const { status, message } = await dayOf(year)
    if (status === 200) continue
    refused.push(year)
    t.match({ status, message }, { status: 503, message: /frozen\.history\.sqlite .*database or disk is full/ })
    t.same(await dayOf(2024), known)
  }
  t.ok(refused.length > 2, `${refused.length} years are refused`)
  t.equal((await ask(`${url}/ready`)).status, 200)
  free()
  for (const year of refused) t.equal((await dayOf(year)).status, 200)
  await server.kill('SIGTERM')
  const outcome = await command(['verify'], {
    env: { SANDBOX_NOW: 'seeded', SANDBOX_DATA: path, SANDBOX_PROFILE: 'tiny' },
  })
  t.equal(outcome.code, 0, outcome.stdout)
})

t.test('a long page that streams while the disk fills is broken off, not ended', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const path = `${folder}/frozen.sqlite`
  copyFileSync(dayPath, path)
  const server = start(t, { SANDBOX_NOW: 'seeded', SANDBOX_DATA: path, SANDBOX_HISTORY_LIMIT: '64' })
  const url = await server.ready()
  await ask(`${url}${trades}?start_time=2024-03-01&end_time=2024-03-02`)
  fill(folder)
  for (const encoding of ['identity', 'gzip']) {
    const page = `${url}${trades}?start_time=2024-03-01&end_time=2025-03-01&sort=asc&page_size=100000`
    const response = await fetch(page, { headers: { 'x-api-key': 'sandbox-key', 'accept-encoding': encoding } })
    t.equal(response.status, 200)
    await t.rejects(response.text(), { message: 'terminated' }, encoding)
  }
  t.equal((await ask(`${url}/ready`)).status, 200)
})

t.test('a history that cannot be written is kept in a temporary folder until the server stops', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const path = `${folder}/frozen.sqlite`
  copyFileSync(dayPath, path)
  spawnSync('mount', ['-o', 'remount,ro', folder])
  const before = readdirSync(folder)
  const server = start(t, { SANDBOX_NOW: 'seeded', SANDBOX_DATA: path, SANDBOX_HISTORY_LIMIT: '64' })
  const url = await server.ready()
  t.equal((await ask(`${url}${trades}?end_time=2024-03-01`)).status, 200)
  await server.kill('SIGTERM')
  t.same(readdirSync(folder), before)
})

t.test('a live server without a store waits for space', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const free = fill(folder)
  const port = await freePort()
  const server = start(t, { ...live, SANDBOX_DATA: `${folder}/new.sqlite`, SANDBOX_PORT: String(port) })
  await server.logged(/^the store .*new\.sqlite cannot be read or written: .*full; waiting for space$/)
  t.match(await ask(`http://127.0.0.1:${port}/ready`), { status: 503, message: /new\.sqlite .*full$/ })
  free()
  t.equal((await ask(`${await server.ready()}${trades}`)).status, 200)
  t.equal(server.stdout.match(/seeding tiny/g)?.length, 1)
})

t.test('a frozen server ends on a full disk, in one line that names the store', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  fill(folder)
  const server = start(t, { ...frozen, SANDBOX_DATA: `${folder}/new.sqlite` })
  t.equal((await server.exited).code, 1)
  t.match(server.stderr, /^market-data-sandbox: the store .*new\.sqlite cannot be read or written: .*full\n$/)
})

t.test('a frozen server that answers while its store is built waits for space, too', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const free = fill(folder)
  // Room for a history, and not for a store.
  truncateSync(`${folder}/filling`, statSync(`${folder}/filling`).size - (7 << 20))
  const server = start(t, { ...frozen, SANDBOX_DATA: `${folder}/new.sqlite` })
  const url = await server.ready()
  await server.logged(/^the store .*new\.sqlite cannot be read or written: .*full; waiting for space$/)
  t.equal((await ask(`${url}/v1/exchanges`)).status, 200)
  free()
  await server.logged(/^the store is whole after/)
  t.equal((await ask(`${url}${trades}`)).status, 200)
})

t.test('a clock that needs more data than the disk holds moves as soon as there is space', async t => {
  const folder = smallDisk(t)
  if (folder === undefined) return t.pass('needs the right to mount a disk', { skip: true })
  const path = `${folder}/frozen.sqlite`
  copyFileSync(dayPath, path)
  const free = fill(folder)
  const server = start(t, { SANDBOX_NOW: 'seeded', SANDBOX_DATA: path })
  const url = await server.ready()
  const ahead = { body: '{"now":"2026-02-01T00:00:00Z"}', headers: { 'content-type': 'application/json' } }
  const move = () => fetch(`${url}/sandbox/tenants/default/clock`, { method: 'PUT', ...ahead })
  const refused = await move()
  t.equal(refused.status, 503)
  t.match(await refused.json(), { message: /^the data cannot be extended: .*ahead.*full/ })
  free()
  t.equal((await move()).status, 200)
})

t.test('every start removes the leftovers of killed builds and servers', async t => {
  const path = `${t.testdir()}/store.sqlite`
  copyFileSync(storePath, path)
  const ahead = `${tmpdir()}/market-data-sandbox-ahead`
  const left = [`${path}.building-4194305`, `${path}.building-4194305-0`, `${ahead}.building-4194305`]
  for (const file of left) writeFileSync(file, 'of a dead process')
  const used = `${ahead}.building-${process.pid}.`
  writeFileSync(used, 'of another process')
  t.teardown(() => rmSync(used))
  await start(t, { ...frozen, SANDBOX_DATA: path }).ready()
  for (const file of left) t.notOk(existsSync(file), file)
})

t.test('a store truncated while served gives 503 until it is restored', async t => {
  for (const clock of [frozen, live]) {
    const path = `${t.testdir()}/truncated.sqlite`
    if (clock === live) buildTestStore(path, { start: Date.now() - day, end: Date.now() })
    else copyFileSync(storePath, path)
    const whole = readFileSync(path)
    const server = start(t, { ...clock, SANDBOX_DATA: path })
    const url = await server.ready()
    t.equal((await ask(`${url}/ready`)).status, 200)
    truncateSync(path, 20_000)
    t.match(await ask(`${url}/ready`), { status: 503, message: /^not ready: the store cannot be read any more: ./ })
    for (const target of [trades, '/v1/exchanges', '/v1/instruments', '/version'])
      t.match(await ask(`${url}${target}`), { status: 503, result: 'error', message: /^the store cannot be read/ })
    t.equal((await ask(`${url}/live`)).status, 200)
    if (clock === live) continue
    writeFileSync(path, whole)
    await until(
      () => ask(`${url}${trades}`),
      ({ status }) => status === 200,
    )
  }
})

const limits = { skip: process.platform === 'linux' ? false : 'needs the limits of Linux' }

t.test('a server with a low limit of open files reports it at start', limits, async t => {
  const path = `${t.testdir()}/live.sqlite`
  buildTestStore(path, { start: Date.now() - day, end: Date.now() })
  const server = start(t, { ...live, SANDBOX_DATA: path }, [], 'ulimit -n 48')
  const url = await server.ready()
  t.match(server.stdout.split('\n')[0], /"level":40.*"at most 48 files may be open \(ulimit -n\)/)
  t.equal((await ask(`${url}${trades}`)).status, 200)
  const usual = start(t, { ...frozen, SANDBOX_DATA: storePath })
  await usual.ready()
  t.notMatch(usual.stdout, /files/)
})

t.test('a server whose limit of open files leaves none for connections does not start', limits, async t => {
  const refused = start(t, { ...live, SANDBOX_DATA: storePath }, [], 'ulimit -n 32')
  t.equal((await refused.exited).code, 2)
  t.match(refused.stderr, /^market-data-sandbox: at most 32 files may be open \(ulimit -n\): [^\n]* set 256 or more\n$/)
})

t.test('a build that runs out of memory ends with one line that names the memory it needs', async t => {
  const path = `${t.testdir()}/new.sqlite`
  const server = start(t, { ...frozen, SANDBOX_DATA: path, NODE_OPTIONS: '--max-old-space-size=8' })
  t.equal((await server.exited).code, 1)
  t.equal(
    server.stderr,
    'market-data-sandbox: out of memory: the process that builds the store ended; give it 128 MB for the profile tiny\n',
  )
})
