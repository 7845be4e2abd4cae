import { setTimeout as delay } from 'node:timers/promises'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'

const trades = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')}?page_size=2`
const hour = 3_600_000

const server = await serve(t)

const ask = controlOf(server)

t.test('a tenant has its own key and URL, and ends when deleted', async t => {
  const made = await ask('POST', '/tenants', { name: 'one', now: '2026-01-30T12:00:00Z' })
  t.match(made, { status: 201, tenant: 'one', url: 'http://localhost:80/t/one', key: /^tenant-one-[0-9a-f]{24}$/ })
  const again = await ask('GET', '/tenants/one')
  t.match(again, { status: 200, tenant: 'one', key: made.key, url: made.url, expires: made.expires })
  t.match(await ask('GET', '/tenants/default'), { tenant: 'default', key: null, url: 'http://localhost:80/t/default' })
  t.match(await ask('GET', '/tenants'), { tenants: [{ tenant: 'default', key: undefined }, { key: undefined }] })
  const own = { 'x-api-key': made.key }
  t.equal((await server.json(trades, own)).time, '2026-01-30T12:00:00.000Z')
  const underUrl = await server.json(`/t/one${trades}`, own)
  t.match(underUrl.next_url, /^http:\/\/localhost:80\/t\/one\/v2\/data\//)
  t.equal((await server.get(`/t/one/eu${trades}`, own)).statusCode, 200)
  t.equal((await server.get('/t/one/v1/exchanges')).statusCode, 200)
  t.equal((await server.json(trades)).time, new Date(end).toISOString(), 'other keys have the clock of the server')

  const foreign = await server.get(`/t/one${trades}`)
  t.equal(foreign.statusCode, 401, 'the URL of one tenant with the key of another')
  t.match(foreign.json().message, /tenant one in the URL: send the key that POST \/sandbox\/tenants returned for it$/)
  const wrongDefault = await server.get(`/t/default${trades}`, own)
  t.equal(wrongDefault.statusCode, 401)
  t.match(wrongDefault.json().message, /tenant default in the URL: send a key of the server$/)
  t.equal((await server.get(`/t/two${trades}`, own)).statusCode, 404)
  t.match(await ask('POST', '/tenants', { name: 'one' }), { status: 409, message: /the tenant "one" already exists/ })

  t.match(await ask('DELETE', '/tenants/one'), { status: 204 })
  t.equal((await server.get(trades, own)).statusCode, 401)
  t.equal((await server.get('/t/one/v1/exchanges')).statusCode, 404)
  t.match(await ask('DELETE', '/tenants/one'), { status: 404, message: /no tenant "one"/ })
  t.match(await ask('DELETE', '/tenants/default'), { status: 400, message: /cannot be ended/ })
})

t.test(
  'the clock of a tenant determines times, records, key expiry, ranges, the limit and the header Date',
  async t => {
    const { key } = await ask('POST', '/tenants', { name: 'clock', limit: 2, like: 'sandbox-last-30-days' })
    const own = { 'x-api-key': key }
    const path = '/tenants/clock/clock'
    t.match(await ask('GET', path), { now: new Date(end).toISOString(), rate: 0, mode: 'server' })
    t.match(await ask('PUT', path, { now: '2026-01-30T06:30:00Z' }), { now: '2026-01-30T06:30:00.000Z', mode: 'set' })
    const answer = await server.get(trades, own)
    t.equal(answer.headers.date, 'Fri, 30 Jan 2026 06:30:00 GMT')
    t.equal(answer.headers['cache-control'], 'private, no-cache')
    const { time, data, access } = answer.json()
    t.equal(time, '2026-01-30T06:30:00.000Z')
    t.ok(
      data[0].timestamp < Date.parse(time) && data[0].timestamp > Date.parse(time) - hour,
      'the last trade lies in the hour before',
    )
    t.equal(access.data_range.start_timestamp, Date.parse(time) - 30 * 24 * hour)

    t.equal((await server.get(trades, own)).statusCode, 200)
    const refused = await server.get(trades, own)
    t.match([refused.statusCode, refused.headers['retry-after']], [429, '60'])
    t.match(await ask('POST', `${path}/advance`, { by: 'PT59S' }), { now: '2026-01-30T06:30:59.000Z' })
    t.equal((await server.get(trades, own)).headers['retry-after'], '1')
    await ask('POST', `${path}/advance`, { by: '1s' })
    t.equal((await server.get(trades, own)).statusCode, 200, 'the next minute has begun')
    t.match(await ask('POST', `${path}/back`, { by: 'PT24H' }), { now: '2026-01-29T06:31:00.000Z' })
    t.equal((await server.get(trades, own)).json().time, '2026-01-29T06:31:00.000Z')
    t.match(await ask('PUT', path, { now: 'seeded' }), { now: new Date(end).toISOString() })
    t.match(await ask('POST', '/tenants/clock/reset'), { clock: { mode: 'server' } })
  },
)

t.test('a reset restores the initial clock of the tenant', async t => {
  await ask('POST', '/tenants', { name: 'again', now: '2026-01-29T00:00:00Z' })
  await ask('PUT', '/tenants/again/clock', { now: 'seeded', rate: 60 })
  t.match(await ask('GET', '/tenants/again/clock'), { rate: 60 })
  t.match(await ask('POST', '/tenants/again/reset'), { clock: { now: '2026-01-29T00:00:00.000Z', rate: 0 } })
})

t.test('a tenant expires in real time, and its name is free again', async t => {
  t.match(await ask('POST', '/tenants', { name: 'brief', ttl: '1ms' }), { status: 201 })
  await delay(5)
  t.match(await ask('POST', '/tenants', { name: 'brief', ttl: '1ms' }), { status: 201 })
  const { key } = await ask('POST', '/tenants', { ttl: '1ms' })
  await delay(5)
  t.equal((await server.get(trades, { 'x-api-key': key })).statusCode, 401)
  t.same(
    (await ask('GET', '/tenants')).tenants.filter(({ tenant }: { tenant: string }) => tenant === 't1'),
    [],
  )
})

t.test('invalid bodies are refused with what would be right', async t => {
  const cases: [method: 'POST' | 'PUT', path: string, body: object | undefined, message: RegExp][] = [
    ['POST', '/tenants', undefined, /^a body is required/],
    ['POST', '/tenants', [], /^the body must be an object, not \[\]$/],
    ['POST', '/tenants', { limt: 1 }, /^limt is not a known field \(did you mean "limit"\?\)$/],
    ['POST', '/tenants', { limit: 0 }, /^limit must be an integer from 1 to 1000000000, not 0$/],
    ['POST', '/tenants', { name: '../x' }, /^name must be 1 to 40 lower-case letters.*, not "\.\.\/x"$/],
    ['POST', '/tenants', { ttl: 'soon' }, /^ttl must be a duration of at most 100 years such as "PT1H".*, not "soon"$/],
    ['POST', '/tenants', { ttl: 'PT0S' }, /^ttl must be longer than "PT0S"$/],
    ['POST', '/tenants', { like: 'nobody' }, /^like must be an API key of this server/],
    ['POST', '/tenants', { validation: 'lax' }, /^validation must be "standard" or "strict" or "lenient", not "lax"$/],
    [
      'POST',
      '/tenants',
      { now: 'tomorrow' },
      /^now must be "live", "seeded" or an ISO 8601 time such as .*, not "tomorrow"$/,
    ],
    ['POST', '/tenants', { now: '2020-01-01' }, /^now must be from 2026-01-28T.* to 2026-/],
    ['PUT', '/tenants/default/clock', { time: '2026-01-30' }, /^time is not a known field: known are now, rate$/],
    ['PUT', '/tenants/default/clock', {}, /^the body needs now, rate or both/],
    ['PUT', '/tenants/default/clock', { rate: -1 }, /^rate must be a number from 0 to 86400, not -1$/],
    ['PUT', '/tenants/default/clock', { now: 'live', rate: 2 }, /^rate must be 1 or omitted/],
    ['POST', '/tenants/default/clock/advance', { by: 'PT' }, /^by must be a duration/],
    ['POST', '/tenants/default/clock/advance', { by: 'P9999999D' }, /^by must be a duration of at most 100 years/],
    [
      'POST',
      '/tenants/default/clock/advance',
      { by: 3600 },
      /^by must be a duration of at most 100 years such as .*, not 3600$/,
    ],
    [
      'POST',
      '/tenants/default/clock/advance',
      { by: '-1h' },
      /without months, years or a sign \(clock\/back .*, not "-1h"$/,
    ],
    ['POST', '/tenants/default/reset', { all: true }, /takes no body$/],
  ]
  for (const [method, path, body, message] of cases) {
    const answer = await ask(method, path, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(answer, { result: 'error', message }, JSON.stringify(body))
  }
  t.match(await ask('GET', '/clock'), { status: 404, message: /did you mean \/sandbox\/tenants\/default\/clock\?/ })
  t.match(await ask('DELETE', '/tenants/default/clock'), { status: 405, message: /accepts GET, PUT$/ })
  t.match(await ask('GET', '/tenants/nobody/clock'), { status: 404, message: /no tenant "nobody"/ })
  t.match(await ask('GET', '/tenants?all=true'), { status: 400, message: /unknown parameter "all"/ })
})

t.test('limits list the keys of a tenant with their counted requests, and reading them counts nothing', async t => {
  const limitOf = async (tenant: string, name: string) =>
    (await ask('GET', `/tenants/${tenant}/limits`)).limits.find(({ key }: { key: string }) => key === name)
  const { key } = await ask('POST', '/tenants', { name: 'counted', limit: 3, now: '2026-01-30T12:00:00Z' })
  t.same(await limitOf('counted', 'tenant counted'), { key: 'tenant counted', limit: 3, used: 0, resets_in: 0 })
  for (let n = 0; n < 4; n++) await server.get(trades, { 'x-api-key': key })
  t.same(await limitOf('counted', 'tenant counted'), { key: 'tenant counted', limit: 3, used: 4, resets_in: 60 })
  await ask('POST', '/tenants/counted/clock/advance', { by: 'PT1M' })
  t.match(await limitOf('counted', 'tenant counted'), { used: 0, resets_in: 0 })

  t.match(await limitOf('default', 'sandbox-key'), { limit: 6000 })
  const { used } = await limitOf('default', 'sandbox-key')
  await server.get(trades)
  t.equal((await limitOf('default', 'sandbox-key')).used, used + 1)
  t.equal(await limitOf('default', 'tenant counted'), undefined, 'keys of tenants are listed with their tenants only')
})

t.test('limits begin anew with a reset, and with a new tenant of the same name', async t => {
  const create = () => ask('POST', '/tenants', { name: 'anew', limit: 1 })
  const { key } = await create()
  const get = async () => (await server.get(trades, { 'x-api-key': key })).statusCode
  t.same([await get(), await get()], [200, 429])
  await ask('POST', '/tenants/anew/reset')
  t.same([await get(), await get()], [200, 429])
  await ask('DELETE', '/tenants/anew')
  await create()
  t.same([await get(), await get()], [200, 429])
})

t.test('keys of tenants never derive from the control token, and repeat if a secret of theirs is set', async t => {
  const token = '0123456789abcdef'
  const keyOf = async (environment: Record<string, string>, name = 'one') => {
    const guarded = await serve(t, { SANDBOX_CONTROL_TOKEN: token, ...environment })
    const headers = { authorization: `Bearer ${environment.SANDBOX_CONTROL_TOKEN ?? token}` }
    const answer = await guarded.inject({ method: 'POST', url: '/sandbox/tenants', headers, payload: { name } })
    return answer.json().key as string
  }
  t.not(await keyOf({}), await keyOf({}))
  const own = { SANDBOX_TENANT_SECRET: 'a secret of its own' }
  const key = await keyOf(own)
  t.match(key, /^tenant-one-[0-9a-f]{24}$/)
  t.equal(await keyOf({ ...own, SANDBOX_CONTROL_TOKEN: 'another-token-0123' }), key)
  t.equal(await keyOf({ ...own, SANDBOX_TOKEN_SECRET: 'another' }), key)
  t.not((await keyOf(own, 'two')).slice(-24), key.slice(-24))
  t.equal(await keyOf({ SANDBOX_TOKEN_SECRET: 'sealed' }), await keyOf({ SANDBOX_TOKEN_SECRET: 'sealed' }))
})
