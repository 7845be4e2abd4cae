import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { endOf } from '../../src/commands/run.ts'
import { day } from '../../src/market/time.ts'
import { Store } from '../../src/store/store.ts'
import { tradeRows } from '../../src/store/trade-rows.ts'
import { command, failureOf } from '../harness/command.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { ask, freePort, type ServerProcess, start, until } from '../harness/process.ts'
import { buildTestStore, storePath } from '../harness/store.ts'
import { digestOf, fingerprintsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'

const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')
const frozen = { SANDBOX_NOW: '2026-01-31T00:00:00Z' }
const served = { ...frozen, SANDBOX_DATA: storePath }
const tests = { SANDBOX_PORT: '0', SANDBOX_PROFILE: 'tiny' }

interface End {
  code: number | null
  line: string
}

function isOneLine(t: Test, end: End, name: string): End {
  t.match(end.line, /^market-data-sandbox: [^\n]+\n$/, `${name}: one line`)
  t.notOk(end.line.includes('    at '), 'without a stack')
  return end
}

/** Exit code and only output line of a process that fails to start. */
async function refusal(t: Test, server: ServerProcess, name: string): Promise<End> {
  const { code } = await server.exited
  return isOneLine(t, { code, line: server.stderr }, name)
}

t.test('invalid settings end the start with 2 and one line that names the setting', async t => {
  const folder = t.testdir({
    'unknown.json': '{"latestTrade": "v2"}',
    'wrong.json': '{"validation": "many"}',
    'list.json': '[]',
    'broken.json': '{',
    'keys.json': '[{"key": "a"}]',
  })
  const cases: [args: string[], environment: Record<string, string>, line: RegExp][] = [
    [['--port=x'], {}, /port \(SANDBOX_PORT\).*"x"/],
    [['--port=70000'], {}, /port .*65535/],
    [[], { SANDBOX_PORT: '-1' }, /SANDBOX_PORT/],
    [[], { PORT: 'x', SANDBOX_PORT: '' }, /port/],
    [['--profile=huge'], {}, /profile \(SANDBOX_PROFILE\).*tiny.*standard.*large.*"huge"/],
    [['--profil=tiny'], {}, /profil.*did you mean "--profile"/],
    [[], { SANDBOX_PROFIL: 'tiny' }, /SANDBOX_PROFIL .*did you mean "SANDBOX_PROFILE"/],
    [[], { SANDBOX_TOKENSECRET: 'x' }, /SANDBOX_TOKENSECRET .*did you mean "SANDBOX_TOKEN_SECRET"/],
    [['serv'], {}, /serv.*did you mean "serve"/],
    [[], { SANDBOX_NOW: 'yesterday' }, /now \(SANDBOX_NOW\).*"yesterday"/],
    [[], { SANDBOX_NOW: '2026-02-30' }, /now \(SANDBOX_NOW\)/],
    [[], { SANDBOX_VALIDATION: 'loose' }, /validation \(SANDBOX_VALIDATION\)/],
    [[], { SANDBOX_LATEST_TRADES: 'v3' }, /latestTrades \(SANDBOX_LATEST_TRADES\)/],
    [[], { SANDBOX_TRUST_PROXY: 'perhaps' }, /trustProxy \(SANDBOX_TRUST_PROXY\)/],
    [[], { SANDBOX_VENDOR_NAME: 'A B' }, /vendorName \(SANDBOX_VENDOR_NAME\) must be a lower-case letter.*"A B"/],
    [[], { SANDBOX_FX_PROVIDER: 'A' }, /fxProvider \(SANDBOX_FX_PROVIDER\) must be a lower-case letter.*"A"/],
    [[], { SANDBOX_REDIS_URL: 'nonsense' }, /redisUrl \(SANDBOX_REDIS_URL\) must be a redis:\/\//],
    [['--redis-url=http://localhost:6379'], {}, /redisUrl /],
    [['--redis-url=redis://'], {}, /redisUrl /],
    [['--redis-url=redis://[/'], {}, /redisUrl /],
    [['--host='], {}, /host \(SANDBOX_HOST\) must be .*not empty/],
    [['--host=nosuch.invalid'], {}, /host \(SANDBOX_HOST\).*nosuch\.invalid/],
    [['--host=192.0.2.1'], {}, /host \(SANDBOX_HOST\).*192\.0\.2\.1/],
    [['--prot=1'], {}, /unknown flag "--prot" \(did you mean "--port"\?\)\n$/],
    [['--port'], {}, /: --port needs a value: --port=…\n$/],
    [['--port', '--host=::1'], {}, /: --port needs a value: --port=…\n$/],
    [[], { SANDBOX_LOG_LEVEL: 'loud' }, /logLevel \(SANDBOX_LOG_LEVEL\)/],
    [[], { SANDBOX_HOSTS: 'a=asia' }, /hosts \(SANDBOX_HOSTS\).*"a=asia"/],
    [['--seed='], {}, /seed \(SANDBOX_SEED\)/],
    [[], { SANDBOX_KEYS: '/nowhere.json' }, /keys \(SANDBOX_KEYS\).*nowhere/],
    [[], { SANDBOX_KEYS: `${folder}/keys.json` }, /keys.*\/0\/name/],
    [[], { SANDBOX_CONFIG: '/nowhere.json' }, /config \(SANDBOX_CONFIG\)/],
    [[`--config=${folder}/unknown.json`], {}, /latestTrade.*did you mean "latestTrades"/],
    [[`--config=${folder}/wrong.json`], {}, /validation.*"many"/],
    [[`--config=${folder}/list.json`], {}, /config.*object/],
    [[`--config=${folder}/broken.json`], {}, /config/],
  ]
  for (const [n, [args, environment, expected]] of cases.entries()) {
    const settings = { ...tests, SANDBOX_DATA: `${folder}/none.sqlite`, ...environment }
    const here = endOf(await failureOf(args, settings))
    t.equal(here.code, 2, here.line)
    t.match(isOneLine(t, here, String(expected)).line, expected)
    // A process takes a second, so only some are started.
    if (n % 9 === 0) t.same(await refusal(t, start(t, settings, args), String(expected)), here)
  }
  t.notOk(existsSync(`${folder}/none.sqlite`), 'and no store was built')
})

t.test('a port in use ends the start with 2', async t => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const port = String((holder.address() as AddressInfo).port)
  const { code, line } = await refusal(t, start(t, { ...served, SANDBOX_PORT: port }), 'taken')
  t.equal(code, 2)
  t.match(line, new RegExp(`:${port} is in use by another process: choose another port`))
})

t.test('a privileged port ends the start with 2', async t => {
  const probe = createServer().listen(80, '127.0.0.1')
  const refused = await once(probe, 'listening').then(
    () => false,
    ({ code }) => code === 'EACCES',
  )
  probe.close()
  if (!refused) return void t.pass('is refused', { skip: 'this process may open any port' })
  const { code, line } = await refusal(t, start(t, { ...served, SANDBOX_PORT: '80' }), 'privileged')
  t.equal(code, 2)
  t.match(line, /127\.0\.0\.1:80: choose another port; ports below 1024 need privileges/)
})

t.test('environment variables of a Kubernetes service named sandbox are not settings', async t => {
  const links = { SANDBOX_PORT: 'tcp://10.0.0.1:4780', SANDBOX_PORT_4780_TCP_ADDR: '10.0.0.1' }
  const port = await freePort()
  t.equal(await start(t, { ...served, ...links, PORT: String(port) }).ready(), `http://127.0.0.1:${port}`)
})

t.test('a file that is not a store is refused in a clear line and left unchanged', async t => {
  const folder = t.testdir({
    'text.sqlite': 'not a database at all, but someone’s notes\n'.repeat(99),
    'empty.sqlite': '',
    'folder.sqlite': {},
  })
  const at = (name: string) => `${folder}/${name}.sqlite`
  new Database(at('other')).exec('CREATE TABLE notes (text); INSERT INTO notes VALUES (1)').close()
  copyFileSync(storePath, at('version'))
  const older = new Database(at('version'))
  older.pragma('user_version = 99')
  older.close()
  const cases: [path: string, line: RegExp][] = [
    [at('text'), /text\.sqlite.*not a database/],
    [at('empty'), /empty\.sqlite.*not a store of this server.*SANDBOX_DATA/],
    [at('other'), /other\.sqlite.*not a store of this server.*SANDBOX_DATA/],
    [at('version'), /version\.sqlite.*version 99/],
    [at('folder'), /folder\.sqlite/],
    [`${at('text')}/store.sqlite`, /text\.sqlite/],
    ['/dev/null/store.sqlite', /\/dev\/null/],
    ['/proc/store.sqlite', /\/proc/],
  ]
  const files = ['text', 'empty', 'other', 'version'].map(at)
  const before = files.map(path => readFileSync(path))
  for (const [n, [path, expected]] of cases.entries()) {
    const settings = { ...tests, ...frozen, SANDBOX_DATA: path }
    const here = isOneLine(t, endOf(await failureOf([], settings)), path)
    t.ok(here.code === 1 || here.code === 2, `${path}: ${here.code}`)
    t.match(here.line, expected, path)
    if (n % 4 === 0) t.same(await refusal(t, start(t, settings), path), here)
  }
  for (const [n, path] of files.entries()) t.ok(readFileSync(path).equals(before[n]!), `${path} is unchanged`)
  t.same(readdirSync(folder).length, 5, 'and nothing is left beside it')
})

t.test('the port is printed, and SIGTERM and SIGINT exit with 0 after pending responses', async t => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = start(t, served)
    const url = await server.ready()
    t.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
    const [{ trade_count }] = (await ask(`${url}/v1/instruments?exchange_code=bnce&code=btc-usdt`)).data
    const answer = await fetch(`${url}${trades}?page_size=100000&start_time=2026-01-28`, {
      headers: { 'x-api-key': 'sandbox-key' },
    })
    const ended = server.kill(signal)
    t.equal(((await answer.json()) as { data: unknown[] }).data.length, trade_count)
    t.strictSame(await ended, { code: 0, signal: null }, signal)
    t.equal(server.stderr, '')
    await t.rejects(fetch(`${url}/live`))
  }
})

t.test('two signals at once count as one; a later one ends the process immediately', async t => {
  const server = start(t, served)
  const url = await server.ready()
  const open = async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET /live HTTP/1.1\r\n')
    return socket
  }
  const [one, other] = [await open(), await open()]
  // Earlier input has been read by now.
  await ask(`${url}/live`)
  // A terminal and npm both send a signal for one Ctrl-C.
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  await server.logged(/^stopping/)
  one.end('Host: localhost\r\n\r\n')
  t.match(await text(one), /^HTTP\/1\.1 200 /, 'pending responses are sent')

  const again = setInterval(() => server.child.kill('SIGTERM'), 100)
  t.strictSame(await server.exited, { code: 1, signal: null }, 'while another is pending')
  clearInterval(again)
  t.equal(server.stdout.match(/stopping/g)?.length, 1)
  t.equal(server.stderr, '')
  other.destroy()
})

t.test('SIGHUP reloads the settings and changes latest, but not for walks in progress', async t => {
  const folder = t.testdir({ 'settings.json': '{"latestTrades": "v1"}' })
  const settings = `${folder}/settings.json`
  const server = start(t, served, [`--config=${settings}`])
  const url = await server.ready()
  const latest = `${url}${trades.replace('v1', 'latest')}`
  const first = await ask(`${latest}?page_size=5000`)
  t.equal(first.query.data_version, 'v1')

  writeFileSync(settings, '{"latestTrades": "v2"}')
  server.child.kill('SIGHUP')
  await server.logged(/settings reloaded/)
  t.equal((await ask(latest)).query.data_version, 'v2')
  t.equal((await ask(first.next_url)).query.data_version, 'v1')

  writeFileSync(settings, '{"latestTrades": "v9"}')
  server.child.kill('SIGHUP')
  await server.logged(/settings not reloaded: .*latestTrades/)
  t.equal((await ask(latest)).query.data_version, 'v2', 'invalid settings change nothing')
})

t.test('SIGHUP reports changed settings that need a restart', async t => {
  const folder = t.testdir({ 'settings.json': '{}', 'keys.json': '[{"key": "one", "name": "one"}]' })
  const [settings, keys] = [`${folder}/settings.json`, `${folder}/keys.json`]
  const server = start(t, { ...served, SANDBOX_KEYS: keys }, [`--config=${settings}`])
  await server.ready()
  writeFileSync(settings, '{"validation": "strict", "latestTrades": "v2"}')
  writeFileSync(keys, '[{"key": "two", "name": "two"}]')
  server.child.kill('SIGHUP')
  await server.logged(/settings reloaded: trades.latest is v2/)
  const reported = server.stdout.match(/the setting \w+ has changed; restart the server to apply it/g)
  t.same(
    reported?.map(line => line.split(' ')[2]),
    ['keys', 'validation'],
  )
})

t.test('the first log line names the port of the control plane', async t => {
  const server = start(t, served, ['--control-port', String(await freePort())])
  const { url, control, msg } = (await server.logged(/^ready on /)) as Record<string, string>
  t.equal(msg, `ready on ${url}, control plane on ${control}`)
  t.match(await ask(`${control}/sandbox/tenants/default/clock`), { status: 200, mode: 'server' })
})

t.test('a file says where the server is, from when it is ready until it stops', async t => {
  const file = `${t.testdir({ 'ready.json': 'left over' })}/ready.json`
  const server = start(t, served, ['--ready-file', file])
  const url = await server.ready()
  await until(
    () => existsSync(file),
    there => there,
  )
  t.same(JSON.parse(readFileSync(file, 'utf8')), { url, pid: server.child.pid })
  const { port } = new URL(url)
  t.same(await command(['health', '-p', port]), { code: 0, stdout: 'ready\n', stderr: '' })
  t.same(await server.kill('SIGTERM'), { code: 0, signal: null })
  t.notOk(existsSync(file), 'the file is gone')
})

t.test('SIGHUP switches maintenance on and off', async t => {
  const folder = t.testdir({ 'settings.json': '{"maintenance": true}' })
  const server = start(t, served, [`--config=${folder}/settings.json`])
  const url = await server.ready()
  const refused = { status: 503, result: 'error', message: /^under maintenance/, retryAfter: '60' }
  t.match(await ask(`${url}${trades}`), refused)
  t.match(await ask(`${url}/v1/instruments`), refused)
  t.match(await ask(`${url}/ready`), { status: 200 })

  writeFileSync(`${folder}/settings.json`, '{}')
  server.child.kill('SIGHUP')
  await server.logged(/settings reloaded: .*maintenance is off/)
  t.match(await ask(`${url}${trades}`), { status: 200, result: 'success' })
})

/** Nothing answers before the store is built. */
const alone = { SANDBOX_HISTORY_LIMIT: '0' }

t.test('SIGHUP during seeding takes effect when the server is ready', async t => {
  const folder = t.testdir({ 'settings.json': '{"latestTrades": "v1"}' })
  const server = start(t, { ...frozen, ...alone, SANDBOX_DATA: `${folder}/new.sqlite` }, [
    `--config=${folder}/settings.json`,
  ])
  await server.logged(/^seeding/)
  writeFileSync(`${folder}/settings.json`, '{"latestTrades": "v2"}')
  server.child.kill('SIGHUP')
  await server.logged(/settings reloaded: trades.latest is v2/)
  t.ok(server.stdout.indexOf('ready on') < server.stdout.indexOf('settings reloaded'), 'it reloads once it is ready')
})

t.test('until the store is ready every request except /live and the documents is 503 with a message', async t => {
  const port = await freePort()
  const server = start(t, {
    ...frozen,
    ...alone,
    SANDBOX_DATA: `${t.testdir()}/new.sqlite`,
    SANDBOX_PORT: String(port),
  })
  const url = `http://127.0.0.1:${port}`
  const waiting = await until(
    () => ask(`${url}/ready`).catch(() => null),
    answer => answer !== null,
  )
  t.match(waiting, { status: 503, result: 'error', message: /^not ready: ./, retryAfter: '1' })
  t.match(
    await until(
      () => ask(`${url}/ready`),
      ({ message }) => !/starting/.test(message),
    ),
    { message: /seeding tiny, \d+ %/ },
  )
  t.match(await ask(`${url}/live`), { status: 200, result: 'success' })
  t.match(await ask(`${url}${trades}`), { status: 503, result: 'error', message: /./ })
  const early = await ask(`${url}/openapi.json`)
  t.match(early, { status: 200, openapi: '3.1.1' })
  t.equal((await fetch(`${url}/docs/`)).status, 200)
  t.notMatch(server.stdout, /ready on/, 'all this before the server is ready')
  await server.ready()
  t.same(Object.keys((await ask(`${url}/openapi.json`)).paths), Object.keys(early.paths))
  t.match(await ask(`${url}/ready`), { status: 200, result: 'success' })
  t.equal((await ask(`${url}${trades}`)).status, 200)
})

t.test('after a kill during seeding, the next start builds the whole store and leaves no files behind', async t => {
  const folder = t.testdir()
  const environment = { ...frozen, ...alone, SANDBOX_DATA: `${folder}/store.sqlite` }
  const building = () => readdirSync(folder).some(name => name.includes('building'))
  for (let n = 0; n < 3; n++) {
    const killed = start(t, environment)
    await until(building, there => there)
    await killed.kill('SIGKILL')
    t.notOk(existsSync(`${folder}/store.sqlite`), 'no partial store is in place')
  }
  const left = (name: string, hoursAgo: number) => {
    const then = Date.now() / 1000 - hoursAgo * 3600
    writeFileSync(`${folder}/store.sqlite.building-${name}`, 'files of a killed builder are removed')
    utimesSync(`${folder}/store.sqlite.building-${name}`, then, then)
  }
  left('4194305', 0)
  left('1.otherhost.1', 2)
  left('1.otherhost.2', 0)
  const next = start(t, environment)
  const url = await next.ready()
  t.equal((await ask(`${url}/version`)).digest, digestOf(storePath))
  t.same(
    readdirSync(folder),
    ['store.sqlite', 'store.sqlite.building-1.otherhost.2'],
    'files of another active builder stay',
  )
})

/** Checks that the recorded fingerprints match the rows after a kill. Returns the number of trades. */
function checkWhole(t: Test, path: string): number {
  const { recorded, computed } = fingerprintsOf(path)
  for (const one of computed)
    t.strictSame(
      recorded.find(({ table }) => table === one.table),
      one,
      'the digest matches the rows',
    )
  const store = Store.open(path, { readonly: true })
  t.teardown(() => store.close())
  return [...tradeRows(store, 0, Infinity)].length
}

t.test('after a kill during appends, the next start has lost nothing', async t => {
  const path = `${t.testdir()}/live.sqlite`
  // With a history, the oldest trades are of its first days, which no kill touches.
  const environment = { ...alone, SANDBOX_DATA: path, SANDBOX_NOW: 'live' }
  const today = Math.floor(Date.now() / day) * day
  buildTestStore(path, { start: today - 3 * day, end: today - 2 * day })
  const built = checkWhole(t, path)

  const catching = start(t, environment)
  await until(
    () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    size => size > 0,
  )
  await catching.kill('SIGKILL')
  t.ok(checkWhole(t, path) >= built, 'no row was lost')

  let seen: unknown[] = []
  let end = ''
  for (let n = 0; n < 3; n++) {
    const server = start(t, environment)
    const url = await server.ready()
    const { data } = await ask(`${url}${trades}?page_size=100000&sort=asc`)
    t.strictSame(data.slice(0, seen.length), seen, 'every row served before')
    seen = data
    const before = (await ask(`${url}/version`)).end
    t.ok(before >= end, 'the store never shrinks')
    end = (
      await until(
        () => ask(`${url}/version`),
        answer => answer.end > before,
      )
    ).end
    await server.kill('SIGKILL')
    t.ok(checkWhole(t, path) > built, 'rows were added')
  }
  t.ok(seen.length > 1000 && seen.length < 100_000, `${seen.length} rows were seen, which is all of them`)
})

t.test('under a live clock only pages of the settled past have an ETag, a weak one', async t => {
  const path = `${t.testdir()}/live.sqlite`
  const pages = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1000'
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000
  buildTestStore(path, { start: today - 3 * 86_400_000, end: Date.now() })
  const process = start(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const url = await process.ready()
  const at = (days: number) => withQuery(pages, { end_time: new Date(today - days * 86_400_000).toISOString() })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { 'x-api-key': 'sandbox-key', ...headers } })

  const settled = await get(at(2.5))
  t.match(settled.headers.get('etag'), /^W\/"[\w-]{22}"$/)
  t.equal(settled.headers.get('cache-control'), 'private, no-cache')
  const { data, time } = (await settled.json()) as { data: unknown; time: string }
  const later = await until(
    () => ask(`${url}${at(2.5)}`),
    answer => answer.time !== time,
  )
  t.strictSame(later.data, data)
  t.equal((await get(at(2.5), { 'if-none-match': settled.headers.get('etag')! })).status, 304)
  for (const path of [pages, at(1), '/v1/exchanges']) t.equal((await get(path)).headers.get('etag'), null, path)
  const moving = { 'x-api-key': 'sandbox-last-30-days' }
  const tags = await Promise.all([1, 2].map(async () => (await get(at(2.5), moving)).headers.get('etag')))
  t.ok(
    tags.every(tag => tag !== settled.headers.get('etag')),
    'another key has another tag',
  )
})
