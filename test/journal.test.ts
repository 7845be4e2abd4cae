import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { Finished } from '../src/control/finished.ts'
import { Journal } from '../src/control/journal/journal.ts'
import { mostEntries } from '../src/control/journal/journal-query.ts'
import { JournalSpace } from '../src/control/journal/journal-space.ts'
import { entryEvents } from '../src/control/journal/journal-stream.ts'
import { RequestBlock } from '../src/control/journal/request-block.ts'
import type { Tenant } from '../src/control/tenant.ts'
import { createSandbox } from '../src/index.ts'
import { anyText } from './harness/any-text.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { until } from './harness/process.ts'
import { send } from './harness/raw-http.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'

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
  t.ok(entries[0].bytes > 100)
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
    t.ok(last.records > 1000)
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

t.test('a block returns its requests as they were, and has room for them', async t => {
  fc.assert(
    fc.property(fc.array(anyFinished, { minLength: 1 }), fc.nat(1e6), (requests, first) => {
      const size = requests.reduce((sum, request) => sum + RequestBlock.sizeOf(request), 0)
      const block = new RequestBlock(first, size)
      t.ok(requests.every(request => block.add(request)))
      t.equal(block.next, first + requests.length)
      t.strictSame(
        requests.map((_, n) => block.request(first + n)),
        requests,
      )
      t.notOk(block.add(requests[0]!))
    }),
  )
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
    t.ok(live.size <= 1)
  },
)

t.test('the stream begins after a given entry and sends new ones as answers end', async t => {
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

t.test('verify counts matching requests, checks their order, and finds unexpected ones', async t => {
  const { get, path } = await tenant(t)
  const verify = (body: object) => ask('POST', `${path}/verify`, body)
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
    const { status, message, ...result } = await verify(body)
    if (status === 400) t.match(message, /listPrices/)
    else t.equal(result.ok, ok, JSON.stringify(body))
  }
  t.match(await verify({ expect: [listTrades], only: true }), { unexpected: [3], why: 'unexpected requests: 1' })
  const times = { at_least: 3, at_most: 4 }
  t.match(
    await verify({
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
  t.match(await verify({ expect: [listOhlcv, listTrades], order: true }), { why: /arrived in another order/ })
  t.match(await verify({ expect: [listTrades] }), { ok: true, why: null })
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
  t.ok(performance.now() - began < 5000)
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
    ['POST', '/verify', { expect: [{}] }, /^expect.0 needs operation or path/],
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
