import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { controlOf } from '../harness/control.ts'
import { hasNginx, startNginx } from '../harness/nginx.ts'
import { instrumentUrl, operations, withQuery } from '../harness/operations.ts'
import { freePort, until } from '../harness/process.ts'
import { hasRedis, jittery, RedisServer } from '../harness/redis.ts'
import { fullKey, type Served, serve } from '../harness/server.ts'
import { buildTestStore, end, storePath } from '../harness/store.ts'
import t, { type Test } from '../harness/tap.ts'

const trades = withQuery(instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades'), {
  page_size: 1,
})
const limited = 'sandbox-limited'
const without = hasRedis ? {} : { skip: 'needs redis-server: apt-get install redis-server' }

interface Replica extends Served {
  /** Log messages about Redis so far. */
  logged(): string[]
}

/** Two stores with the same seed, built separately. */
const stores = [storePath, `${t.testdir()}/another.sqlite`]
if (hasRedis) buildTestStore(stores[1]!, { end })

/** Servers that share only Redis and the seed; each has its own store. */
async function replicas(t: Test, redisUrl: string, settings: Record<string, string> = {}): Promise<Replica[]> {
  return Promise.all(stores.map(path => replica(t, path, { SANDBOX_REDIS_URL: redisUrl, ...settings })))
}

async function replica(t: Test, path: string, settings: Record<string, string>): Promise<Replica> {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    },
  })
  const server = await serve(t, { ...settings, SANDBOX_DATA: path }, pino({ level: 'info' }, stream))
  const messages = () => log.split('\n').flatMap(line => (line ? [JSON.parse(line).msg as string] : []))
  return { ...server, logged: () => messages().filter(message => /Redis/.test(message)) }
}

async function statuses(servers: Served[], count: number, key = limited): Promise<number[]> {
  const asked = Array.from({ length: count }, (_, n) => servers[n % servers.length]!.get(trades, { 'x-api-key': key }))
  return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
}

const passed = (all: number[]) => all.filter(status => status === 200).length

/** Waits until every replica's last message about Redis matches. */
async function logged(servers: Replica[], message: RegExp): Promise<void> {
  await until(
    () => servers.every(server => message.test(server.logged().at(-1) ?? '')),
    all => all,
  )
}

t.test('replicas share limits exactly, and nothing else', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const [one, two] = (await replicas(t, redis.url)) as [Replica, Replica]

  t.equal(passed(await statuses([one, two], 60)), 10, 'of 60 concurrent requests')
  const refused = await two.get(trades, { 'x-api-key': limited })
  t.match([refused.statusCode, refused.headers], [429, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' }])
  t.ok(
    Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60,
    'Retry-After is within a minute',
  )
  for (const [n, server] of [one, two, two, one].entries())
    t.equal(
      (await server.get(trades)).headers['x-ratelimit-remaining'],
      String(5999 - n),
      'another key, counted concurrently',
    )
  t.same([one.logged(), two.logged()], [[], []])
})

t.test('every page is identical on each replica, and its token works on all', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const [one, two] = (await replicas(t, redis.url)) as [Replica, Replica]
  for (const { operation, urls } of operations) {
    const [first, second] = await Promise.all([one, two].map(server => server.get(urls[0]!)))
    t.ok(first!.rawPayload.equals(second!.rawPayload), operation.id)
    t.equal(first!.headers.etag, second!.headers.etag)
  }
  let url: string | undefined = withQuery(trades, { page_size: 1000 })
  let own: string | undefined = url
  for (let n = 0; url !== undefined; n++) {
    const [mixed, whole]: { data: unknown; next_url?: string }[] = await Promise.all([
      [two, one][n % 2]!.json(url),
      one.json(own!),
    ])
    t.strictSame(mixed, whole)
    url = mixed!.next_url
    own = whole!.next_url
  }
})

t.test(
  'without Redis requests continue and each replica counts alone; afterwards they share again',
  without,
  async t => {
    const redis = new RedisServer(t, await freePort())
    await redis.start()
    const servers = await replicas(t, redis.url)
    t.equal(passed(await statuses(servers, 4)), 4)

    await redis.stop()
    t.equal(passed(await statuses(servers, 40, 'sandbox-key')), 40, 'no request fails')
    for (const server of servers) {
      const here = passed(await statuses([server], 20))
      t.ok(here >= 6 && here <= 8, `${here}: the last count of Redis still applies`)
      t.match(server.logged(), [/^Redis is unreachable \(.+\): this replica counts requests alone/])
      t.equal(server.logged().length, 1, 'one line for any number of requests')
    }

    await redis.start()
    await logged(servers, /^Redis is back/)
    t.equal(passed(await statuses(servers, 60)), 10, 'shared again')
    for (const server of servers) t.equal(server.logged().length, 2)
  },
)

t.test('a hanging Redis delays no request', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const servers = await replicas(t, redis.url)
  redis.signal('SIGSTOP')
  t.equal(passed(await statuses(servers, 40, 'sandbox-key')), 40)
  await logged(servers, /^Redis is unreachable/)
  redis.signal('SIGCONT')
  await logged(servers, /^Redis is back/)
  t.equal(passed(await statuses(servers, 60)), 10)
})

t.test('for faults and verbs a hanging Redis is waited for once, as for counts', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const [server] = (await replicas(t, redis.url)) as [Replica]
  const ask = controlOf(server)
  for (const nth of [10, 20, 30]) await ask('POST', '/tenants/default/faults', { on: { nth }, do: { status: 503 } })
  redis.signal('SIGSTOP')
  const began = performance.now()
  t.equal((await server.get('/v1/assets')).statusCode, 200)
  t.match(await ask('GET', '/tenants/default/faults'), { faults: [{ seen: 1 }, { seen: 1 }, { seen: 1 }] })
  t.ok(performance.now() - began < 4000, 'the wait has ended in time')
  await redis.stop()
})

t.test('a limit holds while Redis answers late, and the log has one line', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const keys = `${t.testdir()}/keys.json`
  writeFileSync(keys, JSON.stringify([500, 1000].map(latest => ({ key: `k${latest}`, name: 'a hundred', limit: 100 }))))
  for (const [latest, most, lines] of [
    [500, 100, 0],
    [1000, 150, 1],
  ] as const) {
    const urls = await Promise.all(stores.map(() => jittery(t, Number(new URL(redis.url).port), latest)))
    const servers = await Promise.all(
      stores.map((path, n) => replica(t, path, { SANDBOX_REDIS_URL: urls[n]!, SANDBOX_KEYS: keys })),
    )
    const all: Promise<number[]>[] = []
    for (let n = 0; n < 100; n++) {
      all.push(statuses(servers, 4, `k${latest}`))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    const count = passed((await Promise.all(all)).flat())
    t.ok(count >= 100 && count <= most, `${count} of 400 pass when responses are late by ${latest} ms`)
    for (const server of servers) t.ok(server.logged().length <= lines, String(server.logged()))
  }
})

t.test('a read-only Redis counts as lost until it accepts writes', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const servers = await replicas(t, redis.url)
  await redis.send(`REPLICAOF 127.0.0.1 ${await freePort()}`)
  const refusals = async () => Number(/errorstat_READONLY:count=(\d+)/.exec(await redis.send('INFO errorstats'))?.[1])
  await until(
    async () => {
      t.equal(passed(await statuses(servers, 4, fullKey)), 4, 'no request fails')
      return servers.some(server => server.logged().length > 1) || (await refusals()) >= 8
    },
    over => over,
  )
  for (const server of servers) t.match(server.logged(), [/^Redis is unreachable \(.*READONLY/])
  for (const server of servers) t.equal(server.logged().length, 1, 'one line for any number of attempts')
  await redis.send('REPLICAOF NO ONE')
  await logged(servers, /^Redis is back/)
  t.equal(passed(await statuses(servers, 60)), 10, 'shared again')
})

t.test('a server starts without Redis and uses it once available', without, async t => {
  const redis = new RedisServer(t, await freePort())
  const servers = await replicas(t, redis.url)
  t.match(servers[0]!.logged(), [/^Redis is unreachable \(.*ECONNREFUSED/])
  t.equal(passed(await statuses(servers, 60)), 20, 'ten on each')
  await redis.start()
  await logged(servers, /^Redis is back/)
  t.equal(passed(await statuses(servers, 60)), 10)
})

const proxied = hasRedis && hasNginx ? {} : { skip: 'needs redis-server and nginx: apt-get install redis-server nginx' }

t.test('two replicas behind the proxy of compose.yaml act as one server', proxied, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const [one, two] = (await replicas(t, redis.url, { SANDBOX_TRUST_PROXY: 'true' })) as [Replica, Replica]
  const address = (server: Served) => new URL(server.url).host
  const url = await startNginx(t, { one: address(one), two: address(two) })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    get(url, path, { 'x-api-key': fullKey, ...headers })

  const cases: [host: string, path: string, status: number][] = [
    ['eu.localhost:4780', trades, 200],
    ['us.localhost:4780', trades, 200],
    ['reference.localhost:4780', '/v1/exchanges', 200],
    ['reference.localhost:4780', trades, 404],
    ['localhost:4780', trades, 200],
    ['localhost:4780', '/v1/exchanges', 200],
  ]
  for (const [host, path, status] of cases) t.equal((await ask(path, { host })).status, status, host + path)
  const page = await ask(trades, { host: 'us.localhost:4780' })
  const { next_url } = JSON.parse(page.body)
  t.ok(next_url.startsWith('http://us.localhost:4780/'), next_url)
  const next = new URL(next_url)
  const known = { host: next.host, 'if-none-match': (await ask(next.pathname + next.search, { host: next.host })).etag }
  for (let n = 0; n < 4; n++) t.equal((await ask(next.pathname + next.search, known)).status, 304, 'on either replica')
  t.equal((await ask(trades, { host: 'us.localhost', 'x-api-key': 'sandbox-eu-only' })).status, 403)
  t.equal((await ask(`/${'x'.repeat(20_000)}`)).status, 414, "the refusal is the sandbox's own")

  const limited = await Promise.all(Array.from({ length: 40 }, () => ask(trades, { 'x-api-key': 'sandbox-limited' })))
  t.equal(limited.filter(({ status }) => status === 200).length, 10)
  const asking = Promise.all(Array.from({ length: 100 }, () => ask(trades)))
  const stopped = one.close()
  t.ok(
    (await asking).every(({ status }) => status === 200),
    'stopping one affects no client',
  )
  await stopped
  for (let n = 0; n < 10; n++) t.equal((await ask(trades)).status, 200)
})

/** A GET with a custom Host, which `fetch` cannot send. */
async function get(url: string, path: string, headers: Record<string, string>) {
  const asked = request(url + path, { headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, etag: answer.headers.etag ?? '', body: await text(answer) }
}

t.test('replicas count the requests of a fault rule together, and of a key with faults', without, async t => {
  const redis = new RedisServer(t, await freePort())
  await redis.start()
  const servers = (await replicas(t, redis.url)) as [Replica, Replica]
  const rule = { id: 'third', on: { every: 3 }, do: { status: 503 } }
  for (const server of servers) await controlOf(server)('POST', '/tenants/default/faults', rule)
  const labels = async (count: number, headers: Record<string, string> = {}) => {
    const answers = Array.from({ length: count }, (_, n) => servers[n % 2]!.get(trades, headers))
    return (await Promise.all(answers)).flatMap(answer => answer.headers['x-sandbox-fault'] ?? [])
  }
  t.same(
    new Set(await labels(30)),
    new Set(Array.from({ length: 10 }, (_, n) => `third#${n * 3 + 3}`)),
    'each third request of both',
  )
  for (const server of servers) {
    const { faults } = await controlOf(server)('GET', '/tenants/default/faults')
    t.equal(faults[0].seen, 30)
    const { schedule } = await controlOf(server)('GET', '/tenants/default/faults/schedule?n=4')
    t.match(schedule, [{ from: 31, faults: [{ ordinal: 33 }] }])
  }
  t.equal(new Set(await labels(20, { 'x-sandbox-fault': 'delay=PT0S' })).size, 20)
  t.equal(new Set(await labels(20, { 'x-api-key': 'sandbox-down' })).size, 20, 'a key counts for both')
  for (const server of servers) await controlOf(server)('POST', '/tenants/default/reset')
  t.same(await labels(2, { 'x-api-key': 'sandbox-down' }).then(all => all.sort()), ['down#1', 'down#2'].sort())
  t.equal(passed(await statuses(servers, 12)), 10)
  await controlOf(servers[0])('POST', '/tenants/default/reset')
  t.equal(passed(await statuses(servers, 12)), 10, 'a reset of one replica restores the limits of all')

  await redis.stop()
  for (const server of servers) await controlOf(server)('POST', '/tenants/default/faults', rule)
  t.same(await labels(6), ['third#3', 'third#3'], 'without Redis each replica counts by itself')
})
