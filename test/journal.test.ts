import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { Bodies } from '../src/control/journal/bodies.ts'
import { Journal } from '../src/control/journal/journal.ts'
import type { Finished } from '../src/control/journal/journal-entry.ts'
import { mostEntries } from '../src/control/journal/journal-query.ts'
import { JournalSpace } from '../src/control/journal/journal-space.ts'
import { entryEvents } from '../src/control/journal/journal-stream.ts'
import type { Expectation } from '../src/control/journal/verification/expectation.ts'
import { verify } from '../src/control/journal/verification/verify.ts'
import type { Tenant } from '../src/control/tenants/tenant.ts'
import { createSandbox } from '../src/index.ts'
import { anyText } from './harness/any-text.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { until } from './harness/process.ts'
import { fc } from './harness/properties.ts'
import { send } from './harness/raw-http.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'

const instrument = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const trades = instrumentUrl(instrument, 'trades')
const bars = `${instrumentUrl(instrument, 'ohlcv')}?interval=1h&page_size=2`

const server = await serve(t)
const ask = controlOf(server)
let made = 0

/** A separate tenant: functions to send requests, and its control path. */
async function tenant(t: Test, plan = {}) {
  const name = `j${++made}`
  const { key } = await ask('POST', '/tenants', { name, ...plan })
  t.teardown(() => ask('DELETE', `/tenants/${name}`))
  const own = { 'x-api-key': key as string }
  const path = `/tenants/${name}`
  const journal = async (query = '') => (await ask('GET', `${path}/journal${query}`)).entries
  return {
    name,
    key: key as string,
    path,
    own,
    journal,
    get: (url: string, headers = {}) => server.get(url, { ...own, ...headers }),
  }
}

t.test('the journal says why a response is empty, and what was ignored, without the key', async t => {
  const { get, journal, key } = await tenant(t)
  await get(`${trades}?start_time=2030-01-01`)
  await get(`${trades}?page_size=1&${key}=1`)
  t.match(await journal(), [
    { records: 0, response_headers: { 'x-sandbox-hint': /^the requested times are outside the range with data/ } },
    { records: 1, response_headers: { 'x-sandbox-hint': /^ignored: unknown parameter "\*\*\*"/ } },
  ])
})

t.test('the journal lists the requests of a tenant page by page, with reasons for refusals', async t => {
  const { get, journal, path, key } = await tenant(t)
  const first = (await get(`${trades}?page_size=2`, { 'user-agent': 'test/1', 'accept-encoding': 'identity' })).json()
  await get(first.next_url)
  await get(`${trades}?page_size=0`)
  await get('/v2/data/nothing', {})
  await ask('PUT', `${path}/faults`, [{ id: 'f', do: { status: 503, retry_after: 1 } }])
  await get(bars)
  const entries = await journal()
  t.match(entries, [
    {
      ordinal: 1,
      operation: 'listTrades',
      method: 'GET',
      status: 200,
      records: 2,
      complete: true,
      fault: null,
      why: null,
    },
    { ordinal: 2, walk: { page: 2 } },
    { ordinal: 3, status: 400, why: /page_size must be/, walk: null },
    { ordinal: 4, operation: null, status: 404, why: /nothing/ },
    { ordinal: 5, operation: 'listOhlcv', status: 503, fault: 'f#1', response_headers: { 'retry-after': '1' } },
  ])
  t.equal(entries[0].walk.id, entries[1].walk.id)
  t.match(entries[0], { key: /^tenant j/, request_headers: { 'user-agent': 'test/1', 'accept-encoding': 'identity' } })
  t.ok(entries[0].bytes > 100, 'the entry counts the bytes')
  t.notOk(JSON.stringify(entries).includes(key), 'no key')
  t.same((await journal('?status=5xx')).length, 1)
  t.same(
    (await journal('?operation=listTrades&after=1&limit=1')).map(({ ordinal }: { ordinal: number }) => ordinal),
    [2],
  )
  t.same((await ask('DELETE', `${path}/journal`)).status, 204)
  await get(trades)
  t.match(await ask('GET', `${path}/journal`), { last: 6, dropped: 5, entries: [{ ordinal: 6 }] })
  await ask('POST', `${path}/reset`)
  t.match(await ask('GET', `${path}/journal`), { last: 0, dropped: 0, entries: [] })
})

t.test('a full journal of the server’s own keys waits for its first reader', async t => {
  const other = await serve(t, unlimited)
  const journal = async () => controlOf(other)('GET', '/tenants/default/journal')
  const get = async (times: number) => {
    for (let n = 0; n < times; n++) await other.get(trades)
  }
  await get(1001)
  t.match(await journal(), { entries: [], last: 1000, dropped: 1000, since: /Z$/ })
  await get(1001)
  t.match(await journal(), { last: 2001, dropped: 1001 }, 'once read, it drops its oldest entry')
})

t.test('the journal of the server’s own keys begins with the server', async t => {
  const other = await serve(t)
  await other.get(trades)
  t.match((await controlOf(other)('GET', '/tenants/default/journal')).entries, [{ ordinal: 1, key: 'sandbox-key' }])
})

t.test('the journal omits requests of the console', async t => {
  const { get, journal } = await tenant(t)
  t.equal((await get(trades, { 'x-sandbox-console': '1' })).statusCode, 200)
  await get('/v2/data/nothing', { 'x-sandbox-console': '1' })
  await get(bars)
  t.match(await journal(), [{ ordinal: 1, operation: 'listOhlcv' }])
})

t.test('requests of the console use up no fault and no limit of the client', async t => {
  const { get, journal, path } = await tenant(t, { limit: 3 })
  await ask('POST', `${path}/faults`, { on: { first: 2 }, do: { status: 503 } })
  const own = { 'x-sandbox-console': '1', 'x-sandbox-fault': 'status=500' }
  const statuses = async (headers: Record<string, string>, times: number) => {
    const found: number[] = []
    for (let n = 0; n < times; n++) found.push((await get(trades, headers)).statusCode)
    return found
  }
  t.same(await statuses(own, 5), [200, 200, 200, 200, 200])
  t.same(await statuses({}, 4), [503, 503, 200, 429])
  t.same(await statuses(own, 1), [200])
  t.same((await ask('GET', `${path}/faults`)).faults[0].seen, 3)
  t.equal((await journal()).length, 4)
})

t.test('the header of the console opens nothing to clients that may not control the server', async t => {
  const guarded = await serve(t, { SANDBOX_CONTROL_TOKEN: 'a-token-of-this-test' })
  const get = (headers: Record<string, string>) =>
    guarded.get(trades, { 'x-api-key': 'sandbox-down', 'x-sandbox-console': '1', ...headers })
  t.equal((await get({})).statusCode, 503)
  t.equal((await get({ authorization: 'Bearer another-token-here' })).statusCode, 503)
  t.equal((await get({ authorization: 'Bearer a-token-of-this-test' })).statusCode, 200)
  const open = await serve(t)
  const foreign = { 'x-api-key': 'sandbox-down', 'x-sandbox-console': '1', origin: 'http://other.test' }
  t.equal((await open.get(trades, foreign)).statusCode, 503)
})

t.test('on request the journal keeps the beginnings of bodies as clients receive them', async t => {
  const { get, path } = await tenant(t)
  const detail = (ordinal: number) => ask('GET', `${path}/journal/entries/${ordinal}`)
  await get(trades)
  t.match(await detail(1), { ordinal: 1, operation: 'listTrades', body: null })
  t.match(await ask('PUT', `${path}/journal/bodies`, { keep: true }), { keep: true, kept: 0 })
  for (const encoding of ['identity', 'gzip', 'br', 'zstd'])
    await get(`${trades}?page_size=20`, { 'accept-encoding': encoding })
  const plain = await get(`${trades}?page_size=20`)
  for (const ordinal of [2, 3, 4, 5]) {
    const { body } = await detail(ordinal)
    t.same(JSON.parse(body.text).data, plain.json().data, `request ${ordinal}`)
    t.notOk(body.truncated, 'the body is whole')
  }
  const long = await get(`${trades}?page_size=5000`, { 'accept-encoding': 'gzip' })
  t.ok(long.rawPayload.length > 65_536, 'the body is longer than the journal keeps')
  const { body } = await detail(7)
  t.same([body.text.length, body.truncated], [65_536, true])
  await get(`${trades}?page_size=0`)
  t.match((await detail(8)).body.text, /"message":"page_size must be/)
  await ask('POST', `${path}/faults`, { do: { cut: { bytes: 50 } } })
  await get(trades, { 'accept-encoding': 'identity' }).catch(() => {})
  t.match(await detail(9), { complete: false, body: { text: /^.{50}$/ } })
  await ask('PUT', `${path}/journal/bodies`, { keep: false })
  await get(trades).catch(() => {})
  t.equal((await detail(10)).body, null)
  t.equal((await ask('GET', `${path}/journal/bodies`)).kept, 8)
  t.match(await detail(11), { status: 404, message: /no entry "11": it has the entries 1 to 10/ })
  await ask('DELETE', `${path}/journal`)
  t.equal((await ask('GET', `${path}/journal/bodies`)).kept, 0)
})

t.test('the kept bodies of a journal take 8 MiB at most', async t => {
  const bodies = new Bodies(new JournalSpace())
  for (let n = 1; n <= 200; n++) bodies.add(n, new Uint8Array(65_536))
  t.same([bodies.bytes, bodies.size, bodies.of(72), bodies.of(73)?.length], [8 << 20, 128, undefined, 65_536])
  bodies.dropBefore(101)
  t.same([bodies.size, bodies.bytes], [100, 100 * 65_536])
})

t.test('the journal is exported as an HTTP archive', async t => {
  const { get, path } = await tenant(t)
  await ask('PUT', `${path}/journal/bodies`, { keep: true })
  await get(`${trades}?page_size=2&api_key=secret-text`)
  await get(`${trades}?page_size=0`)
  const { log } = await ask('GET', `${path}/journal/har`)
  t.match(log, { version: '1.2', creator: { name: 'market-data-sandbox' } })
  t.equal(log.entries.length, 2)
  const [{ startedDateTime, request, response, timings }, refused] = log.entries
  t.match(startedDateTime, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  t.match(request, {
    method: 'GET',
    queryString: [
      { name: 'page_size', value: '2' },
      { name: 'api_key', value: '***' },
    ],
  })
  t.match(request.url, /^http:\/\/.*\/trades\?page_size=2&api_key=\*\*\*$/)
  t.match(response, { status: 200, statusText: 'OK', content: { mimeType: /json/ } })
  t.equal(JSON.parse(response.content.text).data.length, 2)
  t.equal(timings.wait, log.entries[0].time)
  t.match(refused, { response: { status: 400, content: { text: /page_size/ } }, comment: /^#2, .*page_size/ })
})

t.test('a URL that the router rejects enters the journal', async t => {
  const { get, journal } = await tenant(t)
  t.equal((await get('/v2/%zz')).statusCode, 400)
  t.match(await journal(), [{ operation: null, url: '/v2/%zz', status: 400, key: null, fault: null, records: 0 }])
})

t.test('verify and report read any URL that a client can send', async t => {
  const { path, key, journal } = await tenant(t)
  await send(server.url, `GET //[?a=1 HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nConnection: close\r\n\r\n`)
  t.match(await journal(), [{ url: '//[?a=1', status: 404 }])
  t.match(await ask('POST', `${path}/verify`, { expect: [{ path: '//[', query: { a: 1 } }] }), {
    status: 200,
    ok: true,
  })
  t.match(await ask('GET', `${path}/report`), { status: 200, requests: 1 })
})

t.test('tenants do not see each other’s requests', async t => {
  const [one, other] = [await tenant(t), await tenant(t)]
  await one.get(trades)
  await server.get(trades)
  t.equal((await one.journal()).length, 1)
  t.same(await other.journal(), [])
})

t.test('keys are hidden wherever a client puts them', async t => {
  const { get, journal, key, name } = await tenant(t)
  await get(`/t/${name}${trades}?api_key=${key}&page_size=1`)
  await get(`${trades}?apikey=mine%2Fown`, { 'user-agent': `me ${key}` })
  await get(`${trades}?page_size=${key}`)
  await get(`/v2/${key}/trades`)
  await get(`${trades}?sort=sandbox-key`)
  const entries = await journal()
  const text = JSON.stringify(entries)
  for (const secret of [key, 'mine%2Fown', 'mine/own', 'sandbox-key']) t.notOk(text.includes(secret), secret)
  t.same(
    entries.map(({ key_in_url }: { key_in_url: boolean }) => key_in_url),
    [true, true, true, true, true],
  )
  t.equal(entries[0].url, `/t/${name}${trades}?api_key=***&page_size=1`)
  t.match(entries[2].why, /page_size must be .*\*\*\*/)
})

t.test('keys that consist of stars do not multiply, and the end of a longer key stays hidden, too', async t => {
  const logged = new PassThrough()
  const other = await serve(t, {}, pino(logged))
  await other.get(`/nope*${'?key=*'.repeat(10)}&key=ab&key=abcd`, { 'user-agent': 'abcd' })
  const why = /^unknown path "\/nope\*\*\*"; [^*]*$/
  t.match(JSON.parse(logged.read().toString()), { why })
  const { entries } = await controlOf(other)('GET', '/tenants/default/journal')
  t.match(entries, [{ why, request_headers: { 'user-agent': '***' } }])
})

t.test('streamed and compressed pages have their bytes in the journal', async t => {
  const { own, journal } = await tenant(t)
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await received(`${trades}?page_size=5000`, { ...own, 'accept-encoding': encoding })
    const [last] = (
      await until(journal, entries => entries.at(-1)?.request_headers['accept-encoding'] === encoding)
    ).slice(-1)
    t.match(last, { bytes: answer.length, complete: true }, encoding)
    t.ok(last.records > 1000, 'the last page has its records')
  }
})

/** The raw bytes of a body. */
async function received(url: string, headers: Record<string, string>): Promise<Buffer> {
  const [answer] = (await once(get(server.url + url, { headers, agent: false }), 'response')) as [IncomingMessage]
  return Buffer.concat(await answer.toArray())
}

t.test('the journal keeps the latest entries, limited by number and bytes', async t => {
  const { get, path } = await tenant(t)
  for (let n = 0; n < mostEntries + 5; n++) await get('/v2/data/nothing')
  const full = await ask('GET', `${path}/journal`)
  t.match(full, { last: mostEntries + 5, dropped: 5 })
  t.equal(full.entries.length, mostEntries)
  const long = 'x'.repeat(15_000)
  for (let n = 0; n < 400; n++) await get(`/v2/data/nothing?${long}`)
  const { entries } = await ask('GET', `${path}/journal`)
  const characters = entries.reduce((sum: number, { url }: { url: string }) => sum + url.length, 0)
  t.ok(characters < 4 << 20 && characters > 3 << 20, `${entries.length} entries, ${characters} characters`)
})

const text = anyText(40)
const textOrNull = fc.option(text)
const count = fc.nat(1e12)
const time = fc.integer({ min: -1e12, max: 1e13 })
const record = <T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) => fc.record(fields, { noNullPrototype: true })
const anyFinished: fc.Arbitrary<Finished> = record({
  operation: textOrNull,
  method: text,
  url: text,
  headers: record({
    accept: textOrNull,
    'accept-encoding': textOrNull,
    'if-none-match': textOrNull,
    'user-agent': textOrNull,
    'x-request-id': textOrNull,
    'x-sandbox-fault': textOrNull,
  }),
  answered: record({
    'content-encoding': textOrNull,
    'content-type': textOrNull,
    etag: textOrNull,
    'retry-after': textOrNull,
    'x-sandbox-hint': textOrNull,
  }),
  secret: textOrNull,
  key: textOrNull,
  region: fc.constantFrom('eu', 'us'),
  status: fc.integer({ min: 100, max: 599 }),
  bytes: count,
  records: count,
  fault: textOrNull,
  effects: fc.array(fc.constantFrom('status', 'page=repeat_token')),
  walk: fc.option(record({ origin: text, page: count, last: fc.option(fc.boolean()) })),
  refusal: textOrNull,
  complete: fc.boolean(),
  began: time,
  ended: time,
  time,
})

t.test('journals share their space: the largest drops its older half, and others lose nothing', async t => {
  const space = new JournalSpace()
  const journals = Array.from({ length: 12 }, () => new Journal(space, () => false))
  const [request] = fc.sample(anyFinished, 1)
  const add = (journal: Journal, times: number) => {
    for (let n = 0; n < times; n++) journal.add({ ...request!, url: `/${'x'.repeat(15_000)}` })
  }
  const [small, ...large] = journals
  add(small!, 10)
  for (const journal of large) add(journal, 400)
  const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0)
  t.ok(bytes <= 32 << 20 && bytes > 24 << 20, `${bytes} bytes`)
  t.same([small!.size, small!.dropped], [10, 0])
  for (const journal of large) {
    t.ok(journal.bytes <= 4 << 20 && journal.size >= 50, `${journal.size} entries`)
    t.equal(journal.read().length, journal.size)
    t.equal(journal.read().at(-1)?.ordinal, 400)
  }
  for (const journal of journals) space.remove(journal)
  t.same(
    journals.map(journal => journal.bytes),
    journals.map(() => 0),
  )
})

t.test(
  'a request that outlasts its tenant takes no space, and space that nobody can release is not waited for',
  async t => {
    const { get, name, path } = await tenant(t)
    const ending = server.app.state.tenants.named(name) as Tenant
    await ask('PUT', `${path}/faults`, [{ id: 'late', do: { delay: 'PT0.1S' } }])
    const late = get(bars)
    await until(
      () => ending.faults.list()[0]!.seen,
      seen => seen === 1,
    )
    await ask('DELETE', path)
    t.equal((await late).statusCode, 200)
    t.equal(ending.journal.bytes, 0)

    const space = new JournalSpace()
    const live = new Journal(space, () => false)
    const [request] = fc.sample(anyFinished, 1)
    const long = { ...request!, url: `/${'x'.repeat(15_000)}` }
    for (let n = 0; n < 9; n++) {
      const removed = new Journal(space, () => false)
      space.remove(removed)
      for (let n = 0; n < 400; n++) removed.add(long)
    }
    live.add(long)
    t.ok(live.size <= 1, 'at most one reader is left')
  },
)

t.test('the stream begins after a given entry and sends new ones as responses end', async t => {
  const { get: asked, path } = await tenant(t)
  await asked(trades)
  await asked(bars)
  const request = get(`${server.url}/sandbox${path}/journal/stream`, {
    headers: { 'last-event-id': '1' },
    agent: false,
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  t.equal(answer.headers['content-type'], 'text/event-stream')
  let text = ''
  answer.setEncoding('utf8').on('data', part => {
    text += part
  })
  const events = () => [...text.matchAll(/id: (\d+)\nevent: entry\ndata: (.*)\n\n/g)]
  await asked(`${trades}?page_size=1`)
  await until(events, found => found.length === 2)
  t.same(
    events().map(([, id]) => id),
    ['2', '3'],
  )
  t.match(JSON.parse(events()[1]![2]!), { ordinal: 3, operation: 'listTrades', records: 1 })
  await ask('DELETE', path)
  await once(answer, 'end')
})

t.test('HEAD of the stream is answered, and leaves no reader', async t => {
  const { path } = await tenant(t)
  for (let n = 0; n < 21; n++) {
    const answer = await server.inject({ method: 'HEAD', url: `/sandbox${path}/journal/stream` })
    t.match(answer, { statusCode: 200, body: '', headers: { 'content-type': /^text\/event-stream/ } })
  }
})

t.test('a stream ends with its client, who may also close only its own half', async t => {
  const { path } = await tenant(t)
  const { port } = new URL(server.url)
  const bytes = `GET /sandbox${path}/journal/stream HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const reader = async () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes)).on('error', () => {})
    const [answer] = await once(socket, 'data')
    return { socket, status: Number(String(answer).slice(9, 12)) }
  }
  const readers = await Promise.all(Array.from({ length: 20 }, reader))
  const refused = await reader()
  t.strictSame(
    [...readers, refused].map(({ status }) => status),
    [...Array(20).fill(200), 409],
  )
  refused.socket.destroy()
  for (const [n, { socket }] of readers.entries()) n % 2 === 0 ? socket.end() : socket.destroy()
  const next = await until(reader, ({ socket, status }) => {
    if (status === 409) socket.destroy()
    return status === 200
  })
  next.socket.destroy()
})

t.test('a stream that ends before it is read is whole, and without the requests that end later', async t => {
  const journal = new Journal(new JournalSpace(), () => false)
  const stream = entryEvents(journal, 0)
  const [request] = fc.sample(anyFinished, 1)
  journal.add(request!)
  journal.end()
  journal.add(request!)
  t.same((await stream.toArray()).join('').match(/^id: \d+$/gm), ['id: 1'])
})

t.test('a stopping server ends the streams of its readers', async t => {
  const other = await serve(t)
  const request = get(`${other.url}/sandbox/tenants/default/journal/stream`, { agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const ended = once(answer.resume(), 'end')
  await other.close()
  await ended
})

t.test('paths of expectations and rules match requests under any base path', async t => {
  const { get, path, name } = await tenant(t)
  const base = `/t/${name}`
  const sent = [trades, `${base}${trades}`, `/us${trades}`, `${base}/us${trades}`]
  await ask('POST', `${path}/faults`, { when: { path: trades }, do: { status: 503 } })
  for (const url of sent) t.equal((await get(url)).statusCode, 503, url)
  const expect = [{ path: trades, times: 4 }, ...sent.slice(1).map(path => ({ path, times: 1 }))]
  t.match(await ask('POST', `${path}/verify`, { expect, only: true }), { ok: true, why: null })
})

t.test('verify counts matching requests, checks their order, and finds unexpected ones', async t => {
  const { get, path } = await tenant(t)
  const verified = (body: object) => ask('POST', `${path}/verify`, body)
  const first = (await get(`${trades}?page_size=2`)).json()
  await get(first.next_url)
  await get(bars)
  const listTrades = { operation: 'listTrades' }
  const listOhlcv = { operation: 'listOhlcv' }
  const cases: [body: object, ok: boolean][] = [
    [{ expect: [listTrades] }, true],
    [{ expect: [{ ...listTrades, times: 2 }] }, true],
    [{ expect: [{ ...listTrades, times: 1 }] }, false],
    [{ expect: [{ ...listTrades, times: { at_most: 1 } }] }, false],
    [{ expect: [{ ...listTrades, times: { at_least: 2, at_most: 3 } }] }, true],
    [{ expect: [{ ...listTrades, query: { page_size: 2 }, times: 1 }] }, true],
    [{ expect: [{ ...listTrades, query: { continuation_token: null }, times: 1 }] }, true],
    [{ expect: [{ ...listTrades, page: 2, status: 200, times: 1 }] }, true],
    [{ expect: [{ path: '**/btc-usd/**', times: 3 }] }, true],
    [{ expect: [{ path: '/**', status: 200, times: 3 }] }, true],
    [{ expect: [{ ...listOhlcv, method: 'post' }] }, false],
    [{ expect: [{ operation: 'listTrades', times: 0 }] }, false],
    [{ expect: [{ operation: 'listPrices', times: 0 }] }, false],
    [{ expect: [listTrades, listOhlcv], order: true }, true],
    [{ expect: [listOhlcv, listTrades], order: true }, false],
    [{ expect: [listTrades, listOhlcv], only: true }, true],
    [{ expect: [listTrades], only: true }, false],
    [{ expect: [listTrades], after: 2 }, false],
  ]
  for (const [body, ok] of cases) {
    const { status, message, ...result } = await verified(body)
    if (status === 400) t.match(message, /listPrices/)
    else t.equal(result.ok, ok, JSON.stringify(body))
  }
  t.match(await verified({ expect: [listTrades], only: true }), { unexpected: [3], why: 'unexpected requests: 1' })
  const times = { at_least: 3, at_most: 4 }
  t.match(
    await verified({
      expect: [
        { ...listOhlcv, times: 2 },
        { ...listTrades, times },
        { ...listOhlcv, status: 500 },
      ],
    }),
    {
      why: 'expect.0: expected 2, matched 1; expect.1: expected 3 to 4, matched 2; expect.2: expected at least 1, matched 0',
    },
  )
  t.match(await verified({ expect: [listOhlcv, listTrades], order: true }), { why: /arrived in another order/ })
  t.match(await verified({ expect: [listTrades] }), { ok: true, why: null })
})

t.test('verify shows almost matching entries with their differences', async t => {
  const { get, path } = await tenant(t)
  await get(`${trades}?page_size=50`)
  await get(bars)
  const { ok, near_misses } = await ask('POST', `${path}/verify`, {
    expect: [{ operation: 'listTrades', query: { page_size: 100 } }],
  })
  t.equal(ok, false)
  t.same(near_misses, [
    { expectation: 0, entry: 1, differs: [{ part: 'query.page_size', expected: '100', actual: '50' }] },
  ])
})

t.test('verify waits for missing requests, but not if no further one can help', async t => {
  const { get, path } = await tenant(t)
  const expect = [{ operation: 'listTrades', times: 2 }]
  const verified = ask('POST', `${path}/verify`, { expect, within: 'PT50S' })
  await get(trades)
  await get(trades)
  t.match(await verified, { ok: true })
  await get(trades)
  t.match(await ask('POST', `${path}/verify`, { expect, within: 'PT50S' }), {
    ok: false,
    why: 'expect.0: expected 2, matched 3',
    near_misses: [],
  })
  t.match(await ask('POST', `${path}/verify`, { expect: [{ operation: 'listOhlcv' }], within: 'PT0.01S' }), {
    ok: false,
  })
})

/** A journal that counts how often it formats an entry. */
function countingJournal(size: number) {
  const [request] = fc.sample(anyFinished, 1)
  const counted = { entries: 0 }
  const isKey = (part: string) => {
    if (part === 'v2') counted.entries++
    return false
  }
  const journal = new Journal(new JournalSpace(), isKey)
  const add = (count: number) => {
    for (let n = 0; n < count; n++) journal.add({ ...request!, operation: 'listTrades', url: '/v2', secret: null })
  }
  add(size)
  return { journal, add, counted }
}

t.test('a waiting verify compares each entry once, and counts those that the journal has dropped since', async t => {
  const { journal, add, counted } = countingJournal(mostEntries)
  const verified = verify(journal, { expect: [{ operation: 'listTrades', times: 1050 }], within: 'PT50S' })
  await until(
    () => counted.entries,
    entries => entries === mostEntries,
  )
  for (let n = 0; n < 50; n++) {
    add(1)
    await setImmediate()
  }
  t.match(await verified, { ok: true, expected: [{ matched: mostEntries + 50 }] })
  t.equal(counted.entries, mostEntries + 50)
})

t.test('a waiting verify begins again when the journal is emptied', async t => {
  for (const method of ['empty', 'reset'] as const) {
    const { journal, add } = countingJournal(2)
    const verified = verify(journal, { expect: [{ operation: 'listTrades', times: 3 }], within: 'PT50S' })
    await setImmediate()
    journal[method]()
    add(3)
    t.match(await verified, { ok: true, expected: [{ matched: 3 }] }, method)
  }
})

t.test('the verifications that wait are bounded by tenant and server, and give their places back', async t => {
  const space = new JournalSpace()
  const journals = Array.from({ length: 26 }, () => new Journal(space, () => false))
  const request = { expect: [{ operation: 'listTrades' }], within: 'PT50S' }
  const waiting = journals.slice(0, 25).flatMap(journal => Array.from({ length: 20 }, () => verify(journal, request)))
  await until(
    () => space.places.taken,
    taken => taken === 500,
  )
  await t.rejects(verify(journals[0]!, request), { message: /^20 verifications of this tenant already wait/ })
  await t.rejects(verify(journals[25]!, request), { message: /^500 verifications of this server already wait/ })
  t.match(await verify(journals[0]!, { expect: request.expect }), { ok: false }, 'one that does not wait')
  for (const journal of journals) journal.end()
  await Promise.all(waiting)
  t.equal(space.places.taken, 0)
  t.ok(
    journals.every(({ watched }) => watched === 0),
    'no journal is watched',
  )
})

const operations = ['listTrades', 'listOhlcv'] as const
const anyExpectation = fc.record(
  {
    operation: fc.constantFrom(...operations),
    status: fc.constantFrom(200, 404),
    query: fc.constant({ a: 1 }),
    times: fc.oneof(fc.nat(3), fc.record({ at_least: fc.nat(2) })),
  },
  { requiredKeys: ['operation'] },
)

t.test('verify counts, orders and lists as if it read the whole journal', async t => {
  const anyRequest = fc.record({
    operation: fc.constantFrom(...operations),
    status: fc.constantFrom(200, 404),
    url: fc.constantFrom('/v1?a=1&a=2', '/v1?a=2&a=1', '/v1'),
  })
  const [some] = fc.sample(anyFinished, 1)
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { maxLength: 20 }),
      fc.array(anyExpectation, { minLength: 1, maxLength: 4 }),
      async (requests, expect) => {
        const journal = new Journal(new JournalSpace(), () => false)
        for (const request of requests) journal.add({ ...some!, secret: null, ...request })
        const found = await verify(journal, { expect, order: true, only: true })
        const matching = ({ operation, status, query }: Expectation) =>
          requests.flatMap((one, n) => {
            const fits = one.operation === operation && (status ?? one.status) === one.status
            return fits && (query === undefined || one.url.startsWith('/v1?a=1')) ? [n + 1] : []
          })
        t.same(
          found.expected.map(({ entries }) => entries),
          expect.map(matching),
        )
        const expected = new Set(expect.flatMap(matching))
        t.same(
          found.unexpected,
          requests.map((_, n) => n + 1).filter(n => !expected.has(n)),
        )
        const least = ({ times = 1 }: Expectation) => (typeof times === 'number' ? times : times.at_least!)
        let last = 0
        for (const one of expect)
          for (let n = 0; n < least(one); n++)
            last = matching(one).find(ordinal => ordinal > last) ?? Number.POSITIVE_INFINITY
        t.equal(found.in_order, last < Number.POSITIVE_INFINITY)
        for (const { expectation, entry } of found.near_misses)
          t.notOk(matching(expect[expectation]!).includes(entry), 'the entry does not match the expectation')
      },
    ),
  )
})

t.test('a waiting verify is answered when its tenant ends or the server stops', async t => {
  const body = { expect: [{ operation: 'listTrades' }], within: 'PT50S' }
  const { name, path } = await tenant(t)
  const verified = ask('POST', `${path}/verify`, body)
  const watched = (served: Served, name: string) => (served.app.state.tenants.named(name) as Tenant).journal.watched
  await until(
    () => watched(server, name),
    count => count === 1,
  )
  const began = performance.now()
  await ask('DELETE', path)
  t.match(await verified, { status: 200, ok: false })

  const other = await serve(t)
  const answered = fetch(`${other.url}/sandbox/tenants/default/verify`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  await until(
    () => watched(other, 'default'),
    count => count === 1,
  )
  await other.close()
  t.match(await (await answered).json(), { ok: false })
  t.ok(performance.now() - began < 5000, 'the wait has ended in time')
})

t.test('invalid requests about the journal are refused with what would be right', async t => {
  const cases: [method: 'GET' | 'POST', path: string, body: object | undefined, message: RegExp][] = [
    ['GET', '/journal?limit=0', undefined, /^limit must be an integer from 1 to 1000, not "0"/],
    ['GET', '/journal?status=6xx', undefined, /^status must be a status such as .*, not "6xx"/],
    ['GET', '/journal?operaton=x', undefined, /unknown parameter "operaton" \(did you mean "operation"\?\)/],
    [
      'GET',
      '/journal?operation=listTrade',
      undefined,
      /^operation must be .*, not "listTrade" \(did you mean "listTrades"\?\)/,
    ],
    ['POST', '/verify', undefined, /^a body is required/],
    ['POST', '/verify', { expect: [{ path: 'v2/*' }] }, /^expect.0.path must begin with a slash, .*, not "v2\/\*"/],
    ['POST', '/verify', { expect: [] }, /^expect must be an array of at least 1/],
    ['POST', '/verify', { expect: [{ status: 503 }] }, /^expect.0 needs operation or path: .*\{"path": "\/\*\*"\}/],
    ['POST', '/verify', { expect: [{ operation: 'listTrade' }] }, /^expect.0.operation .*did you mean "listTrades"/],
    [
      'POST',
      '/verify',
      { expect: [{ operation: 'listTrades', times: '2' }] },
      /^expect.0.times must be a number, such as 2/,
    ],
    [
      'POST',
      '/verify',
      { expect: [{ operation: 'listTrades', times: { at_least: 3, at_most: 1 } }] },
      /at_least 3 is above at_most 1/,
    ],
    ['POST', '/verify', { expect: Array(201).fill({ path: '/**' }) }, /^expect must be an array of at most 200/],
    [
      'POST',
      '/verify',
      { expect: [{ path: '/**', query: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 1])) }] },
      /^expect.0.query must be an object of at most 50 fields/,
    ],
    ['POST', '/verify', { expect: [{ operation: 'listTrades' }], within: 'PT2M' }, /^within must be at most "PT60S"/],
  ]
  for (const [method, path, body, message] of cases)
    t.match(await ask(method, `/tenants/default${path}`, body), { status: 400, message }, path)
})

t.test('a program reads the journal of its sandbox and tenants by methods', async t => {
  await using sandbox = await createSandbox({ profile: 'tiny', now: new Date(end).toISOString(), data: storePath })
  const tenant = await sandbox.tenant()
  await sandbox.inject({ url: trades, headers: { 'x-api-key': 'sandbox-key' } })
  await sandbox.inject({ url: bars, headers: { 'x-api-key': tenant.key } })
  t.match(sandbox.journal(), [{ ordinal: 1, operation: 'listTrades' }])
  t.match(tenant.journal({ status: '2xx' }), [{ ordinal: 1, operation: 'listOhlcv' }])
  t.match(await tenant.verify({ expect: [{ operation: 'listOhlcv', times: 1 }], only: true }), { ok: true })
  t.throws(() => tenant.journal({ limit: 0 }), { message: /^limit must be an integer from 1 to 1000/ })
  await t.rejects(tenant.verify({ expect: [{ operation: 'listOhlc' }] }), { message: /did you mean "listOhlcv"/ })
  tenant.clearJournal()
  t.same(tenant.journal(), [])
})

t.test('a DELETE with a content type and no body is answered', async t => {
  const { path } = await tenant(t)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/sandbox${path}/journal`, { method: 'DELETE', headers })
  t.equal(answer.status, 204)
})
