import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { SharedWindows } from '../src/limits/shared-windows.ts'
import { type Answered, type Asked, Connections, threadOf } from './harness/connections.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { until } from './harness/process.ts'
import { serve } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'

const trades = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')}?page_size=2`
const hour = 3_600_000

const server = await serve(t, { SANDBOX_WORKERS: '2' })
const connections = new Connections(server.url, 12)
t.teardown(() => connections.close())
const threads = new Set((await connections.all('/version')).map(threadOf))
t.same([...threads].sort(), [0, 1], 'both threads have connections')

/** Sends so many requests over the connections at once. */
function send(count: number, path: string, asked?: Asked): Promise<Answered[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => connections.ask(n, path, asked)))
}

let asked = 0

/** Calls the control plane over the next connection. */
function control(method: string, path: string, body?: object): Promise<Answered> {
  return connections.ask(asked++, `/sandbox${path}`, { method, ...(body && { body }) })
}

/** Makes a tenant; gives what its requests send. */
async function tenant(request: object): Promise<Asked> {
  const { key } = (await control('POST', '/tenants', request)).body
  return { headers: { 'x-api-key': key } }
}

function countOf(answers: Answered[], status: number): number {
  return answers.filter(answer => answer.status === status).length
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => n + from)

t.test('threads share a limit to the request, its window and its headers', async t => {
  const answers = await send(700, trades, await tenant({ name: 'limited', limit: 500 }))
  t.equal(countOf(answers, 200), 500)
  t.equal(countOf(answers, 429), 200)
  const passed = answers.filter(({ status }) => status === 200)
  const { limits } = (await control('GET', '/tenants/limited/limits')).body
  t.match(limits, [{ limit: 500, used: 700 }], 'the control plane reads the shared count')
  const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  t.same(
    left.sort((a, b) => a - b),
    numbers(500),
    'each request has a count of its own',
  )
  await control('POST', '/tenants/limited/reset')
  t.match((await control('GET', '/tenants/limited/limits')).body.limits, [{ used: 0, resets_in: 0 }])
  const few = await send(30, trades, { headers: { 'x-api-key': 'sandbox-limited' } })
  t.equal(countOf(few, 200), 10, 'of a key of the server')
  const waits = few.flatMap(({ headers }) => headers['retry-after'] ?? [])
  t.ok(
    waits.length === 20 && waits.every(seconds => Number(seconds) > 0 && Number(seconds) <= 60),
    '20 requests wait, each with a time to come back',
  )
})

t.test('places of counts are used again in the order of their release, and only when none is unused', async t => {
  const windows = new SharedWindows(3)
  t.same([windows.assign('a'), windows.assign('b')], [0, 1])
  windows.release('b')
  windows.release('a')
  t.same([windows.assign('c'), windows.assign('d'), windows.assign('e')], [2, 1, 0])
})

t.test('a step of the clock reaches all connections before it is answered', async t => {
  const own = await tenant({ name: 'clock', now: new Date(end - 30 * hour).toISOString() })
  for (const n of numbers(20, 1)) {
    const { now } = (await control('POST', '/tenants/clock/clock/advance', { by: '1h' })).body
    t.equal(now, new Date(end - (30 - n) * hour).toISOString())
    const answers = await connections.all(trades, own)
    t.same(new Set(answers.map(({ body }) => body.time)), new Set([now]))
    t.same(new Set(answers.map(({ headers }) => headers.date)), new Set([new Date(now).toUTCString()]))
    t.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 1)
  }
})

t.test('a clock that is set counts requests by its own minutes on all connections', async t => {
  const own = await tenant({ name: 'set', now: '2026-01-30T12:00:00Z', limit: 7 })
  t.equal(countOf(await connections.all(trades, own), 200), 7)
  t.equal(countOf(await connections.all(trades, own), 200), 0)
  await control('POST', '/tenants/set/clock/advance', { by: '1m' })
  t.equal(countOf(await connections.all(trades, own), 200), 7)
})

t.test('each ordinal of a fault belongs to one request, whichever thread answers it', async t => {
  const own = await tenant({ name: 'faulty' })
  await control('POST', '/tenants/faulty/faults', { id: 'third', on: { every: 3 }, do: { status: 503 } })
  await control('POST', '/tenants/faulty/faults', { id: 'first', on: { first: 4 }, do: { status: 500 } })
  const labels = (answers: Answered[]) => answers.flatMap(({ headers }) => headers['x-sandbox-fault'] ?? []).map(String)
  const thirds = numbers(30, 1).map(n => `third#${n * 3}`)
  t.same(new Set(labels(await send(90, trades, own))), new Set([...thirds, ...numbers(4, 1).map(n => `first#${n}`)]))
  t.match((await control('GET', '/tenants/faulty/faults')).body, { faults: [{ seen: 90 }, { seen: 60 }] })
  await control('PUT', '/tenants/faulty/faults', [])
  t.same(labels(await connections.all(trades, own)), [], 'no rule is left in any thread')

  const asked = await connections.all(trades, { headers: { ...own.headers, 'x-sandbox-fault': 'status=418' } })
  t.same(new Set(labels(asked)), new Set(numbers(12, 1).map(n => `header#${n}`)))
  const down = await send(40, trades, { headers: { 'x-api-key': 'sandbox-down' } })
  t.equal(new Set(labels(down)).size, 40, 'faults of a key')
})

t.test('the journal holds every request of all threads, in the order of their responses', async t => {
  const own = await tenant({ name: 'journal' })
  const sizes = numbers(200, 1)
  for (const n of sizes) await connections.ask(n * 5 + (n >> 2), trades.replace('=2', `=${n}`), own)
  const { entries } = (await control('GET', '/tenants/journal/journal')).body
  t.same(
    entries.map(({ ordinal, url }: { ordinal: number; url: string }) => [ordinal, url.split('page_size=')[1]]),
    sizes.map(n => [n, String(n)]),
  )
  await send(200, trades, own)
  const expect = [{ operation: 'listTrades', query: { page_size: 2 }, times: 201 }]
  t.ok((await control('POST', '/tenants/journal/verify', { expect })).body.ok, 'the journal has what is expected')
  t.equal((await control('GET', '/tenants/journal/report')).body.requests, 400)
  t.equal((await control('DELETE', '/tenants/journal/journal')).status, 204)
  t.match((await control('GET', '/tenants/journal/journal')).body, { entries: [], dropped: 400 })
})

t.test('the unread journal of the default tenant ends and begins in all threads together', async t => {
  await send(2000, trades)
  const { last, dropped } = (await control('GET', '/tenants/default/journal')).body
  t.same([last, dropped], [1000, 1000])
  await connections.all(trades)
  await connections.all('/v2/none')
  const { entries } = (await control('GET', `/tenants/default/journal?after=${last}`)).body
  t.same(
    entries.map(({ status }: { status: number }) => status),
    [...Array(12).fill(200), ...Array(12).fill(404)],
  )
})

t.test('live readers of a journal and waiting verifications see the requests of all threads', async t => {
  const own = await tenant({ name: 'live' })
  const open = async () => {
    const asked = get(`${server.url}/sandbox/tenants/live/journal/stream`, { agent: false })
    const [stream] = (await once(asked, 'response')) as [IncomingMessage]
    return stream.setEncoding('utf8').on('error', () => {})
  }
  const streams = await Promise.all(numbers(6).map(open))
  const seen = streams.map(() => '')
  for (const [n, stream] of streams.entries())
    stream.on('data', text => {
      seen[n] += text
    })
  const expect = [{ operation: 'listTrades', times: { at_least: 12 } }]
  const verifying = new Connections(server.url, 1)
  const body = { expect, within: '20s' }
  const waiting = verifying.ask(0, '/sandbox/tenants/live/verify', { method: 'POST', body })
  await connections.all(trades, own)
  t.ok((await waiting).body.ok, 'the wait ends with a match')
  verifying.close()
  const events = () => seen.map(text => text.match(/^id: \d+$/gm)?.length ?? 0)
  await until(events, counts => counts.every(count => count === 12))
  for (const stream of streams) stream.destroy()
})

t.test('tenants begin, change and end on all connections together', async t => {
  for (const n of numbers(10)) {
    const own = await tenant({ name: 'same', limit: 100 + n })
    const answers = await connections.all(trades, own)
    t.same(new Set(answers.map(({ headers }) => headers['x-ratelimit-limit'])), new Set([String(100 + n)]))
    t.same(Math.min(...answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))), 88 + n)
    t.equal(countOf(await connections.all('/t/same/v1/exchanges?page_size=1'), 200), 12)
    t.equal((await control('DELETE', '/tenants/same')).status, 204)
    t.equal(countOf(await connections.all(trades, own), 401), 12)
    t.equal(countOf(await connections.all('/t/same/v1/exchanges?page_size=1'), 404), 12)
  }
})

t.test('a tenant may end while its requests run', async t => {
  for (let round = 0; round < 10; round++) {
    const own = await tenant({ name: 'brief', now: new Date(end - hour).toISOString() })
    const answers = send(60, trades, own)
    t.equal((await control('DELETE', '/tenants/brief')).status, 204)
    const statuses = new Set((await answers).map(({ status }) => status))
    t.ok(
      [...statuses].every(status => [200, 401, 404].includes(status)),
      [...statuses].join(),
    )
  }
  t.equal(countOf(await connections.all('/live'), 200), 12, 'both threads serve')
})

t.test('requests that outlast their tenant stay out of the journal of the next one with its name', async t => {
  const ask = controlOf(server)
  const { headers } = await tenant({ name: 'next' })
  const answers = connections.all(trades, { headers: { ...headers, 'x-sandbox-fault': 'delay=PT0.3S' } })
  await until(
    () => ask('GET', '/tenants/next/limits'),
    ({ limits }) => limits[0].used === 12,
  )
  await ask('DELETE', '/tenants/next')
  await ask('POST', '/tenants', { name: 'next' })
  t.equal(countOf(await answers, 200), 12)
  t.same((await ask('GET', '/tenants/next/journal')).entries, [])
})

t.test('errors of the control plane are the same on all connections', async t => {
  const asked = { method: 'POST', body: { by: 'soon' } }
  for (const path of ['tenants/none/clock/advance', 'tenants/default/clock/advance', 'none']) {
    const answers = await connections.all(`/sandbox/${path}`, asked)
    t.equal(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1)
    t.match(answers[0]!.status, /4\d\d/)
  }
  const body = { now: '2199-01-01T00:00:00Z' }
  const far = await connections.all('/sandbox/tenants/default/clock', { method: 'PUT', body })
  t.equal(countOf(far, 400), 12, 'an error that the first thread finds')
  t.match(far[0]!.body.message, /^now must be from /)
})

t.test('metrics add up the requests of all threads, whichever is asked', async t => {
  const read = async () => (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text()
  const path = trades.replace('trades?', 'aggregations/ohlcv?interval=1h&')
  await send(120, path)
  for (const _ of numbers(6)) {
    const text = await read()
    t.match(text, /^sandbox_requests_total\{operation="listOhlcv",status="200"\} 120$/m)
    t.match(text, /^sandbox_rows_total\{operation="listOhlcv"\} 240$/m)
    t.match(text, /^sandbox_request_duration_seconds_count\{operation="listOhlcv"\} 120$/m)
    t.equal(text.match(/^process_resident_memory_bytes /gm)?.length, 1)
  }
})

t.test('pages equal the pages of a single thread, byte for byte', async t => {
  const { host } = new URL(server.url)
  const single = await serve(t)
  for (const path of [trades, '/v1/assets?page_size=3', '/v1/exchanges']) {
    const expected = JSON.stringify((await single.get(path, { host })).json())
    const answers = await connections.all(path)
    t.same(new Set(answers.map(({ body }) => JSON.stringify(body))), new Set([expected]))
  }
})

t.test('maintenance and the latest version change in all threads', async t => {
  server.change({ maintenance: true })
  await until(
    () => connections.all(trades),
    answers => countOf(answers, 503) === 12,
  )
  server.change({ maintenance: false })
  server.change({ latest: { trades: 'v2' } })
  await until(
    () => connections.all('/version'),
    answers => answers.every(({ body }) => body.latest.trades === 'v2'),
  )
  t.equal(countOf(await connections.all(trades), 200), 12)
})

t.test('a port on which another server listens is refused', async t => {
  const { port } = new URL(server.url)
  await t.rejects(serve(t, { SANDBOX_WORKERS: '2', SANDBOX_PORT: port }), { code: 'EADDRINUSE' })
  await t.rejects(serve(t, { SANDBOX_PORT: port }), { code: 'EADDRINUSE' })
})
