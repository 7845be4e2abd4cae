import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { ask, start, until } from './harness/process.ts'
import { send } from './harness/raw-http.ts'
import { fullKey, type Served, serve, unlimited } from './harness/server.ts'
import { importOneTrade, storePath } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'

const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')

/** Samples of /metrics: values by name and labels. */
async function samples(t: Test, server: Served): Promise<Map<string, number>> {
  const answer = await server.inject({ url: '/metrics' })
  t.equal(answer.statusCode, 200, 'no key is needed')
  t.match(answer.headers['content-type'], /^text\/plain; version=0\.0\.4/)
  const lines = answer.body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

t.test('requests are counted by operation and status, with latency and bytes', async t => {
  const server = await serve(t)
  const ofTrades = 'operation="listTrades"'
  for (const size of [1, 10, 1000]) await server.get(withQuery(trades, { page_size: size }))
  const whole = await server.json(withQuery(trades, { page_size: 100_000 }))
  await server.get(withQuery(trades, { page_size: 'x' }))
  await server.get(trades, { 'x-api-key': 'nobody' })
  await server.inject({ method: 'HEAD', url: trades, headers: { 'x-api-key': fullKey } })
  const assets = await server.get('/v1/assets')
  await server.get('/v1/assets', { 'if-none-match': String(assets.headers.etag) })
  for (const url of ['/nowhere', '/else/where', '/ready']) await server.get(url)

  const seen = await samples(t, server)
  const requests = (labels: string) => seen.get(`sandbox_requests_total{${labels}}`)
  t.equal(requests(`${ofTrades},status="200"`), 5)
  t.equal(requests(`${ofTrades},status="400"`), 1)
  t.equal(requests(`${ofTrades},status="401"`), 1)
  t.same([requests('operation="listAssets",status="200"'), requests('operation="listAssets",status="304"')], [1, 1])
  t.equal(requests('operation="none",status="404"'), 2, 'unknown paths share one series')
  t.equal(requests('operation="/ready",status="200"'), 1)
  t.equal(seen.get(`sandbox_rows_total{${ofTrades}}`), 1011 + whole.data.length)
  const rows = seen.get('sandbox_rows_total{operation="listAssets"}')
  t.equal(rows, assets.json().data.length, 'a 304 counts no rows')

  const buckets = [...seen].filter(([name]) => name.startsWith(`sandbox_request_duration_seconds_bucket{${ofTrades}`))
  t.ok(buckets.length > 10, 'the histogram has buckets')
  t.strictSame(
    buckets.map(([, count]) => count),
    buckets.map(([, count]) => count).toSorted((a, b) => a - b),
    'buckets are cumulative',
  )
  t.match(buckets.at(-1), [/le="\+Inf"/, 7])
  t.equal(seen.get(`sandbox_request_duration_seconds_count{${ofTrades}}`), 7)
  t.ok(seen.get(`sandbox_request_duration_seconds_sum{${ofTrades}}`)! > 0, 'the time of the requests is counted')
})

t.test('requests the router rejects are counted and logged like others', async t => {
  const { server, lines } = await logged(t)
  await server.get('/v1/%zz', { 'x-request-id': 'one' })
  await server.get(trades.replace('bnce', 'x'.repeat(300)), { 'x-request-id': 'two' })
  t.match(lines, [
    { msg: 'answered', reqId: 'one', method: 'GET', path: '/v1/%zz', status: 400, ms: Number, why: /not "%zz"$/ },
    { msg: 'answered', reqId: 'two', method: 'GET', path: String, status: 414, ms: Number, why: /too long/ },
  ])
  const seen = await samples(t, server)
  for (const status of [400, 414]) t.equal(seen.get(`sandbox_requests_total{operation="none",status="${status}"}`), 1)
})

t.test(
  'a line has the path as the client wrote it and, if the request was refused, the reason without keys',
  async t => {
    const { server, lines } = await logged(t)
    const path = `/us${trades}`
    const answer = await server.get(`${path}?page_size=0`)
    for (const query of ['page_size=1', `page_size=${fullKey}`, 'page_size=x&api_key=x'])
      await server.get(`${path}?${query}`)
    t.match(lines, [
      { path, status: 400, why: answer.json().message },
      { path, status: 200, why: undefined },
      { path, status: 400, why: /not "\*\*\*"$/ },
      { path, status: 400, why: /not "\*\*\*"$/ },
    ])
    t.notOk(
      lines.some(line => 'url' in line),
      'no line has the whole URL',
    )
  },
)

t.test('a request for times outside the store logs a line with its path', async t => {
  const { server, lines } = await logged(t)
  const path = `/us${trades}`
  await server.get(`${path}?end_time=2020-01-01`)
  t.match(lines, [{ msg: `no data for ${path}: the requested times are outside the range with data from ` }, { path }])
})

t.test('a server for other machines warns of the public token secret', async t => {
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(line) })
  await serve(t, { SANDBOX_HOST: '0.0.0.0' }, logger)
  t.match(lines[0], /anyone can forge continuation tokens, .*: set SANDBOX_TOKEN_SECRET/)
})

t.test('unreadable requests are counted too', async t => {
  const server = await serve(t)
  t.equal((await send(server.url, 'nonsense\r\n\r\n')).status, 400)
  t.equal((await send(server.url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).status, 431)
  const seen = await samples(t, server)
  for (const status of [400, 431]) t.equal(seen.get(`sandbox_requests_total{operation="none",status="${status}"}`), 1)
})

t.test('refusals of the limiter are counted by key name, never by key', async t => {
  const server = await serve(t)
  for (let n = 0; n < 13; n++) await server.get(trades, { 'x-api-key': 'sandbox-limited' })
  const { body } = await server.inject({ url: '/metrics' })
  t.match(body, 'sandbox_limiter_refusals_total{key="small limit"} 3\n')
  t.notMatch(body, /sandbox-limited|sandbox-key/)
})

t.test('clients that ask for metrics at once share a reading that begins after their requests', async t => {
  const { metrics } = (await serve(t)).app
  const [first, second, third] = await Promise.all([metrics(), metrics(), metrics()])
  t.equal(second, first)
  t.equal(third, first)
  const pending = metrics()
  await Promise.resolve().then(() => {})
  const later = metrics()
  t.not(await pending, first)
  t.match(await later, { text: /sandbox_requests_total/ })
})

t.test('the store, the process and its event loop have metrics', async t => {
  const seen = await samples(t, await serve(t))
  t.ok(seen.get('sandbox_store_bytes')! > 1_000_000, 'the size of the store is counted')
  t.equal(seen.get('sandbox_horizon_timestamp_seconds'), Date.UTC(2026, 0, 31) / 1000)
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    t.ok(seen.has(name), name)
})

t.test('CPU time counts from the start of the process', async t => {
  const server = await serve(t)
  const before = cpuSeconds()
  const seen = await samples(t, server)
  const after = cpuSeconds()
  for (const [name, least] of Object.entries(before)) {
    // The counters are sums of whole microseconds in seconds, which binary fractions round.
    const seconds = Math.round(seen.get(name)! * 1e6) / 1e6
    t.ok(seconds >= least && seconds < after[name]! + 0.1, `${name}: ${seconds}, not from ${least} to ${after[name]}`)
  }
})

function cpuSeconds(): Record<string, number> {
  const { user, system } = process.cpuUsage()
  return {
    process_cpu_user_seconds_total: user / 1e6,
    process_cpu_system_seconds_total: system / 1e6,
    process_cpu_seconds_total: (user + system) / 1e6,
  }
}

t.test('two servers in one process count separately', async t => {
  const [one, two] = await Promise.all([serve(t), serve(t)])
  await one.get(trades)
  const name = 'sandbox_requests_total{operation="listTrades",status="200"}'
  t.same([(await samples(t, one)).get(name), (await samples(t, two)).get(name)], [1, undefined])
})

t.test('an operation under maintenance is not an error', async t => {
  const { server, lines } = await logged(t)
  server.change({ maintenance: true })
  t.equal((await server.get('/v1/exchanges')).statusCode, 503)
  t.match(lines, [{ level: 30, status: 503, msg: 'answered' }])
  t.equal(lines.length, 1)
})

/** A server with its log lines. */
async function logged(t: Test) {
  const lines: Record<string, unknown>[] = []
  const logger = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  return { server: await serve(t, unlimited, logger), lines }
}

const request = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: a', `X-Api-Key: ${fullKey}`, ...headers, '', ''].join('\r\n')

function connectTo({ url }: Served): Socket {
  const { port, hostname } = new URL(url)
  return connect(Number(port), hostname)
}

const cutShort = 'response cut short'

t.test('a response aborted by its client is counted, and logged as cut short', async t => {
  const { server, lines } = await logged(t)
  const encodings = ['gzip', 'br', 'zstd', 'identity']
  for (const [n, encoding] of encodings.entries()) {
    const client = connectTo(server).pause()
    client.write(
      request(withQuery(trades, { page_size: 100_000 }), `Accept-Encoding: ${encoding}`, `X-Request-Id: ${encoding}`),
    )
    await once(client, 'readable')
    client.resetAndDestroy()
    await until(
      () => lines.length > n,
      more => more,
    )
  }
  await server.get(trades)
  t.match(
    lines.map(({ reqId, msg }) => [reqId, msg]),
    [...encodings.map(encoding => [encoding, cutShort]), [/./, 'answered']],
    'one line each',
  )
  t.match(lines[0], { level: 30, method: 'GET', path: trades, status: 200, ms: Number, key: 'sandbox-key' })
  t.equal((await samples(t, server)).get('sandbox_requests_total{operation="listTrades",status="200"}'), 5)
})

t.test('a client that leaves before the first byte is not a server error', async t => {
  const { server, lines } = await logged(t)
  let client: Socket
  const leave = () => void client.resetAndDestroy()
  server.app.server.prependListener('request', leave)
  const targets = [withQuery(trades, { page_size: 1 }), withQuery(trades, { page_size: 2000 }), '/openapi.json']
  for (const target of targets)
    for (const encoding of ['gzip', 'br', 'zstd', 'identity'])
      for (let n = 0; n < 5; n++) {
        client = connectTo(server)
        client.write(request(target, `Accept-Encoding: ${encoding}`))
        await once(client, 'close')
      }
  server.app.server.removeListener('request', leave)
  await until(
    () => lines.length >= 60,
    all => all,
  )
  await server.get('/live')
  t.same([...new Set(lines.map(({ msg }) => msg))].sort(), ['answered', cutShort])
  t.equal(lines.length, 61, 'one line each')
  t.same(
    lines.filter(({ level }) => level !== 30),
    [],
  )
  const seen = await samples(t, server)
  const count = (operation: string) => seen.get(`sandbox_requests_total{operation="${operation}",status="200"}`)
  t.same([count('listTrades'), count('/openapi.json')], [40, 20])
})

t.test('a socket error is logged, and the server continues', async t => {
  const lines: { level: number; msg: string; err?: { message: string } }[] = []
  const logger = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  const server = await serve(t, {}, logger)
  // The error of a process that has reached its limit of open files.
  for (const n of [1, 2]) server.app.server.emit('error', new Error(`accept EMFILE ${n}`))
  const failed = lines.filter(({ level }) => level === 50)
  t.match(
    failed,
    [1, 2].map(n => ({ msg: 'the socket failed', err: { message: `accept EMFILE ${n}` } })),
  )
  t.equal(failed.length, 2)
  t.equal((await ask(`${server.url}/live`)).status, 200)
})

t.test('the log names the file of own data, which have neither seed nor profile', async t => {
  const data = `${t.testdir()}/own.sqlite`
  importOneTrade(data)
  const server = start(t, { SANDBOX_NOW: 'seeded', SANDBOX_DATA: data })
  t.match(await server.logged(/^ready on /), { data, seed: undefined, profile: undefined })
})

t.test('without a terminal each log line is JSON, and one contains the address of the server', async t => {
  const server = start(t, { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath })
  const url = await server.ready()
  await ask(`${url}${trades}`)
  await send(url, 'nonsense\r\n\r\n')
  await server.kill('SIGTERM')
  const lines = server.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.equal(lines.filter(({ msg }) => msg === `ready on ${url}`).length, 1)
  t.match(
    lines.find(({ msg }) => msg === 'answered'),
    { method: 'GET', path: trades, status: 200, key: 'sandbox-key' },
  )
  t.match(
    lines.find(({ status }) => status === 400),
    { msg: 'answered', why: /not valid HTTP/ },
  )
})

t.test('on a terminal each response is one readable line, without keys', async t => {
  const started = ['node', 'src/main.js', '-p', '0', '--ready-file', `${t.testdir()}/ready.json`]
  const program = `${process.execPath} ${started.slice(1).join(' ')}`
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PROFILE: 'tiny',
    SANDBOX_NOW: '2026-01-31T00:00:00Z',
    SANDBOX_DATA: storePath,
  }
  const child = spawn('script', ['-qec', program, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  const readyFile = started.at(-1)!
  await until(
    () => existsSync(readyFile),
    there => there,
  )
  const { url, pid } = JSON.parse(readFileSync(readyFile, 'utf8'))
  const token = 'x'.repeat(80)
  for (const query of ['page_size=0', `continuation_token=${token}`, `api_key=${fullKey}&page_size=1`])
    await ask(`${url}${trades}?${query}`)
  await send(url, 'nonsense\r\n\r\n')
  process.kill(pid, 'SIGTERM')
  await once(child, 'close')
  const clear = '\r\x1b[K'
  const written = output.split('\r\n')
  t.ok(
    written.some(line => line.startsWith(clear)),
    'a line takes the place of the progress',
  )
  const lines = written.map(line => line.replace(clear, '').replace(/^\d\d:\d\d:\d\d /, ''))
  const matching = (pattern: RegExp) =>
    t.ok(
      lines.some(line => pattern.test(line)),
      `${pattern}\n${output}`,
    )
  matching(/^market-data-sandbox \d+\.\d+\.\d+ is ready\. Ctrl\+C stops it\.$/)
  const path = trades.replaceAll('.', '\\.')
  const answered = (query: string, status: number, message: string) =>
    matching(new RegExp(`^GET ${status} ${path}\\?${query} sandbox-key \\d+(\\.\\d)? ms${message}$`))
  answered('page_size=0', 400, ' page_size must be an integer from 1 to 100000, not "0"')
  answered('continuation_token=x{8}…', 400, ' continuation_token must be .*')
  answered('api_key=\\*{3}&page_size=1', 200, '')
  matching(/^400 the request is not valid HTTP/)
  t.notOk(output.includes(`=${fullKey}`), 'no key is in the output')
})

t.test('a key or a token sent as X-Request-Id reaches neither the log nor a journal', async t => {
  const token = 'control-token-0123'
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(line) })
  const server = await serve(t, { SANDBOX_CONTROL_TOKEN: token }, logger)
  const control = { authorization: `Bearer ${token}` }
  const made = await server.inject({ method: 'POST', url: '/sandbox/tenants', headers: control, payload: {} })
  const { key, tenant } = made.json()
  const secrets = [fullKey, key, token, 'unknown-key']
  for (const secret of secrets)
    for (const id of [secret, `id:${secret}`]) {
      const answer = await server.get(trades, { 'x-api-key': secret, 'x-request-id': id })
      t.notOk(String(answer.headers['x-request-id']).includes(secret), 'the id does not repeat the secret')
    }
  await server.get(trades, { 'x-api-key': key, 'x-request-id': fullKey })
  await server.inject({ url: '/sandbox/tenants', headers: { ...control, 'x-request-id': token } })
  const { body } = await server.get(`/sandbox/tenants/${tenant}/journal`, control)
  t.equal(JSON.parse(body).entries.length, 3)
  t.equal((await server.get(trades, { 'x-request-id': 'mine-1' })).headers['x-request-id'], 'mine-1')
  t.ok(lines.length >= 2 * secrets.length, 'each secret was sent twice')
  const own = ['name', 'key'].map(field => `"${field}":"${fullKey}"`)
  const shown = own.reduce((text, named) => text.replaceAll(named, ''), lines.join('') + body)
  for (const secret of secrets) t.notOk(shown.includes(secret), secret)
})
