import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import { type CachedPage, PageCache } from '../src/http/answer/page-cache.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { type Headers, serve, startTestServer } from './harness/server.ts'
import t from './harness/tap.ts'

const trades = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')

const server = await serve(t)
const { pages } = server.app.state
const control = controlOf(server)

/** Asks three times: the third response comes from the cache. */
async function askThrice(url: string, headers?: Headers) {
  const before = pages.hits
  const answers = [await server.get(url, headers), await server.get(url, headers), await server.get(url, headers)]
  return { answers, hits: pages.hits - before }
}

/** Everything of a response that does not count requests or time. */
function lasting({ statusCode, headers, rawPayload }: LightMyRequestResponse) {
  const { date, 'x-request-id': _id, ...others } = headers
  const { 'x-ratelimit-remaining': _remaining, 'x-ratelimit-reset': _reset, ...fixed } = others
  return { statusCode, headers: Object.entries(fixed), body: rawPayload.toString('base64') }
}

t.test('a cached page equals the first one, header by header and byte by byte', async t => {
  const urls = [
    `${trades}?page_size=7`,
    `/eu${trades}?page_size=1000`,
    '/v1/exchanges',
    `${trades}?page_size=3&sort=asc`,
    `${trades}?page_size=5000`,
    '/v1/instruments',
  ]
  for (const url of urls)
    for (const headers of [{}, { 'accept-encoding': 'gzip' }, { origin: 'https://example.org' }]) {
      const { answers, hits } = await askThrice(url, { ...headers, host: `${pages.hits}.example.org` })
      const [first, ...later] = answers.map(lasting)
      t.equal(first!.statusCode, 200)
      t.same(later, [first, first], `${url} ${JSON.stringify(headers)}`)
      t.equal(hits, 1)
    }
})

t.test('a client that has a cached page gets 304, and HEAD does not use the cache', async t => {
  const url = `${trades}?page_size=11`
  const { answers } = await askThrice(url)
  const etag = String(answers[0]!.headers.etag)
  const known = await server.get(url, { 'if-none-match': etag })
  t.strictSame([known.statusCode, known.body, known.headers.etag], [304, '', etag])
  const before = pages.hits
  const head = await server.inject({ method: 'HEAD', url, headers: { 'x-api-key': 'sandbox-key' } })
  t.strictSame([head.statusCode, head.body, pages.hits - before], [200, '', 0])
})

t.test('hosts, keys, base paths, encodings, tenants and instants do not share pages', async t => {
  const url = `${trades}?page_size=5`
  const { key } = await control('POST', '/tenants', { name: 'apart', now: '2026-01-30T12:00:00Z' })
  const own = { 'x-api-key': key as string }
  const { answers } = await askThrice(url)
  t.equal(
    (await askThrice(url, { host: 'eu.example.org' })).answers[2]!.json().next_url.slice(0, 22),
    'http://eu.example.org/',
  )
  const limited = (await askThrice(url, { 'x-api-key': 'sandbox-last-30-days' })).answers[2]!.json()
  t.not(limited.access.data_range.start_timestamp, null, 'another plan')
  t.not(limited.continuation_token, answers[2]!.json().continuation_token, 'a token is bound to its key')
  t.equal((await askThrice(url, own)).answers[2]!.json().time, '2026-01-30T12:00:00.000Z')
  await control('PUT', '/tenants/apart/clock', { now: '2026-01-30T13:00:00Z' })
  t.equal((await askThrice(url, own)).answers[2]!.json().time, '2026-01-30T13:00:00.000Z', 'a stepped clock')
  await control('DELETE', '/tenants/apart')
  await control('POST', '/tenants', { name: 'apart', now: '2026-01-30T13:00:00Z', like: 'sandbox-eu-only' })
  t.equal((await server.get(url, { ...own, host: 'us.localhost' })).statusCode, 403, 'a later tenant of the same name')
})

t.test('pages under a running clock do not come from the cache', async t => {
  const { key } = await control('POST', '/tenants', { name: 'running', now: '2026-01-30T12:00:00Z', rate: 10 })
  const { hits } = await askThrice(trades, { 'x-api-key': key as string })
  t.equal(hits, 0)
})

t.test('pages of the cache count towards the limit', async t => {
  const { key } = await control('POST', '/tenants', { name: 'limited', limit: 4 })
  const own = { 'x-api-key': key as string }
  const { answers, hits } = await askThrice(`${trades}?page_size=2`, own)
  t.same([...answers.map(({ headers }) => headers['x-ratelimit-remaining']), hits], ['3', '2', '1', 1])
  const statuses = [await server.get(`${trades}?page_size=2`, own), await server.get(`${trades}?page_size=2`, own)]
  t.same(
    statuses.map(({ statusCode }) => statusCode),
    [200, 429],
  )
})

t.test('the journal records pages of the cache as it records others', async t => {
  const { key } = await control('POST', '/tenants', { name: 'journal' })
  const { hits } = await askThrice(`${trades}?page_size=2`, { 'x-api-key': key as string })
  t.equal(hits, 1)
  const { entries } = await control('GET', '/tenants/journal/journal')
  const recorded = entries.map(({ ordinal, time, began, ended, ms, at, ...entry }: Record<string, unknown>) => {
    const { headers: _headers, ...rest } = entry
    return rest
  })
  t.equal(recorded.length, 3)
  t.equal(recorded[2].records, 2)
  t.same(recorded[2].walk, recorded[0].walk)
  t.same(Object.keys(recorded[2]), Object.keys(recorded[0]))
})

t.test('metrics count pages of the cache as requests with rows', async t => {
  const rowsOf = async () => {
    const { body } = await server.get('/metrics')
    return Number(/sandbox_rows_total\{operation="listTrades"\} (\d+)/.exec(body)![1])
  }
  const before = await rowsOf()
  await askThrice(`${trades}?page_size=13`)
  t.equal((await rowsOf()) - before, 39)
})

t.test('faults of a tenant, a key and a request apply to cached pages', async t => {
  const url = `${trades}?page_size=2`
  const { key } = await control('POST', '/tenants', { name: 'faulty' })
  const own = { 'x-api-key': key as string }
  t.equal((await askThrice(url, own)).hits, 1)
  await control('PUT', '/tenants/faulty/faults', [{ id: 'all', do: { status: 503 } }])
  t.equal((await server.get(url, own)).statusCode, 503)
  await control('PUT', '/tenants/faulty/faults', [])
  t.equal((await server.get(url, own)).statusCode, 200)
  t.equal((await server.get(url, { ...own, 'x-sandbox-fault': 'status=500' })).statusCode, 500)
  t.equal((await askThrice(url, { 'x-api-key': 'sandbox-down' })).answers[2]!.statusCode, 503)
})

t.test('maintenance and a changed `latest` apply to cached pages', async t => {
  const url = `${trades.replace('.v1', '.latest')}?page_size=2`
  const { hits, answers } = await askThrice(url)
  t.match([hits, answers[2]!.json().query.data_version], [1, 'v1'])
  server.change({ latest: { trades: 'v2' } })
  t.equal((await server.json(url)).query.data_version, 'v2')
  server.change({ maintenance: true })
  t.equal((await server.get(url)).statusCode, 503)
  server.change({ maintenance: false })
  server.change({ latest: { trades: 'v1' } })
})

t.test('the setting 0 keeps no pages', async t => {
  const without = await startTestServer({ SANDBOX_PAGE_CACHE: '0' })
  t.teardown(() => without.close())
  const headers = { 'x-api-key': 'sandbox-key' }
  for (let n = 0; n < 3; n++) t.equal((await without.app.inject({ url: trades, headers })).statusCode, 200)
  t.match(without.app.state.pages, { hits: 0, bytes: 0 })
})

const sent: Omit<CachedPage, 'body'> = {
  encoding: null,
  isStream: false,
  etag: '""',
  control: '',
  vary: '',
  walk: { origin: () => '', page: 1, last: true },
  rows: 0,
}

t.test('the cache stays within its bytes and keeps the pages that were requested last', async t => {
  const cache = new PageCache(100_000)
  cache.keep('much too large', sent, 'x'.repeat(30_000))
  t.equal(cache.bytes, 0)
  for (let n = 0; n < 50; n++) {
    cache.keep(`page ${n}`, sent, Buffer.alloc(8000))
    t.ok(cache.find('page 0'), 'in use')
    t.ok(cache.bytes <= 100_000, 'the cache keeps its limit')
  }
  t.equal(cache.find('page 1'), undefined)
  t.ok(cache.find('page 49'), 'the newest page is kept')
})

t.test('a stream is kept when it has ended, unless it is too large or another is gathered', async t => {
  const cache = new PageCache(100_000)
  const parts = (count: number) => Readable.from(Array.from({ length: count }, () => 'x'.repeat(1000)))
  const read = async (...streams: Readable[]) => {
    await Promise.all(streams.map(stream => stream.resume() && once(stream, 'close')))
  }
  const [first, second] = [parts(20), parts(20)]
  cache.gather('first', () => sent, first)
  cache.gather('second', () => sent, second)
  t.equal(cache.find('first'), undefined, 'not before its end')
  await read(first, second)
  t.equal(cache.find('first')?.body.length, 20_000)
  t.equal(cache.find('second'), undefined)
  const [large, broken] = [parts(30), parts(20)]
  cache.gather('large', () => sent, large)
  await read(large)
  cache.gather('broken', () => sent, broken)
  broken.once('data', () => broken.destroy())
  await read(broken)
  t.same([cache.find('large'), cache.find('broken')], [undefined, undefined])
})

t.test('a page enters the cache with its second request, also after thousands of others', async t => {
  const cache = new PageCache(100_000)
  t.notOk(cache.isWorth('page'), 'a page is not kept with its first request')
  for (let n = 0; n < 5000; n++) cache.isWorth(`other ${n}`)
  t.ok(cache.isWorth('page'), 'a page is kept with its second request')
  for (let n = 0; n < 20_000; n++) cache.isWorth(`another ${n}`)
  t.notOk(cache.isWorth('page'), 'but not for ever')
})
