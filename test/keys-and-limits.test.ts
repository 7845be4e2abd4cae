import { writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { Value } from '@sinclair/typebox/value'
import { pino } from 'pino'
import { families } from '../routes/index.ts'
import { wrongPart } from '../src/base/wrong-part.ts'
import { day, hour } from '../src/market/time.ts'
import { datasetsOf } from '../src/operations/family.ts'
import { builtInKeys, type Key, KeyFile } from '../src/plans/keys.ts'
import { wrongKeys } from '../src/plans/wrong-keys.ts'
import { SettingsFailure } from '../src/settings.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { fc } from './harness/properties.ts'
import { type Served, serve } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'
import { page } from './harness/walk.ts'

const instrument = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const trades = withQuery(instrumentUrl(instrument, 'trades'), { page_size: 1 })
const iso = (time: number) => new Date(time).toISOString()

async function status(server: Served, url: string, key: string): Promise<number> {
  return (await server.get(url, { 'x-api-key': key })).statusCode
}

/** A server with these keys. */
async function serveKeys(t: Test, keys: Key[], environment = {}): Promise<Served> {
  const path = `${t.testdir()}/keys.json`
  writeFileSync(path, JSON.stringify(keys))
  return serve(t, { SANDBOX_KEYS: path, ...environment })
}

t.test('every outcome that a client must handle has a built-in key', async t => {
  const server = await serve(t)
  const outcomes: [key: string, url: string, status: number, message?: RegExp][] = [
    ['sandbox-key', trades, 200],
    ['sandbox-key', `/us${trades}`, 200],
    ['sandbox-limited', trades, 200],
    ['sandbox-expired', trades, 401, /expired/],
    ['sandbox-revoked', trades, 401, /revoked/],
    ['sandbox-eu-only', trades, 200],
    ['sandbox-eu-only', `/eu${trades}`, 200],
    ['sandbox-eu-only', `/us${trades}`, 403, /region us/],
    ['sandbox-last-30-days', trades, 200],
    ['sandbox-no-defi', trades, 200],
    ['sandbox-no-defi', '/v2/data/tvl', 403, /tvl; it excludes liquidity, lending, tvl/],
    ['sandbox-no-liquidations', trades, 200],
    ['sandbox-slow', trades, 200],
    ['sandbox-flaky', trades, 200],
    ['sandbox-down', trades, 503],
    ['sandbox-bad-paging', trades, 200],
    ['', trades, 401, /X-Api-Key/],
    ['Sandbox-Key', trades, 401, /X-Api-Key/],
    ['sandbox-key ', trades, 401, /known API key/],
    ['nobody', trades, 401, /must be a known API key, such as sandbox-key$/],
  ]
  for (const [key, url, expected, message] of outcomes) {
    const answer = await server.get(url, { 'x-api-key': key })
    t.equal(answer.statusCode, expected, `${key} ${url}`)
    if (message) t.match(answer.json().message, message)
    t.notOk(key && answer.statusCode !== 200 && answer.body.includes(key), 'no message repeats a key')
  }
  t.same(
    new Set(builtInKeys.map(({ key }) => key)),
    new Set(outcomes.map(([key]) => key).filter(key => /^sandbox-[\w-]+$/.test(key))),
  )
  t.equal((await server.inject({ url: trades })).statusCode, 401, 'no key')
  t.equal(
    (await server.inject({ url: trades, headers: { 'X-API-KEY': 'sandbox-key' } })).statusCode,
    200,
    'in any case',
  )
  t.equal((await server.inject({ url: `${trades}&x-api-key=sandbox-key` })).statusCode, 401, 'only in the header')
})

t.test('reference data need no key, and a given key is neither checked nor counted', async t => {
  const server = await serve(t)
  for (const key of ['sandbox-revoked', 'nobody', '', 'sandbox-limited']) {
    const answer = await server.get('/v1/exchanges', { 'x-api-key': key })
    t.equal(answer.statusCode, 200)
    t.notOk('x-ratelimit-limit' in answer.headers, 'a key without a limit has no headers of it')
  }
  for (let n = 0; n < 20; n++) await server.get('/v1/exchanges', { 'x-api-key': 'sandbox-limited' })
  t.equal(await status(server, trades, 'sandbox-limited'), 200)
})

t.test('request 6001 in a minute is 429, and other keys are unaffected', async t => {
  const server = await serve(t)
  for (let n = 1; n <= 6000; n++) {
    const answer = await server.get(trades)
    if (answer.statusCode !== 200) return t.fail(`request ${n} is ${answer.statusCode}`)
    if (n === 1 || n === 6000)
      t.match(answer.headers, { 'x-ratelimit-limit': '6000', 'x-ratelimit-remaining': String(6000 - n) })
  }
  const refused = await server.get(trades)
  t.equal(refused.statusCode, 429)
  t.match(refused.headers, {
    'x-ratelimit-limit': '6000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': /^\d+$/,
    'retry-after': /^\d+$/,
  })
  t.ok(
    Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60,
    'Retry-After is within a minute',
  )
  t.match(refused.json(), { result: 'error', message: /6000.*minute/ })
  t.equal((await server.get(`${trades}&page_size=x`)).statusCode, 429, 'before any other check')
  t.equal(await status(server, trades, 'sandbox-last-30-days'), 200, 'another key')
  t.equal((await server.get('/v1/exchanges')).statusCode, 200, 'reference data')
})

t.test('a limit of ten per minute counts refused requests too', async t => {
  const server = await serve(t)
  const key = 'sandbox-limited'
  for (const url of [trades, `${trades}&sort=x`, trades.replace('cbse', 'nope')])
    for (let n = 0; n < 3; n++) t.not(await status(server, url, key), 429)
  t.equal(await status(server, trades, key), 200)
  t.equal(await status(server, trades, key), 429)
  const head = await server.inject({ method: 'HEAD', url: trades, headers: { 'x-api-key': key } })
  t.same([head.statusCode, head.headers['x-ratelimit-limit']], [429, '10'])
  t.equal(await status(server, trades, 'nobody'), 401, 'an invalid key gets 401, not 429')
})

t.test('the rate-limit minute does not depend on the time of day', async t => {
  const server = await serve(t)
  const key = 'sandbox-limited'
  const { hrtime } = process
  const [began] = hrtime()
  const pass = (seconds: number) =>
    t.intercept(process, 'hrtime', { value: Object.assign(() => [began + seconds, 0], { bigint: hrtime.bigint }) })
  pass(0)
  for (let n = 0; n < 10; n++) t.equal(await status(server, trades, key), 200)
  const yesterday = Date.now() - day
  t.intercept(Date, 'now', { value: () => yesterday })
  pass(59)
  const refused = await server.get(trades, { 'x-api-key': key })
  t.match([refused.statusCode, refused.headers], [429, { 'retry-after': '1', 'x-ratelimit-reset': '1' }])
  pass(60)
  t.equal(await status(server, trades, key), 200)
})

t.test('a key for the last days sees no older data, and its responses state its range', async t => {
  const plan = { access_range: { last_days: 2 }, data_range: { last_days: 2 } }
  const server = await serveKeys(t, [
    { key: 'all', name: 'all' },
    { key: 'last', name: 'last days', ...plan },
  ])
  const ask = async (url: string, key = 'last') => server.json(url, { 'x-api-key': key })
  const range = { start_timestamp: end - 2 * day, end_timestamp: null }

  const bars = withQuery(instrumentUrl(instrument, 'count_ohlcv_vwap'), { interval: '1d', sort: 'asc' })
  const [all, seen] = [await ask(bars, 'all'), await ask(bars)]
  t.strictSame(seen.access, { access_range: range, data_range: range })
  t.equal(all.data.length, 3)
  t.strictSame(seen.data, all.data.slice(1))

  const oldest = withQuery(instrumentUrl(instrument, 'trades'), { sort: 'asc', page_size: 5, start_time: '2025-12-01' })
  const { data } = await ask(oldest)
  t.ok(
    data[0].timestamp >= range.start_timestamp && data[0].timestamp < range.start_timestamp + day,
    'the first row lies on the first day of the range',
  )
  t.ok((await ask(oldest, 'all')).data[0].timestamp < range.start_timestamp, 'the other key has earlier rows')
  const before = withQuery(oldest, { end_time: '2026-01-29' })
  t.strictSame((await ask(before)).data, [])
})

t.test('responses about times outside the store state no wider range than the key may read', async t => {
  const [half, later, earlier] = [end - 12 * hour, end + day, start - 30 * day]
  const plans: [key: string, data_range: object | undefined, shown: [from: number | null, until: number | null]][] = [
    ['all', undefined, [start, end]],
    ['from', { start: iso(half) }, [half, end]],
    ['until', { end: iso(half) }, [start, half]],
    ['wide', { start: iso(earlier), end: iso(later) }, [start, end]],
    ['future', { start: iso(later) }, [later, null]],
    ['past', { end: iso(earlier) }, [null, earlier]],
  ]
  const keys = plans.map(([key, data_range]) => ({ key, name: key, ...(data_range && { data_range }) }))
  const server = await serveKeys(t, keys)
  const bars = instrumentUrl(instrument, 'count_ohlcv_vwap')
  for (const [key, , [start_timestamp, end_timestamp]] of plans)
    for (const query of [{ start_time: '2030-01-01' }, { end_time: '2020-01-01' }]) {
      const answer = await server.get(withQuery(bars, query), { 'x-api-key': key })
      const { data, access } = answer.json()
      t.strictSame([data, access.data_range], [[], { start_timestamp, end_timestamp }], key)
      const shown = [start_timestamp, end_timestamp].map(time => (time === null ? '' : iso(time)))
      t.match(answer.headers['x-sandbox-hint'], /^the requested times are outside the range with data /)
      for (const time of shown) t.ok(String(answer.headers['x-sandbox-hint']).includes(time), key)
    }
  const hidden = await server.get(withQuery(bars, { end_time: iso(half) }), { 'x-api-key': 'from' })
  t.same(hidden.json().data, [])
  t.match(hidden.headers['x-sandbox-hint'], /^the requested times are outside the range of this API key from /)
})

t.test('a key file defines who may read which data from when and where', async t => {
  const server = await serveKeys(t, [
    { key: 'one', name: 'one', instruments: ['cbse/spot/btc-usd', '*/option/*'] },
    { key: 'none', name: 'none', families: [] },
    { key: 'some', name: 'some', families: ['trades'] },
    { key: 'past', name: 'past', expires: '2026-01-31T00:00:00Z' },
    { key: 'next', name: 'next', expires: '2026-01-31T00:00:01Z' },
    { key: 'window', name: 'window', data_range: { start: '2026-01-29T12:00:00Z', end: '2026-01-30T00:30:00Z' } },
    { key: 'early', name: 'early', data_range: { end: '2026-01-28T00:00:01Z' } },
  ])
  const [{ code: option }] = (await server.json('/v1/instruments?class=option&trade_count_min=5')).data
  const url = (exchange: string, kind: string, code: string) =>
    instrumentUrl({ exchange_code: exchange, class: kind, code }, 'trades')
  const cases: [key: string, url: string, status: number][] = [
    ['one', url('cbse', 'spot', 'btc-usd'), 200],
    ['one', url('drbt', 'option', option), 200],
    ['one', url('cbse', 'spot', 'eth-usd'), 403],
    ['one', url('krkn', 'spot', 'btc-usd'), 403],
    ['none', trades, 403],
    ['some', trades, 200],
    ['past', trades, 401],
    ['next', trades, 200],
    ['sandbox-key', trades, 401],
  ]
  for (const [key, path, expected] of cases) t.equal(await status(server, path, key), expected, `${key} ${path}`)
  t.match(
    (await server.get(url('cbse', 'spot', 'eth-usd'), { 'x-api-key': 'one' })).json().message,
    /cbse\/spot\/eth-usd/,
  )

  const own = { 'x-api-key': 'window' }
  const all = await server.json(withQuery(url('cbse', 'spot', 'btc-usd'), { page_size: 100_000 }), {
    'x-api-key': 'some',
  })
  const part = await server.json(withQuery(url('cbse', 'spot', 'btc-usd'), { page_size: 100_000 }), own)
  const [from, until] = [Date.UTC(2026, 0, 29, 12), Date.UTC(2026, 0, 30, 0, 30)]
  t.strictSame(part.access.data_range, { start_timestamp: from, end_timestamp: until })
  t.strictSame(
    part.data,
    all.data.filter(({ timestamp }: { timestamp: number }) => timestamp >= from && timestamp < until),
  )
  const hours = await server.json(withQuery(instrumentUrl(instrument, 'count_ohlcv_vwap'), { interval: '1h' }), own)
  const count = hours.data.reduce((sum: number, bar: { count: number }) => sum + bar.count, 0)
  t.equal(count, part.data.length, 'no bar includes trades outside the range of the key')
  const early = await server.json(instrumentUrl(instrument, 'ohlcv'), { 'x-api-key': 'early' })
  t.ok(
    early.data.every(({ open }: { open: string | null }) => open === null),
    'no trade after the range is in a bar',
  )
})

t.test('an invalid key file prevents the start', async t => {
  const wrong: [unknown, RegExp][] = [
    [[], /keys \(SANDBOX_KEYS\): .*at \//],
    [{}, /keys \(SANDBOX_KEYS\): .*at \//],
    [[{ key: 'a' }], /\/0\/name/],
    [[{ key: '', name: 'a' }], /\/0\/key/],
    [[{ key: 'a', name: 'a', limit: 0 }], /\/0\/limit/],
    [[{ key: 'a', name: 'a', regions: ['asia'] }], /\/0\/regions/],
    [
      [{ key: 'a', name: 'a', instruments: ['cbse'] }],
      /\/0\/instruments\/0: must be exchange\/class\/code, each in full or \*, such as cbse/,
    ],
    [[{ key: 'a', name: 'a', instruments: ['drbt/option/*-c'] }], /\/0\/instruments\/0: must be exchange/],
    [[{ key: 'a', name: 'a', limits: 5 }], /\/0\/limits/],
    [[{ key: 'a', name: 'a', expires: '2026-02-30' }], /\/0\/expires: must be an ISO 8601 time, not "2026-02-30"/],
    [
      [{ key: 'a', name: 'a', data_range: { end: 'soon' } }],
      /\/0\/data_range\/end: must be an ISO 8601 time, not "soon"/,
    ],
    [
      [{ key: 'a', name: 'a', data_range: { start: '2026-01-02', end: '2026-01-01' } }],
      /\/0\/data_range: start .* end/,
    ],
    [[{ key: 'a', name: 'a', families: ['trades', 'trade'] }], /\/0\/families\/1: .*"trade".*"trades"/],
    [[{ key: 'a', name: 'a', without: ['defi'] }], /\/0\/without\/0: unknown dataset "defi"/],
    [
      [
        { key: 'twice', name: 'a' },
        { key: 'b', name: 'b' },
        { key: 'twice', name: 'c' },
      ],
      /keys \(SANDBOX_KEYS\): [^\n]*keys\.json at \/2\/key: must differ from the key at \/0$/,
    ],
  ]
  for (const [keys, message] of wrong)
    await t.rejects(serveKeys(t, keys as Key[]), { constructor: SettingsFailure, message }, JSON.stringify(keys))
})

t.test('an invalid key file is refused with the place and rule of its schema', async t => {
  const value = fc.oneof(
    fc.constantFrom('cbse/spot/*', 'eu', '', 0, 1, 1.5, true, null, undefined, {}, []),
    fc.array(fc.constantFrom('eu', 'us', 'cbse/spot/btc-usd', 7)),
    fc.record({ start: fc.string(), last_days: fc.integer({ min: -1, max: 2 }) }, { requiredKeys: [] }),
  )
  const names = [...Object.keys(KeyFile.items.properties), 'limits', '__proto__']
  const key = fc
    .tuple(
      fc.record({ key: fc.constant('k'), name: fc.constant('n') }),
      fc.dictionary(fc.constantFrom(...names), value),
    )
    .map(([right, changed]) => ({ ...right, ...changed }))
  const file = fc.oneof(value, fc.array(fc.oneof({ weight: 9, arbitrary: key }, value), { maxLength: 2 }))
  fc.assert(fc.property(file, keys => (wrongPart(KeyFile, keys) === undefined) === Value.Check(KeyFile, keys)))
  const faults = (keys: unknown) => Object.values(wrongPart(KeyFile, keys) ?? {}).join(' ')
  t.match(faults([{ key: 'a' }]), '/0/name is required')
  t.match(faults([{ key: 'a', name: 'b', limits: 1 }]), '/0/limits is not a known field (did you mean "limit"?)')
  t.match(faults([{ key: 'a', name: 'b', regions: ['eu', 'asia'] }]), '/0/regions/1 must be "eu" or "us"')
  t.match(
    faults([{ key: 'a', name: 'b', data_range: { last_days: 0 } }]),
    '/0/data_range/last_days must be an integer of',
  )
})

t.test('a plan may name every dataset that needs a key, and no other', t => {
  const key = { key: 'a', name: 'b' }
  for (const dataset of datasetsOf(families))
    t.equal(wrongKeys([{ ...key, families: [dataset] }], datasetsOf(families)), undefined)
  for (const dataset of ['reference', 'order_book', 'indices'])
    t.match(wrongKeys([{ ...key, without: [dataset] }], datasetsOf(families)), { path: '/0/without/0' })
  t.end()
})

t.test('a log line never contains a key', async t => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    },
  })
  const keys = ['sandbox-key', 'sandbox-limited', 'sandbox-expired', 'guessed-key-1', 'sandbox-eu-only']
  const server = await serve(t, {}, pino({ level: 'trace' }, stream))
  for (const key of keys)
    for (const url of [
      trades,
      `/us${trades}`,
      `${trades}&page_size=x`,
      '/nowhere',
      '/v1/exchanges',
      `${trades}&x-api-key=${key}`,
    ])
      for (let n = 0; n < 3; n++) await server.get(url, { 'x-api-key': key, authorization: key })
  const first = await page(server, trades)
  await server.get(first.body.next_url)
  await fetch(`${server.url}${trades}`, { headers: { 'x-api-key': 'sandbox-key' } }).then(answer => answer.text())

  const lines = log.trim().split('\n')
  t.ok(lines.length > 90, 'many requests are logged')
  // The built-in key has its own name, which the log may show.
  const unnamed = log.replaceAll('"key":"sandbox-key"', '')
  for (const key of keys) t.notOk(unnamed.includes(key), key)
  t.notOk(log.includes(first.body.continuation_token), 'the log has no token')
  const answered = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  t.match(answered[0], {
    method: 'GET',
    path: trades.split('?')[0],
    status: 200,
    key: 'sandbox-key',
    reqId: /./,
    ms: Number,
  })
})

t.test('lenient validation refuses keys and plans as production does', async t => {
  const keys = [
    { key: 'all', name: 'all' },
    { key: 'one', name: 'one', instruments: ['cbse/spot/eth-usd'], without: ['supply'], regions: ['eu' as const] },
  ]
  const path = `${t.testdir()}/keys.json`
  writeFileSync(path, JSON.stringify(keys))
  const lenient = await serve(t, { SANDBOX_KEYS: path, SANDBOX_VALIDATION: 'lenient' })
  const url = instrumentUrl(instrument, 'trades')
  const permission = { result: 'error', message: 'not authorized: user has no permission over these instruments' }
  const details = { result: 'error', message: 'Please provide authentication details' }
  const cases: [url: string, key: string | undefined, status: number, body: object, hint: RegExp][] = [
    [url, undefined, 403, details, /^X-Api-Key is required/],
    [url, 'one', 401, permission, /does not include cbse\/spot\/btc-usd/],
    ['/v2/data/supply.v2/top', 'one', 401, permission, /does not include supply/],
    [`/us${url}`, 'one', 401, permission, /does not include region us/],
  ]
  for (const [url, key, status, body, hint] of cases) {
    const answer = await lenient.inject({ url, headers: { ...(key && { 'x-api-key': key }) } })
    t.strictSame([answer.statusCode, answer.json()], [status, body], url)
    t.match(answer.headers['x-sandbox-hint'], hint)
  }
  t.equal((await lenient.inject({ url, headers: { 'x-api-key': 'nobody' } })).statusCode, 401)
  const own = await serve(t, { SANDBOX_KEYS: path })
  t.equal((await own.inject({ url })).statusCode, 401)
  t.equal((await own.inject({ url, headers: { 'x-api-key': 'one' } })).statusCode, 403)
})
