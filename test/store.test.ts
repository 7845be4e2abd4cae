import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { day, hour } from '../src/market/time.ts'
import { buildFailure } from '../src/store/build/build-failure.ts'
import { buildingPath, makeAheadFolder, removeAbandoned } from '../src/store/build/building-place.ts'
import { Extension } from '../src/store/build/extension.ts'
import { schemaHash, schemaVersion } from '../src/store/schema-version.ts'
import { Store } from '../src/store/store.ts'
import { planStore } from '../src/store/store-plan.ts'
import { operations } from './harness/operations.ts'
import { dayPath } from './harness/partial-stores.ts'
import { serve, startTestServer } from './harness/server.ts'
import { buildTestStore, end, storePath } from './harness/store.ts'
import { digestOf, fingerprintsOf } from './harness/store-checks.ts'
import t from './harness/tap.ts'

const trades = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1000'

t.test('a store some hours ahead of a live clock waits for it; one further ahead is rebuilt', async t => {
  const path = `${t.testdir()}/ahead.sqlite`
  const now = end - 2000
  // Another server has extended the store between reading the clock and the store.
  copyFileSync(dayPath, path)
  const wanted = { path, seed: 'market', profile: 'tiny', days: 1, now: 'live' } as const
  const feed = new Extension(wanted)
  t.teardown(() => feed.close())
  const before = fingerprintsOf(path)
  t.match(planStore(wanted, now), { task: 'none', end })
  t.match(planStore(wanted, end - 3 * hour), { task: 'none', end }, 'after the clock was set back')
  t.match(planStore(wanted, end - 30 * hour), { task: 'build', reason: /it ends at 2026-01-31T00:00:00/ })
  t.match(planStore({ ...wanted, now }, now), { task: 'build' }, 'a frozen response depends on the end of the store')
  t.match(planStore({ ...wanted, now: end, days: 2 }, now), { task: 'build' }, 'and on its start')
  t.match(planStore(wanted, end), { task: 'none' })
  t.match(planStore(wanted, end + day), { task: 'extend', end: end + day, gap: day })
  t.match(planStore(wanted, end + day + 1), { task: 'build', reason: /too long ago to extend it/ })

  feed.extendTo(now)
  t.same(fingerprintsOf(path), before, 'the feed waits')
  feed.extendTo(end + 60_000)
  const atOnce = `${path}-at-once`
  buildTestStore(atOnce, { start: end - day, end: end + 60_000 })
  t.equal(digestOf(path), digestOf(atOnce), 'and continues')
})

t.test('an interrupted write is rolled back', async t => {
  const folder = t.testdir()
  const [whole, torn] = [`${folder}/whole.sqlite`, `${folder}/torn.sqlite`]
  copyFileSync(storePath, whole)
  const writer = new Database(whole)
  writer.pragma('cache_size = 10')
  writer.exec('BEGIN; UPDATE trade_block SET count = count + 1')
  copyFileSync(whole, torn)
  copyFileSync(`${whole}-journal`, `${torn}-journal`)
  writer.exec('ROLLBACK')
  writer.close()
  t.notOk(readFileSync(torn).equals(readFileSync(whole)), 'half of the write has reached the file')
  for (const end of ['', '-journal']) copyFileSync(torn + end, `${folder}/read.sqlite${end}`)
  t.same(fingerprintsOf(`${folder}/read.sqlite`), fingerprintsOf(whole), 'by each command')
  const [recovered, untouched] = [await serve(t, { SANDBOX_DATA: torn }), await serve(t)]
  t.same(await recovered.json(trades), await untouched.json(trades))
})

t.test('a store without its range is refused by name', async t => {
  const path = `${t.testdir()}/rangeless.sqlite`
  copyFileSync(storePath, path)
  new Database(path).exec("DELETE FROM store WHERE name = 'end'").close()
  await t.rejects(startTestServer({ SANDBOX_DATA: path }), { message: /rangeless\.sqlite.*start and end/ })
  new Database(path).exec("INSERT INTO store VALUES ('end', '9e15')").close()
  await t.rejects(startTestServer({ SANDBOX_DATA: path }), { message: /rangeless\.sqlite.*start and end/ })
})

t.test('a store of another version is rebuilt if this program can: if it is older and generated', async t => {
  const path = `${t.testdir()}/version.sqlite`
  copyFileSync(storePath, path)
  const plan = (sql: string) => {
    new Database(path).exec(sql).close()
    return planStore({ path, seed: 'market', profile: 'tiny', days: 3, now: end }, end)
  }
  t.match(plan('PRAGMA user_version = 19'), { task: 'build', reason: /has store version 19; this server reads/ })
  t.throws(() => plan('PRAGMA user_version = 99'), { message: /version 99.*delete it or set data/ })
  const own = "PRAGMA user_version = 19; UPDATE store SET value = 'import' WHERE name = 'source'"
  t.throws(() => plan(own), { message: /version 19.*delete it or set data/ })
})

t.test('a store without a table is refused with the name of the table', async t => {
  const path = `${t.testdir()}/incomplete.sqlite`
  copyFileSync(storePath, path)
  new Database(path).exec('DROP TABLE staking_rate').close()
  const message =
    /incomplete\.sqlite lacks a table or column that this server reads: no such table: staking_rate, in SELECT /
  await t.rejects(startTestServer({ SANDBOX_DATA: path }), { message })
})

t.test('statements are checked at start unless the schema of the store is exactly ours', async t => {
  const path = `${t.testdir()}/more.sqlite`
  copyFileSync(storePath, path)
  new Database(path).exec('CREATE TABLE own (note TEXT)').close()
  const tried = await serve(t, { SANDBOX_DATA: path })
  t.notOk(tried.app.state.context.proven, "another program's store is not trusted")
  t.match(await tried.json(trades), { result: 'success' })
  const server = await serve(t)
  t.ok(server.app.state.context.proven, 'a generated store is trusted')
})

t.test('statements are checked for every store of another source', async t => {
  const path = `${t.testdir()}/recorded.sqlite`
  copyFileSync(storePath, path)
  new Database(path).exec("UPDATE store SET value = 'recorder' WHERE name = 'source'").close()
  const server = await serve(t, { SANDBOX_DATA: path })
  t.notOk(server.app.state.context.proven, 'a changed store is not trusted')
})

t.test('a sparsely filled store is served with little data', async t => {
  const path = `${t.testdir()}/little.sqlite`
  const database = new Database(path)
  database.exec(readFileSync(new URL('../seed/schema.sql', import.meta.url), 'utf8'))
  database.pragma(`application_id = ${0x4d445342}`)
  database.pragma(`user_version = ${schemaVersion}`)
  database.exec(`INSERT INTO store VALUES ('source', 'me'), ('start', '${end - 86_400_000}'), ('end', '${end}')`)
  database.exec(`INSERT INTO asset VALUES ('btc', 'Bitcoin', 'cryptocurrency', '[]'), ('usdc', 'USDC', 'crypto', '[]')`)
  database.close()
  const server = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  for (const url of operations.flatMap(({ urls }) => urls)) {
    const { statusCode, body } = await server.get(url)
    const { result, message, data } = JSON.parse(body)
    t.ok(statusCode === 200 || statusCode === 400 || statusCode === 404, `${statusCode} for ${url}`)
    if (result === 'error') t.match(message, /[^ ]$/, `${url}: ${message}`)
    else t.ok(Array.isArray(data), 'data is a list')
  }
  const { message } = (await server.get('/v2/data/lending.v1/snapshots')).json()
  t.match(message, /^no lending market has the blockchain "ethereum"; there are none in this store$/)
})

t.test('the schema and its version are raised together', async t => {
  const schema = readFileSync(new URL('../seed/schema.sql', import.meta.url))
  const hash = createHash('sha256').update(schema).digest('hex').slice(0, 12)
  t.equal(hash, schemaHash, 'raise schemaVersion, then set schemaHash')
})

t.test('a start removes what an earlier process with its id left, and nothing of its own', async t => {
  const folder = t.testdir({ [`own.sqlite.building-${process.pid}`]: '' })
  const ahead = makeAheadFolder(`${folder}/own.sqlite`)
  removeAbandoned(`${folder}/own.sqlite`)
  t.same(readdirSync(folder), [basename(ahead)])
})

t.test('no thread of a process, and none of another place, removes what is being built', async t => {
  const folder = t.testdir()
  const building = buildingPath(`${folder}/own.sqlite`)
  const [, host = '', start = '', place = ''] = /\.(\w+)\.(\d+)-(\d+)-\w+$/.exec(building)!
  const name = (process: number, started: number, where: number) =>
    `${folder}/own.sqlite.building-${process}.${host}.${started}-${where}-0`
  const dead = 2 ** 22 + 1
  const kept = [building, name(process.pid, Number(start), Number(place)), name(dead, 7, Number(place) + 1)]
  const [earlier, old] = [name(process.pid, Number(start) - 60_000, Number(place)), name(dead, 8, Number(place) + 1)]
  for (const file of [...kept, earlier, name(dead, 9, Number(place)), old]) writeFileSync(file, '')
  utimesSync(old, 1, 1)
  const module = new URL('../src/store/build/building-place.ts', import.meta.url).href
  const code = `import(${JSON.stringify(module)}).then(({ removeAbandoned }) => removeAbandoned('${folder}/own.sqlite'))`
  await once(new Worker(code, { eval: true }), 'exit')
  t.same(readdirSync(folder).sort(), kept.map(file => basename(file)).sort())
})

t.test('a copy for clocks beyond the data is beside the store, or else in the temporary folder', async t => {
  const folder = t.testdir()
  t.equal(dirname(makeAheadFolder(`${folder}/own.sqlite`, '/proc')), folder)
  t.equal(dirname(makeAheadFolder('/proc/own.sqlite', folder)), folder)
  t.throws(() => makeAheadFolder('/proc/own.sqlite', '/proc/tmp'), {
    message:
      /^no folder for a copy of the store \/proc\/own.sqlite: ENOENT.*'\/proc\/market.*; ENOENT.*'\/proc\/tmp\/market/,
  })
})

t.test('concurrent processes can create the same folder', async t => {
  const [folder, place] = [t.testdir(), new URL('../src/store/build/building-place.ts', import.meta.url).href]
  const [makers, rounds] = [3, 15]
  // All processes start a round together, each creating one folder within missing folders.
  const code = `
    const { parentPort, workerData: { folder, place, arrived, makers, rounds } } = require('node:worker_threads')
    import(place).then(({ makeFolder }) => {
      const failures = []
      for (let round = 1; round <= rounds; round++) {
        Atomics.add(arrived, 0, 1)
        while (Atomics.load(arrived, 0) < round * makers);
        try { makeFolder(folder + '/' + round + '/of/a/store') } catch (failure) { failures.push(failure.message) }
      }
      parentPort.postMessage(failures)
    })`
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { folder, place, arrived, makers, rounds }
  const ends = Array.from({ length: makers }, () => once(new Worker(code, { eval: true, workerData }), 'message'))
  for (const [failures] of await Promise.all(ends)) t.same(failures, [])
  t.equal(readdirSync(folder).length, rounds)
})

t.test('a store is not extended with another world, or after the clock jumped far ahead', async t => {
  const path = `${t.testdir()}/live.sqlite`
  buildTestStore(path, { start: end - 2 * day, end: end - day })
  const wanted = { path, seed: 'market', profile: 'tiny', days: 3, now: 'live' } as const
  const other = new Extension({ ...wanted, seed: 'other' })
  t.throws(() => other.extendTo(end), /holds the profile tiny of the seed "market"/)
  other.close()
  const own = new Extension(wanted)
  t.throws(() => own.extendToNow(end + 10 * 365 * day), /the gap is longer than 3 d \(SANDBOX_CATCH_UP\)/)
  const careful = new Extension({ ...wanted, catchUp: 1 })
  t.throws(() => careful.extendToNow(end + hour), /the gap is longer than 1 d/)
  careful.close()
  t.equal(own.extendToNow(end - 12 * hour), true, 'and it continues when the clock is back')
  own.close()
})

t.test('a thread that runs out of memory fails the build with the memory it needs', t => {
  const wanted = { path: 'market.sqlite', profile: 'large' } as const
  const terminated = Object.assign(new Error('JS heap out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  t.match(buildFailure(wanted, terminated).message, /^out of memory: .* give it 1024 MB for the profile large$/)
  t.match(buildFailure(wanted, new Error('odd')).message, 'the store market.sqlite cannot be read or written: odd')
  t.end()
})

t.test('a store that was not copied whole says what to do', async t => {
  const path = `${t.testdir()}/cut.sqlite`
  copyFileSync(storePath, path)
  truncateSync(path, 100_000)
  t.throws(() => Store.open(path, { readonly: true }), {
    message: `the store ${path} cannot be read or written: database disk image is malformed: it is damaged or incomplete; restore it, or delete it, and a generated one is built again`,
  })
})
