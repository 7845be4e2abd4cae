import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { ask, start } from './harness/process.ts'
import { send } from './harness/raw-http.ts'
import { fullKey, type Served, serve, unlimited } from './harness/server.ts'
import { storePath } from './harness/store.ts'

const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')

/** The samples of /metrics: each value by its name and labels, as they are written. */
async function samples(t: Test, server: Served): Promise<Map<string, number>> {
  const answer = await server.inject({ url: '/metrics' })
  t.equal(answer.statusCode, 200, 'no key is needed')
  t.match(answer.headers['content-type'], /^text\/plain; version=0\.0\.4/)
  const lines = answer.body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

t.test('requests are counted by operation and status, with their time and what they sent', async t => {
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
  t.equal(requests('operation="none",status="404"'), 2, 'what clients make up is one series')
  t.equal(requests('operation="/ready",status="200"'), 1)
  t.equal(seen.get(`sandbox_rows_total{${ofTrades}}`), 1011 + whole.data.length)
  const rows = seen.get('sandbox_rows_total{operation="listAssets"}')
  t.equal(rows, assets.json().data.length, 'what is not sent again is not counted')

  const buckets = [...seen].filter(([name]) => name.startsWith(`sandbox_request_duration_seconds_bucket{${ofTrades}`))
  t.ok(buckets.length > 10)
  t.strictSame(
    buckets.map(([, count]) => count),
    buckets.map(([, count]) => count).toSorted((a, b) => a - b),
    'buckets hold what those before them hold',
  )
  t.match(buckets.at(-1), [/le="\+Inf"/, 7])
  t.equal(seen.get(`sandbox_request_duration_seconds_count{${ofTrades}}`), 7)
  t.ok(seen.get(`sandbox_request_duration_seconds_sum{${ofTrades}}`)! > 0)
})

t.test('what cannot be read as a request is counted too', async t => {
  const server = await serve(t)
  t.equal((await send(server.url, 'nonsense\r\n\r\n')).status, 400)
  t.equal((await send(server.url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).status, 431)
  const seen = await samples(t, server)
  for (const status of [400, 431]) t.equal(seen.get(`sandbox_requests_total{operation="none",status="${status}"}`), 1)
})

t.test('refusals of the limiter are counted by the name of the key, never by the key', async t => {
  const server = await serve(t)
  for (let n = 0; n < 13; n++) await server.get(trades, { 'x-api-key': 'sandbox-limited' })
  const { body } = await server.inject({ url: '/metrics' })
  t.match(body, 'sandbox_limiter_refusals_total{key="small limit"} 3\n')
  t.notMatch(body, /sandbox-limited|sandbox-key/)
})

t.test('the store, the process and its event loop have their numbers', async t => {
  const seen = await samples(t, await serve(t))
  t.ok(seen.get('sandbox_store_bytes')! > 1_000_000)
  t.equal(seen.get('sandbox_horizon_timestamp_seconds'), Date.UTC(2026, 0, 31) / 1000)
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    t.ok(seen.has(name), name)
})

t.test('two servers of one process count for themselves', async t => {
  const [one, two] = await Promise.all([serve(t), serve(t)])
  await one.get(trades)
  const name = 'sandbox_requests_total{operation="listTrades",status="200"}'
  t.same([(await samples(t, one)).get(name), (await samples(t, two)).get(name)], [1, undefined])
})

t.test('a client that leaves before the first byte of its answer is no fault of the server', async t => {
  const lines: { level: number; msg: string }[] = []
  const logger = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  const server = await serve(t, unlimited, logger)
  let client: Socket
  server.app.server.prependListener('request', () => void client.resetAndDestroy())
  for (const encoding of ['gzip', 'br', 'zstd', 'identity'])
    for (let n = 0; n < 10; n++) {
      client = connect(Number(new URL(server.url).port), '127.0.0.1')
      client.write(
        `GET ${trades}?page_size=2000 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${fullKey}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
      )
      await once(client, 'close')
    }
  await server.get('/live')
  t.ok(lines.some(({ msg }) => msg === 'stream closed prematurely'))
  t.same(
    lines.filter(({ level }) => level > 30),
    [],
  )
})

t.test('where no person reads, each line of the log is JSON, and one says where the server is', async t => {
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
    { method: 'GET', path: trades, status: 200, key: 'full' },
  )
  t.match(
    lines.find(({ status }) => status === 400),
    { msg: 'answered', cause: /not a valid HTTP request/ },
  )
})
