import { copyFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { pino } from 'pino'
import { compress } from '../src/http/answer/compression.ts'
import { acceptedEncoding } from '../src/http/answer/encoding.ts'
import { beginRecord } from '../src/http/request-record.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl, operations, withQuery } from './harness/operations.ts'
import { until } from './harness/process.ts'
import { fullKey, type Headers, type Served, serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

const server = await serve(t, unlimited)
const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')
const past = withQuery(trades, { end_time: new Date(end - 3_600_000).toISOString() })

const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: body => gunzipSync(body),
  br: body => brotliDecompressSync(body),
  zstd: body => zstdDecompressSync(body),
}

t.test('the preferred encoding of a client is chosen from Accept-Encoding', async t => {
  const cases: [header: string, encoding: string | null][] = [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.9, zstd;q=0.1', 'gzip'],
    ['zstd;q=0, br', 'br'],
    ['*', 'gzip'],
    ['*, zstd;q=0', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['compress, sdch, aws-chunked', null],
    ['gzip;q=0', null],
    [';;q=,,', null],
  ]
  for (const [header, encoding] of cases) t.equal(acceptedEncoding(header)?.encoding, encoding, header)
  for (const header of ['identity;q=0', '*;q=0', 'identity;q=0, deflate', 'gzip;q=0, *;q=0.000'])
    t.equal(acceptedEncoding(header), null, header)
})

t.test('a page has the same content in every encoding, sent whole or in slices', async t => {
  for (const url of [withQuery(trades, { page_size: 100 }), withQuery(trades, { page_size: 100_000 })]) {
    const as = await server.get(url)
    t.notOk('content-encoding' in as.headers, 'it is not compressed')
    for (const [encoding, decode] of Object.entries(decoders)) {
      const answer = await server.get(url, { 'accept-encoding': encoding })
      t.match(answer.headers, { 'content-encoding': encoding, 'content-type': 'application/json; charset=utf-8' })
      t.ok(decode(answer.rawPayload).equals(as.rawPayload), encoding)
      t.ok(answer.rawPayload.length * 4 < as.rawPayload.length, `${encoding} makes it small`)
      t.not(answer.headers.etag, as.headers.etag)
    }
  }
})

t.test('a small response is sent uncompressed, unless the client excludes that', async t => {
  const small = withQuery(trades, { page_size: 1 })
  t.notOk(
    'content-encoding' in (await server.get(small, { 'accept-encoding': 'gzip' })).headers,
    'small responses are not compressed',
  )
  const answer = await server.get(small, { 'accept-encoding': 'gzip, identity;q=0' })
  t.equal(answer.headers['content-encoding'], 'gzip')
  t.equal(JSON.parse(gunzipSync(answer.rawPayload).toString()).data.length, 1)
  const refused = await server.get(small, { 'accept-encoding': 'identity;q=0' })
  t.equal(refused.statusCode, 406)
  t.match(refused.json(), { result: 'error', message: /zstd, br, gzip/ })
  const version = await server.get('/version', { 'accept-encoding': 'gzip, identity;q=0' })
  t.match(
    JSON.parse(gunzipSync(version.rawPayload).toString()),
    { result: 'success' },
    'also a response that is not a page',
  )
})

t.test('zstd knows the size of a file, because a slow level otherwise prepares for megabytes', async t => {
  const { rawPayload } = await server.get('/console/console.js', { 'accept-encoding': 'zstd' })
  t.equal(rawPayload.readUInt32LE(), 0xfd2fb528)
  // RFC 8878: one of three bits of the descriptor announces the size.
  t.ok((rawPayload[4]! & 0b1110_0000) > 0, 'the frame begins with the size')
})

t.test('each of 60 long pages asked for at once is whole, beside a short one', async t => {
  const hours = Array.from({ length: 60 }, (_, n) => new Date(end - (n % 20) * 3_600_000).toISOString())
  const urls = [...hours.map(end_time => withQuery(trades, { end_time, page_size: 2000 })), past]
  const alone = new Map<string, string>()
  for (const url of urls) alone.set(url, (await server.get(url)).body)
  const together = await Promise.all(urls.map(url => server.get(url, { 'x-request-id': 'together' })))
  t.same(
    together.filter(({ body }, n) => body !== alone.get(urls[n]!)).map(({ statusCode }) => statusCode),
    [],
  )
})

t.test('a client that stops reading a compressed page has no effect on others', async t => {
  for (let n = 0; n < 20; n++) {
    const gone = new AbortController()
    const answer = await fetch(`${server.url}${withQuery(trades, { page_size: 100_000 })}`, {
      headers: { 'x-api-key': fullKey, 'accept-encoding': Object.keys(decoders)[n % 3]! },
      signal: gone.signal,
    })
    t.equal(answer.status, 200)
    gone.abort()
  }
  t.equal((await server.get('/live')).statusCode, 200)
})

/** Requests twice, the second time with the first response's ETag. */
async function revalidate(server: Served, url: string, headers: Headers = {}) {
  const first = await server.get(url, headers)
  const etag = String(first.headers.etag)
  return { first, etag, second: await server.get(url, { ...headers, 'if-none-match': etag }) }
}

for (const { operation, urls } of operations)
  t.test(`${operation.id} answers 304 to a client with the current ETag`, async t => {
    for (const headers of [{}, { 'accept-encoding': 'br' }] as Headers[]) {
      const { first, etag, second } = await revalidate(server, urls[0]!, headers)
      t.match(etag, /^"[\w-]{22}"$/, 'a strong tag')
      t.same([second.statusCode, second.body], [304, ''])
      for (const name of ['etag', 'cache-control', 'vary']) t.equal(second.headers[name], first.headers[name])
      t.notOk(
        'content-type' in second.headers || 'content-length' in second.headers,
        'a 304 has no type without a length',
      )
      const head = await server.inject({ method: 'HEAD', url: urls[0]!, headers: { 'x-api-key': fullKey, ...headers } })
      for (const name of ['etag', 'cache-control', 'vary', 'content-type'])
        t.equal(head.headers[name], first.headers[name], `HEAD has the ${name} of GET`)
      t.notOk('content-length' in head.headers || 'content-encoding' in head.headers, 'but reads no record')
      t.ok((await server.get(urls[0]!, headers)).rawPayload.equals(first.rawPayload), 'the same tag, the same bytes')
    }
  })

t.test('If-None-Match is parsed by RFC 9110', async t => {
  const { etag } = await revalidate(server, past)
  const cases: [header: string, status: number][] = [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"a", ${etag} , W/"b"`, 304],
    ['*', 304],
    [etag.replaceAll('"', ''), 200],
    ['"a"', 200],
    ['', 200],
    [`${etag.slice(0, -1)}x"`, 200],
  ]
  for (const [header, status] of cases)
    t.equal((await server.get(past, { 'if-none-match': header })).statusCode, status, header)
  for (const [url, status] of [
    [withQuery(past, { page_size: 'x' }), 400],
    [past.replace('bnce', 'nope'), 404],
    ['/nowhere', 404],
  ] as const)
    t.equal((await server.get(url, { 'if-none-match': '*' })).statusCode, status, 'an error has no ETag')
  t.equal((await server.get(past, { 'if-none-match': '*', 'x-api-key': 'nobody' })).statusCode, 401)
})

t.test('the bytes of a compressed page do not depend on when its parts arrive', async t => {
  const app = Fastify({ rewriteUrl: raw => beginRecord(raw, false) }).addHook('onSend', compress)
  const parts = async function* (pause: number) {
    for (const part of ['{"data":[', '1,'.repeat(1000), '1]}']) {
      yield part
      if (pause > 0) await delay(pause)
    }
  }
  app.get('/:encoding/:pause', (request, reply) => {
    const { encoding, pause } = request.params as { encoding: string; pause: string }
    request.raw.record.accepted = acceptedEncoding(encoding)
    return reply.type('application/json').send(Readable.from(parts(Number(pause))))
  })
  for (const encoding of Object.keys(decoders)) {
    const [atOnce, slowly] = [await app.inject(`/${encoding}/0`), await app.inject(`/${encoding}/5`)]
    t.ok(atOnce.rawPayload.equals(slowly.rawPayload), encoding)
  }
})

t.test('responses of the control plane are compressed, too', async t => {
  const plain = await server.get('/sandbox/scenarios')
  t.ok(plain.rawPayload.length > 10_000, 'the page is long')
  for (const [encoding, decode] of Object.entries(decoders)) {
    const { headers, rawPayload } = await server.get('/sandbox/scenarios', { 'accept-encoding': encoding })
    t.match(headers, { 'content-encoding': encoding, 'content-length': String(rawPayload.length) })
    t.ok(rawPayload.length < plain.rawPayload.length / 4, 'it is a quarter of the size or less')
    t.ok(decode(rawPayload).equals(plain.rawPayload), 'it decodes to the plain page')
  }
})

t.test('Accept-Encoding that only allows identity leaves the ETag as it is without the header', async t => {
  const server = await serve(t, unlimited)
  const tags = [undefined, 'identity', 'gzip'].map(async encoding => {
    const { headers } = await server.get(past, encoding ? { 'accept-encoding': encoding } : {})
    return headers.etag
  })
  const [none, identity, gzip] = await Promise.all(tags)
  t.equal(identity, none)
  t.not(gzip, none)
})

t.test('every change to a page changes its ETag', async t => {
  const tagOf = async (server: Served, headers: Headers = {}, url = past) =>
    (await server.get(url, headers)).headers.etag
  const settings: Record<string, string>[] = [
    { SANDBOX_SEED: 'market', SANDBOX_TOKEN_SECRET: 'other' },
    { SANDBOX_VENDOR_NAME: 'other' },
    { SANDBOX_VALIDATION: 'lenient' },
  ]
  const others = await Promise.all(settings.map(setting => serve(t, { ...unlimited, ...setting })))
  const path = `${t.testdir()}/seed.sqlite`
  copyFileSync(storePath, path)
  new Database(path).exec("UPDATE store SET value = 'other' WHERE name = 'seed'").close()
  others.push(await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_SEED: 'other' }))
  const tags = [
    ...(await Promise.all(others.map(other => tagOf(other)))),
    await tagOf(server),
    await tagOf(server, { 'x-api-key': 'other-key' }),
    await tagOf(server, { host: 'other.localhost' }),
    await tagOf(server, {}, `/us${past}`),
    await tagOf(server, {}, withQuery(past, { page_size: 99 })),
    await tagOf(server, {}, past.replace('v1', 'v2')),
  ]
  t.equal(new Set(tags).size, tags.length)
  t.notOk(tags.includes(undefined), 'every encoding has a tag')

  const latest = past.replace('v1', 'latest')
  const moving = await serve(t, unlimited)
  const before = await tagOf(moving, {}, latest)
  moving.change({ latest: { trades: 'v2' } })
  t.not(await tagOf(moving, {}, latest), before, 'a moved latest version')
})

t.test('caching headers allow the documented lifetime, and never sharing between keys', async t => {
  const headersOf = async (url: string, headers?: Headers) => (await server.get(url, headers)).headers
  t.match(await headersOf(past), {
    'cache-control': 'private, max-age=3600, immutable',
    vary: 'Accept-Encoding, Origin, X-Api-Key',
  })
  t.match(await headersOf(trades), { 'cache-control': 'private, no-cache' }, 'a page that reaches the present')
  t.match(await headersOf('/v1/exchanges'), { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding, Origin' })
  for (const url of ['/version', '/ready', '/nowhere', withQuery(past, { page_size: 'x' })])
    t.match(await headersOf(url), { 'cache-control': 'no-store', etag: undefined }, url)
  t.match(await headersOf(past, { 'x-api-key': 'nobody' }), { 'cache-control': 'no-store' })
})

t.test('a store of another source gets new ETags after a change, also under a live clock', async t => {
  const path = `${t.testdir()}/mine.sqlite`
  copyFileSync(storePath, path)
  const change = (sql: string) => new Database(path).exec(sql).close()
  change("UPDATE store SET value = 'me' WHERE name = 'source'")
  const settled = withQuery(trades, { end_time: new Date(end - 60 * 3_600_000).toISOString() })
  for (const SANDBOX_NOW of ['live', 'seeded']) {
    const before = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW })
    const { first, etag, second } = await revalidate(before, settled)
    t.same([first.statusCode, second.statusCode], [200, 304])
    await before.close()
    change("UPDATE exchange SET name = name || '1'")
    const after = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW })
    const changed = await after.get(settled, { 'if-none-match': etag })
    await after.close()
    t.equal(changed.statusCode, 200, SANDBOX_NOW)
  }
})

t.test('an empty page of the settled past keeps its ETag while the clock moves', async t => {
  const { key } = await controlOf(server)('POST', '/tenants', { now: '2026-01-30T12:00:00Z', rate: 60 })
  const unlisted = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'usdc-mxn' }, 'trades')
  for (const url of [withQuery(trades, { end_time: '2025-06-01' }), withQuery(unlisted, { end_time: '2026-01-28' })]) {
    const get = (headers: Headers = {}) => server.get(url, { 'x-api-key': key, ...headers })
    const first = await get()
    const { etag } = first.headers
    t.match([first.json().data, etag], [[], /^W\//], url)
    const later = await until(get, answer => answer.json().time !== first.json().time)
    t.equal(later.headers.etag, etag)
    t.equal((await get({ 'if-none-match': String(etag) })).statusCode, 304)
  }
})

t.test('any web page may read data and headers, errors included', async t => {
  const origin = { origin: 'https://example.com' }
  const allowed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
  for (const url of [trades, '/v1/exchanges', '/version', '/nowhere', withQuery(trades, { page_size: 'x' }), '/%zz'])
    t.match((await server.get(url, origin)).headers, allowed, url)
  t.match((await server.get(trades, { ...origin, 'x-api-key': '' })).headers, allowed, 'a response of 401')
  const etag = String((await server.get(past, origin)).headers.etag)
  const known = await server.get(past, { ...origin, 'if-none-match': etag })
  t.match([known.statusCode, known.headers], [304, allowed])
  t.notOk('access-control-allow-credentials' in known.headers, 'credentials are not allowed')
  t.notOk('access-control-allow-origin' in (await server.get(trades)).headers, 'other clients get no CORS headers')
})

t.test('a browser may send a preflight request', async t => {
  const asked = { origin: 'https://example.com', 'access-control-request-method': 'GET' }
  for (const url of [trades, '/v1/exchanges', `/us${trades}`, '/version']) {
    const headers = { ...asked, 'access-control-request-headers': 'x-api-key,if-none-match' }
    const { statusCode, headers: answer } = await server.inject({ method: 'OPTIONS', url, headers })
    t.equal(statusCode, 204)
    t.match(answer['access-control-allow-headers'], /X-Api-Key.*If-None-Match/)
    t.match(answer, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-max-age': /^\d+$/,
      allow: 'GET, HEAD, OPTIONS',
    })
  }
})

t.test('every response forbids content sniffing and referrers', async t => {
  const safe = await serve(t)
  for (const url of [
    '/',
    '/live',
    '/metrics',
    '/docs/',
    '/openapi.json',
    '/v1/exchanges',
    '/v2/data/tvl',
    '/nowhere',
    '/%zz',
  ])
    for (const headers of [{}, { accept: 'text/html' }]) {
      const answer = await safe.get(url, headers)
      const { 'x-content-type-options': type, 'referrer-policy': referrer } = answer.headers
      t.same([type, referrer], ['nosniff', 'no-referrer'], `${url} is ${answer.statusCode}`)
    }
})

t.test('behind a trusted proxy, caches separate clients of several hosts', async t => {
  const [direct, proxied] = [await serve(t), await serve(t, { SANDBOX_TRUST_PROXY: 'true' })]
  for (const url of ['/v1/exchanges', '/v1/instruments?limit=1', '/openapi.json', '/nowhere', '/']) {
    t.notMatch((await direct.get(url)).headers.vary, /Forwarded/, url)
    t.match((await proxied.get(url)).headers.vary, /, X-Forwarded-Host, X-Forwarded-Prefix, X-Forwarded-Proto$/, url)
  }
})

t.test('no log line contains a key from a path or query', async t => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const logged = await serve(t, {}, logger)
  const exchange = (code: string) => `/v2/data/trades.v1/exchanges/${code}/spot/btc-usd/trades`
  const { key } = (await logged.inject({ method: 'POST', url: '/sandbox/tenants', payload: { name: 'hidden' } })).json()
  for (const path of [
    `/${key}`,
    exchange(key),
    exchange(key.replace('-', '%2d')),
    `/${fullKey}`,
    exchange(fullKey),
    exchange('sandbox%2dkey'),
    `${exchange('cbse')}?api_key=${fullKey}`,
  ])
    await logged.get(path)
  await new Promise(resolve => setImmediate(resolve))
  t.ok(lines.length >= 7, 'each request has a line')
  t.notMatch(lines.join(''), key.slice(-24))
  // The built-in key has its own name, which the log may show.
  t.notMatch(lines.join('').replaceAll('"key":"sandbox-key"', ''), /sandbox(-|%2d)key/i)
})

t.test(
  'messages escape characters that change how they read, and suggest nothing for a path of thousands of characters',
  async t => {
    const { message } = await (await serve(t))
      .get(trades.replace('bnce', '%E2%80%AEno%C2%85'))
      .then(answer => answer.json())
    t.match(message, /\\u202e.*\\u0085/)
    t.notMatch((await (await serve(t)).get(`/live${'x'.repeat(15_000)}`)).json().message, /did you mean/)
  },
)

t.test('the message of an unknown path names the wrong segment and what would be right', async t => {
  const ofBars = 'exchanges/cbse/spot/btc-usd/aggregations'
  const cases: [path: string, hint: string][] = [
    [
      `/v2/data/trades.v1/${ofBars}/ohlc`,
      ': the segment after "aggregations" must be ohlcv, vwap or count_ohlcv_vwap, not "ohlc"',
    ],
    [`/us/v2/data/trades.v1/${ofBars}`, ': the segment after "aggregations" must be ohlcv, vwap or count_ohlcv_vwap'],
    [`/v2/data/trades/${ofBars}/ohlcv`, ': did you mean trades.latest, not "trades"?'],
    [`/v2/data/trdes.v2/${ofBars}/ohlcv`, ': did you mean trades.v2, not "trdes.v2"?'],
    [`/v3/data/trades.v1/${ofBars}/ohlcv`, ': the first segment must be v2 or v1, not "v3"'],
    [
      `/v2/data/order_book_snapshots.v1/${ofBars}/vwap`,
      ': the segment after "btc-usd" must be ob_aggregations or snapshots, not "aggregations"',
    ],
    ['/v2/data/lending.v1/top', ': the segment after "lending.v1" must be snapshots or events, not "top"'],
    [`/v2/data/trades.v1/exchanges/cbse`, ': the segment after "cbse" must be a value of instrument_class'],
    ['/v2/data/trades.v1/spot_exchange_rate/btc-usd', ': write btc/usd in place of "btc-usd"'],
    [`/v2/data/TRADES.V1/${ofBars}/ohlcv`, ': did you mean trades.v1, not "TRADES.V1"?'],
    ['/v2/data/trades.v1/exchanges/cbse/spot/BTC/USD/aggregations/ohlcv', ': write BTC-USD in place of "BTC/USD"'],
    [
      '/v2/data/trades.v1/exchanges/binance/us/spot/btc-usd/trades',
      ': the segment after "spot" must be trades or aggregations, not "btc-usd"',
    ],
    [
      `/v2/data/trades.v1/exchanges/cbse/spot/BTC/USD`,
      ': the segment after "BTC" must be trades or aggregations, not "USD"',
    ],
    ['/data/trades.v1/exchanges/cbse/spot/btc-usd/trades', ': the first segment must be v3, v2 or v1, not "data"'],
    ['/data/tvl', ': the first segment must be v2, not "data"'],
    ['/instruments', ': the first segment must be v1, not "instruments"'],
    ['//v2/data/tvl', ': it has two slashes in a row'],
    ['/asia/v2/data/tvl', ': the first segment must be a region (eu or us) or be left out, not "asia"'],
    ['/v2/data/tvl/x', ': nothing follows "tvl"'],
    ['/v2/data//tvl', ': it has two slashes in a row'],
    ['/livee', ': did you mean live, not "livee"?'],
    ['/healthz', ': did you mean ready, not "healthz"?'],
  ]
  for (const [path, hint] of cases) {
    const answer = await server.get(path)
    t.same([answer.statusCode, answer.json().message], [404, `unknown path "${path}"${hint}`])
  }
  const analytics = (await server.get('/v2/data/analytics.v2/top')).json().message
  for (const name of [
    'asset_metrics',
    'exchange_metrics',
    'stablecoin_metrics',
    'expected_shortfall',
    'vendor_fx_rates',
  ])
    t.ok(analytics.includes(name), name)
  t.notMatch(analytics, /supply|trades/)
  const { message } = (await server.get(`/v2/data/tvl${'/a'.repeat(5000)}`)).json()
  t.match(message, /^unknown path ".{200}…": nothing follows "tvl"$/)
})
