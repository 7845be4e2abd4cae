import { once } from 'node:events'
import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { liveClock } from '../../src/base/clock.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { Extension } from '../../src/store/build/extension.ts'
import { Store } from '../../src/store/store.ts'
import { identityOf } from '../../src/store/store-plan.ts'
import { controlOf } from '../harness/control.ts'
import { answersOf } from '../harness/moved-clock.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { ask, start, until } from '../harness/process.ts'
import { fc, runs } from '../harness/properties.ts'
import { serve, unlimited } from '../harness/server.ts'
import { buildTestStore, end, storePath } from '../harness/store.ts'
import { digestOf, faultsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'
import { type Follow, joinedRecords, page, walk } from '../harness/walk.ts'

const busy = { exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }
const most = 100_000
/** A working day (weekends are quiet). */
const longAgo = Date.UTC(2026, 0, 27)
const agedPath = `${t.testdir()}/aged.sqlite`
buildTestStore(agedPath, { start: longAgo - day, end: longAgo })
standAlone(agedPath)

/**
 * A store that ended long ago, or at another time, a server on it with a live clock, and a function to advance time.
 */
async function growing(t: Test, from = longAgo) {
  const path = `${t.testdir()}/growing.sqlite`
  let end = from
  if (from === longAgo) copyFileSync(agedPath, path)
  else {
    buildTestStore(path, { start: from - day, end: from })
    standAlone(path)
  }
  const extension = new Extension({ path, seed: 'market', profile: 'tiny', days: 1, now: 'live' })
  t.teardown(() => extension.close())
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const grow = (milliseconds: number) => {
    end += milliseconds
    extension.extendTo(end)
    server.app.state.context.store.renewSnapshot()
  }
  return { server, grow }
}

/** Makes the store one of another source, which the server does not extend. */
function standAlone(path: string): void {
  const store = Store.open(path, { readonly: false })
  store.run("UPDATE store SET value = 'test' WHERE name = 'source'")
  store.close()
}

t.test('walks during appends neither repeat nor lose a row, and keep the horizon of their first page', async t => {
  const { server, grow } = await growing(t)
  const anyWalk = fc.record({
    kind: fc.constantFrom('trades', 'trades', 'ohlcv', 'count_ohlcv_vwap'),
    interval: fc.constantFrom('1m', '13m', '1h', '1d'),
    sort: fc.constantFrom('asc', 'desc'),
    follow: fc.constantFrom<Follow>('next_url', 'continuation_token'),
    pages: fc.integer({ min: 2, max: 9 }),
    step: fc.integer({ min: 1, max: 600_000 }),
  })
  let grown = 0
  await fc.assert(
    fc.asyncProperty(anyWalk, async ({ kind, interval, sort, follow, pages, step }) => {
      const query = { sort, page_size: most, interval: kind === 'trades' ? undefined : interval }
      const url = withQuery(instrumentUrl(busy, kind), query)
      const before = await page(server, url)
      const size = Math.max(1, Math.floor(before.body.data.length / pages))
      const walked = await walk(server, withQuery(url, { page_size: size }), follow, () => grow(step))
      t.equal(joinedRecords(walked), before.records, `${url} in pages of ${size}`)

      const after = await page(server, url)
      grown += after.body.data.length - before.body.data.length
      if (kind !== 'trades') return
      t.ok(
        sort === 'asc' ? after.records.startsWith(before.records) : after.records.endsWith(before.records),
        'earlier records stay where they are',
      )
    }),
    runs(40),
  )
  t.ok(grown > 200, 'the store grew during the walks')
})

/** WETH/USDC 0.05% of usp3. */
const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'

t.test(
  'the same holds for walks of books, liquidations, pools, supplies and blocks, at any second of the minute',
  async t => {
    const { server, grow } = await growing(t)
    const urls = [
      '/v2/data/order_book_snapshots.v1/exchanges/bnce/spot/btc-usdt/snapshots/slippage?page_size=100',
      '/v2/data/order_book_snapshots.v1/exchanges/bnce/spot/btc-usdt/ob_aggregations/depth?interval=30m&page_size=7',
      '/v2/data/liquidation.v1/trades/bbit/perpetual-future/btc-usdt?page_size=10',
      `/v2/data/liquidity.v1/snapshots?pool_address=${pool}&page_size=100`,
      `/v2/data/liquidity.v1/snapshots/usp3?pool_address=${pool}&price_range=0&live=true&start_time=2026-01-26T22:00:00Z`,
      '/v2/data/liquidity.v1/events?page_size=10',
      '/v2/data/lending.v1/snapshots?protocol=aav1&asset=dai&live=true&page_size=1000',
      '/v2/data/lending.v1/snapshots?blockchain=arbitrum,polygon&interval=40m&page_size=60',
      '/v2/data/lending.v1/snapshots?interval=change&page_size=60',
      '/v2/data/supply.v2/assets/btc?start_time=2026-01-20&page_size=50',
      '/v2/data/supply.v2/aggregated/btc?interval=50m&page_size=9',
      '/v2/data/wallet.v1/transactions?page_size=60',
    ]
    for (const url of urls)
      for (const sort of ['asc', 'desc'])
        for (const step of [7_001, 25_000, 300_000]) {
          const before = await walk(server, withQuery(url, { sort }))
          const during = await walk(server, withQuery(url, { sort }), 'next_url', () => grow(step))
          t.equal(joinedRecords(during), joinedRecords(before), `${url} ${sort} by ${step}`)
        }
  },
)

t.test('a list of instruments at a set time counts the trades before it, however many follow', async t => {
  const { server, grow } = await growing(t)
  const now = new Date(longAgo).toISOString()
  t.match(await controlOf(server)('PUT', '/tenants/default/clock', { now }), { status: 200 })
  const list = async () => (await server.get('/v1/instruments')).body
  const before = await list()
  grow(hour)
  t.equal(await list(), before)
})

t.test('walks of state prices, which cover only the last day, keep the horizon of their first page, too', async t => {
  const now = Date.now()
  const { server, grow } = await growing(t, now - 10 * 60_000)
  const query = { start_time: new Date(now - hour).toISOString(), page_size: 500 }
  const url = withQuery('/v2/data/state_price.v1/aggregation/weth', query)
  for (const sort of ['asc', 'desc']) {
    const before = await walk(server, withQuery(url, { sort }))
    const during = await walk(server, withQuery(url, { sort }), 'next_url', () => grow(7_001))
    t.equal(joinedRecords(during), joinedRecords(before))
    t.ok(before.length > 4, 'several pages came before')
  }
})

t.test('every page of a walk respects the current range of its key', async t => {
  const folder = t.testdir()
  const path = `${folder}/moving.sqlite`
  const end = Date.now()
  buildTestStore(path, { start: end - 2 * day, end })
  standAlone(path)
  const keys = `${folder}/keys.json`
  writeFileSync(keys, JSON.stringify([{ key: 'moving', name: 'last day', data_range: { last_days: 1 } }]))
  const server = await serve(t, { SANDBOX_KEYS: keys, SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const headers = { 'x-api-key': 'moving' }
  const clock = liveClock
  const { now } = clock
  t.teardown(() => Object.assign(clock, { now }))
  for (const sort of ['desc', 'asc']) {
    const query = { interval: '10m', sort, page_size: 100 }
    const first = await server.json(withQuery(instrumentUrl(busy, 'ohlcv'), query), headers)
    clock.now = () => now() + 20 * hour
    const second = await server.json(first.next_url, headers)
    clock.now = now
    const { start_timestamp } = second.access.data_range
    t.ok(
      second.data.every(({ timestamp }: { timestamp: number }) => timestamp + 600_000 > start_timestamp),
      'the window moves with the clock',
    )
    // Four hours of the first day remain for the ascending walk.
    t.equal(second.data.length > 20, sort === 'asc', `${sort}: ${second.data.length}`)
    t.notOk('next_url' in second, 'the walk has ended')
    t.not(second.access.data_range.start_timestamp, first.access.data_range.start_timestamp)
  }
})

t.test('no response goes beyond the horizon', async t => {
  const { server, grow } = await growing(t)
  const url = withQuery(instrumentUrl(busy, 'trades'), { page_size: 1 })
  const newest = async () => (await server.json(url)).data[0].timestamp
  const first = await newest()
  grow(hour)
  t.ok((await newest()) > first, 'the store has grown')
  grow(45 * hour)
  const now = Date.now()
  t.ok((await newest()) <= now - 1000, 'a store that extends into the future shows nothing early')
  const bars = await server.json(withQuery(instrumentUrl(busy, 'count_ohlcv_vwap'), { interval: '1s', page_size: 1 }))
  t.ok(bars.data[0].timestamp < now, 'open bars are served')
})

t.test('the last bar is the fold of the trades so far', async t => {
  const { server, grow } = await growing(t)
  for (const step of [20 * 60_000, 25 * 60_000 + 1, 30 * 60_000]) {
    grow(step)
    const trades = (await server.json(withQuery(instrumentUrl(busy, 'trades'), { page_size: most }))).data
    for (const [interval, width] of [
      ['1m', 60_000],
      ['1h', hour],
      ['1d', day],
    ] as const) {
      const url = withQuery(instrumentUrl(busy, 'count_ohlcv_vwap'), { interval, page_size: 1 })
      const [bar] = (await server.json(url)).data
      const own = trades.filter(({ timestamp }: { timestamp: number }) => timestamp >= bar.timestamp)
      t.ok(trades[0].timestamp < bar.timestamp + width, 'trades lie in the open bar')
      t.equal(bar.count, own.length)
      if (own.length > 0) t.same([bar.open, bar.close], [own.at(-1).price, own[0].price])
    }
  }
})

t.test('a store file deleted before the first request is still served, and grows', async t => {
  const path = `${t.testdir()}/deleted.sqlite`
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  await until(() => existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0, Boolean)
  server.app.state.context.store.renewSnapshot()
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file)
  t.equal((await server.get(instrumentUrl(busy, 'trades'))).statusCode, 200)
  const { end } = await server.json('/version')
  await until(
    async () => (await server.json('/version')).end,
    later => later > end,
  )
})

t.test('the log of a growing store stays small under one worker, two, and a second server', async t => {
  for (const servers of [['1'], ['2'], ['1', '1']]) {
    const path = `${t.testdir()}/log.sqlite`
    copyFileSync(agedPath, path)
    const extension = new Extension({ path, seed: 'market', profile: 'tiny', days: 1, now: 'live' })
    const environment = { SANDBOX_DATA: path, SANDBOX_NOW: 'live' }
    const started = servers.map(workers => start(t, environment, ['--workers', workers]))
    for (const server of started) await server.ready()
    const size = () => statSync(`${path}-wal`).size
    let [most, written] = [0, 0]
    for (let n = 1; n <= 540; n++) {
      const before = size()
      extension.extendToNow(longAgo + n * minute)
      most = Math.max(most, size())
      written += Math.max(0, size() - before)
      await setTimeout(30)
    }
    t.ok(most <= 16 << 20 && written > 20 << 20, `${servers.join('+')}: at most ${most} of ${written} bytes`)
    for (const server of started) await server.kill('SIGTERM')
    extension.close()
    rmSync(path)
  }
})

t.test('failed appends are retried without loss or duplicates, and /ready reports stale data', async t => {
  const folder = t.testdir()
  const path = `${folder}/held.sqlite`
  const now = Date.now()
  buildTestStore(path, { start: now - day - (now % day), end: now - 10_000 })
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(JSON.parse(line).msg) })
  const server = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'live' }, logger)
  const logged = (message: RegExp, times: number) =>
    until(
      () => lines.filter(line => message.test(line)).length,
      count => count === times,
    )
  const reaches = async () => (await server.json('/version')).end
  const growsBeyond = (before: string) => until(reaches, end => end > before)
  await growsBeyond(new Date(now).toISOString())

  const other = new Database(path)
  t.teardown(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await logged(/^the store .*held\.sqlite cannot grow: database is locked/, 1)
  const before = await reaches()
  t.equal((await server.get('/ready')).statusCode, 200, 'short failures are not reported')
  const clock = liveClock
  t.teardown(() => Object.assign(clock, { now: Date.now }))
  clock.now = () => Date.now() + 100_000
  const { statusCode, body } = await server.get('/ready')
  t.match([statusCode, body], [503, /not ready: the store ends at 20.* and does not grow: database is locked/])
  t.equal((await server.get(instrumentUrl(busy, 'trades'))).statusCode, 200, 'existing data are served')
  clock.now = Date.now
  other.exec('COMMIT')
  await logged(/^the store is growing again$/, 1)
  await growsBeyond(before)
  t.equal((await server.get('/ready')).statusCode, 200)

  // The last statement of an append.
  other.exec("CREATE TRIGGER full BEFORE UPDATE ON store BEGIN SELECT RAISE(ABORT, 'no room'); END")
  await logged(/^the store .*held\.sqlite cannot grow: no room/, 1)
  const during = await reaches()
  other.exec('DROP TRIGGER full')
  await logged(/^the store is growing again$/, 2)
  await growsBeyond(during)
  await server.close()

  t.equal(lines.filter(line => /grow/.test(line)).length, 4, 'one line at the start and one at the end')
  t.same([...faultsOf(path)], [])
  const store = Store.open(path, { readonly: true })
  const { start, end } = identityOf(store)
  store.close()
  const filledAtOnce = `${folder}/at-once.sqlite`
  buildTestStore(filledAtOnce, { start, end })
  t.equal(digestOf(path), digestOf(filledAtOnce))
})

t.test('a live server grows the store that a frozen server reads, and the frozen responses stay', async t => {
  const path = `${t.testdir()}/shared.sqlite`
  const end = Date.now() - 5000
  buildTestStore(path, { start: end - (end % day) - day, end })
  const frozen = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  const before = await answersOf(frozen)
  const live = start(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const version = `${await live.ready()}/version`
  await until(
    async () => Date.parse((await ask(version)).end),
    later => later > end + 12_000,
  )
  t.strictSame(await answersOf(frozen), before)
})

t.test('a new store grows under two live servers of one process', async t => {
  const environment = { SANDBOX_DATA: `${t.testdir()}/two.sqlite`, SANDBOX_NOW: 'live' }
  const servers = [await serve(t, environment), await serve(t, environment)]
  const { end } = await servers[1]!.json('/version')
  for (const server of servers)
    await until(
      async () => (await server.json('/version')).end,
      later => later > end,
    )
})

t.test('a stopping server ends the feed during pending responses', async t => {
  const path = `${t.testdir()}/stopping.sqlite`
  buildTestStore(path, { start: Date.now() - day, end: Date.now() })
  const started = once(process, 'worker') as Promise<[Worker]>
  const server = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const [feed] = await started
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const received = text(socket)
  socket.write('GET /live HTTP/1.1\r\n')
  const [connection] = (await once(server.app.server, 'connection')) as [Socket]
  await until(
    () => connection.bytesRead,
    bytes => bytes > 0,
  )
  const ended = once(feed, 'exit')
  const closed = server.close()
  await ended
  socket.write('Host: localhost\r\n\r\n')
  t.match(await received, /^HTTP\/1\.1 200 /)
  await closed
})

t.test('a clock frozen at another time gets a new store, and servers of the old one keep theirs', async t => {
  const path = `${t.testdir()}/later.sqlite`
  copyFileSync(storePath, path)
  const frozen = await serve(t, { SANDBOX_DATA: path })
  const before = await frozen.json('/version')
  const now = new Date(end + 30_000).toISOString()
  const later = await Promise.all([1, 2].map(() => serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: now })))
  for (const server of later) t.match(await server.json('/version'), { time: now, end: now })
  t.same(await frozen.json('/version'), before)

  const live = await serve(t, { SANDBOX_DATA: path, SANDBOX_NOW: 'live' })
  const { end: first } = await live.json('/version')
  await until(
    async () => (await live.json('/version')).end,
    end => end > first,
  )
  // Longer than a snapshot lives.
  await setTimeout(500)
  t.same(await frozen.json('/version'), before)
})
