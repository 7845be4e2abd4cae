import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createSandbox, type SandboxOptions } from '../src/index.ts'
import { hour } from '../src/market/time.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'

const bars = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'ohlcv')}?interval=1h&page_size=2`

async function open(t: Test, options: SandboxOptions = {}) {
  const sandbox = await createSandbox({
    profile: 'tiny',
    now: new Date(end).toISOString(),
    data: storePath,
    ...options,
  })
  t.teardown(() => sandbox.close())
  const get = (key = 'sandbox-key', url = bars) => sandbox.inject({ url, headers: { 'x-api-key': key } })
  return { sandbox, get }
}

t.test('a program controls its sandbox by methods', async t => {
  const { sandbox, get } = await open(t)
  t.match(await sandbox.clock.set('2026-01-30T12:30:00Z'), { now: '2026-01-30T12:30:00.000Z', mode: 'set' })
  t.equal((await get()).json().time, '2026-01-30T12:30:00.000Z')
  t.match(await sandbox.clock.advance('1h'), { now: '2026-01-30T13:30:00.000Z' })
  t.match(await sandbox.clock.back('PT30M'), { now: '2026-01-30T13:00:00.000Z' })
  t.match(await sandbox.clock.set(new Date(end), { rate: 0 }), { now: new Date(end).toISOString() })
  t.match(sandbox.fail({ on: { first: 1 }, do: { status: 503 } }), { id: 'f1', seen: 0 })
  t.same([(await get()).statusCode, (await get()).statusCode], [503, 200])
  t.same(sandbox.faults.schedule(1), [{ id: 'f1', from: 3, to: 3, faults: [] }])
  t.match(sandbox.faults.change('f1', { do: { status: 500 } }), { do: { status: 500 }, seen: 0 })
  t.match(sandbox.faults.replace([{ do: { delay: 'PT0S' } }]), [{ id: 'f2' }])
  sandbox.faults.remove('f2')
  sandbox.fail({ do: { status: 503 } })
  sandbox.faults.clear()
  t.same(sandbox.faults.list(), [])
  sandbox.reset()
  t.match(sandbox.clock.state(), { mode: 'server' })
  t.ok(
    sandbox.scenarios().some(({ name }) => name.startsWith('flash-crash-')),
    'a flash crash can be chosen',
  )
})

t.test('the journal is read by status as a number or a text', async t => {
  const { sandbox, get } = await open(t)
  sandbox.fail({ on: { first: 1 }, do: { status: 503 } })
  for (let n = 0; n < 3; n++) await get()
  const ordinals = (status: string | number) => sandbox.journal({ status }).map(({ ordinal }) => ordinal)
  t.same([ordinals(503), ordinals('5xx'), ordinals('200')], [[1], [1], [2, 3]])
  t.throws(() => ordinals(999), { message: /^status must be a status such as 503, .*, not "999"$/ })
})

t.test('changes of a clock that do not wait for each other add up', async t => {
  const { sandbox } = await open(t)
  await sandbox.clock.set(new Date(end))
  await Promise.all(['30m', '30m', '1h'].map(by => sandbox.clock.advance(by)))
  t.equal(sandbox.clock.state().now, new Date(end + 2 * hour).toISOString())
  const set = sandbox.clock.set(new Date(end - hour))
  t.match(await sandbox.clock.advance('30m'), { now: new Date(end - hour / 2).toISOString() })
  await set
})

t.test('methods refuse the same input as verbs', async t => {
  const { sandbox } = await open(t)
  await t.rejects(sandbox.clock.set('tomorrow'), { message: /^now must be/ })
  const invalid = new Date('tomorrow')
  await t.rejects(sandbox.clock.set(invalid), { message: /^now must be .*, not "Invalid Date"$/ })
  await t.rejects(sandbox.tenant({ now: invalid }), { message: /^now must be .*, not "Invalid Date"$/ })
  await t.rejects(sandbox.clock.advance('soon'), { message: /^by must be a duration/ })
  await t.rejects(sandbox.clock.live(), { message: /^now must be from .*, not "live" \(2\d{3}-.*\): start the server/ })
  await t.rejects(sandbox.tenant({ limit: 0 }), { message: /^limit must be/ })
  await t.rejects(sandbox.scenario('crash'), { message: /no scenario "crash"/ })
  t.throws(() => sandbox.fail({} as never), { message: /^do is required/ })
  t.throws(() => sandbox.faults.schedule(1e9), { message: /^n must be an integer from 1 to 10000/ })
})

t.test('a tenant has its own methods', async t => {
  const { sandbox, get } = await open(t)
  const one = await sandbox.tenant({ name: 'one', now: '2026-01-29T00:00:00Z', limit: 3 })
  const other = await sandbox.tenant()
  t.equal(one.url, `${sandbox.url}/t/one`)
  one.fail({ do: { status: 503 } })
  t.equal((await get(one.key)).statusCode, 503)
  t.equal((await get(other.key)).statusCode, 200)
  t.match(one.clock.state(), { now: '2026-01-29T00:00:00.000Z' })
  one.end()
  t.equal((await get(one.key)).statusCode, 401)
  await sandbox.tenant({ name: 'one' })
  one.end()
  t.equal((await get(one.key)).statusCode, 200, 'a later tenant of the same name stays')
})

t.test('the methods of a tenant that has ended fail, also once another has its name', async t => {
  const { sandbox } = await open(t)
  const ended = await sandbox.tenant({ name: 'ended' })
  const state = ended.state()
  ended.end()
  const { clock, faults } = ended
  const calls: (() => unknown)[] = [
    ...[() => clock.set('seeded'), () => clock.advance('1h'), () => clock.back('1h'), clock.live, clock.state],
    ...[faults.list, () => faults.replace([]), () => faults.change('a', {}), () => faults.remove('a'), faults.clear],
    ...[() => faults.schedule(), () => ended.fail({ do: { status: 503 } }), () => ended.scenario('flash-crash')],
    ...[
      () => ended.journal(),
      ended.clearJournal,
      () => ended.verify({ expect: [{ path: '/x' }] }),
      ended.report,
      ended.limits,
    ],
    ...[ended.reset, ended.state, () => ended.restore(state)],
  ]
  for (const isReplaced of [false, true]) {
    if (isReplaced) await sandbox.tenant({ name: 'ended' })
    for (const call of calls)
      await t.rejects(async () => call(), { message: /^the tenant "ended" was ended or has expired/ }, String(call))
  }
  ended.end()
})

t.test('a state is one document, and repeats a run byte for byte', async t => {
  const { sandbox } = await open(t)
  const tenant = await sandbox.tenant({ name: 'run', now: '2026-01-30T00:00:00Z', limit: 25 })
  tenant.faults.replace([
    { id: 'a', on: { share: 0.3 }, do: { status: 503, retry_after: 1 } },
    { id: 'b', on: { every: 3 }, do: { drop_field: 'volume' }, until: { count: 4 } },
  ])
  const ask = async () => {
    const answers = []
    for (let n = 0; n < 15; n++) {
      const { statusCode, headers, body } = await sandbox.inject({ url: bars, headers: { 'x-api-key': tenant.key } })
      const { 'x-request-id': _id, ...rest } = headers
      answers.push({ statusCode, rest, body })
    }
    return answers
  }
  await ask()
  const state = tenant.state()
  t.match(state, { clock: { mode: 'set' }, faults: [{ seen: 15 }, {}], window: { requests: 15 } })
  const first = await ask()
  t.same(first.filter(({ statusCode }) => statusCode === 429).length, 5)
  await tenant.clock.advance('1h')
  await tenant.restore(JSON.parse(JSON.stringify(state)))
  t.same(await ask(), first)
  t.same(
    await (async () => {
      await tenant.restore(state)
      return tenant.state()
    })(),
    state,
  )
})

t.test('the control plane saves and restores states', async t => {
  const server = await serve(t)
  const ask = controlOf(server)
  await ask('POST', '/tenants', { name: 'one', now: '2026-01-30T00:00:00Z' })
  await ask('POST', '/tenants/one/faults', { do: { status: 503 }, until: { for: 'PT1M' } })
  const { status, ...state } = await ask('GET', '/tenants/one/state')
  t.equal(status, 200)
  await ask('POST', '/tenants/one/reset')
  t.match(await ask('PUT', '/tenants/one/state', state), { status: 200, ...state })
  t.match(await ask('PUT', '/tenants/one/state', { ...state, clock: {} }), {
    status: 400,
    message: /^clock.now is required/,
  })
  t.match(await ask('PUT', '/tenants/default/state', { ...state, window: { requests: 1, began: '2026-01-30' } }), {
    status: 400,
    message: /^window must be null/,
  })
})

t.test('scenarios of the store are listed with URLs, and a tenant can move to them', async t => {
  const path = `${t.testdir()}/store.sqlite`
  copyFileSync(storePath, path)
  const database = new Database(path)
  database.exec(
    'CREATE TABLE IF NOT EXISTS scenario (name TEXT PRIMARY KEY, title TEXT, subject TEXT, "from" INTEGER, "until" INTEGER)',
  )
  const [from, until] = [Date.parse('2026-01-30T06:00:00Z'), Date.parse('2026-01-30T08:00:00Z')]
  const add = database.prepare('INSERT INTO scenario VALUES (?, ?, ?, ?, ?)')
  add.run('crash', 'A crash', 'cbse/spot/btc-usd', from, until)
  const [address] = database.prepare("SELECT address FROM pool WHERE type = 'concentrated'").pluck().all()
  add.run('pool', 'A pool', address, from, until)
  database.close()
  const server = await serve(t, { SANDBOX_DATA: path })
  const ask = controlOf(server)
  const { scenarios } = await ask('GET', '/scenarios')
  const crash = scenarios.find(({ name }: { name: string }) => name === 'crash')
  t.match(crash, { title: 'A crash', subject: 'cbse/spot/btc-usd', start: '2026-01-30T06:00:00.000Z' })
  for (const { urls } of scenarios.filter(({ name }: { name: string }) => ['crash', 'pool'].includes(name))) {
    t.ok(urls.length >= 3, `${urls.length} URLs`)
    for (const url of urls) {
      const { pathname, search } = new URL(url)
      t.equal((await server.get(pathname + search)).statusCode, 200, url)
    }
  }
  t.match(await ask('PUT', '/tenants/default/scenario', { name: 'crash' }), {
    now: '2026-01-30T06:00:00.000Z',
    rate: 0,
  })
  t.match(await ask('PUT', '/tenants/default/scenario', { name: 'crash', at: 'middle' }), {
    now: '2026-01-30T07:00:00.000Z',
  })
  t.match(await ask('PUT', '/tenants/default/scenario', { name: 'crush' }), {
    status: 404,
    message: /did you mean "crash"\?/,
  })
  t.match(await ask('GET', '/tenants/default/state'), { scenario: 'crash' })
})
