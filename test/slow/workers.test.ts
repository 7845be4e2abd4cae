import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Connections, threadOf } from '../harness/connections.ts'
import { instrumentUrl } from '../harness/operations.ts'
import { start, until } from '../harness/process.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const trades = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')}?page_size=2`
const hour = 3_600_000
const threaded = { SANDBOX_WORKERS: '2' }
const served = { ...threaded, SANDBOX_NOW: new Date(end).toISOString(), SANDBOX_DATA: storePath }

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

t.test('6,000 of 6,500 requests over 50 connections are accepted', async t => {
  const url = await start(t, { ...served, SANDBOX_LOG_LEVEL: 'info' }).ready()
  const connections = new Connections(url, 50)
  t.teardown(() => connections.close())
  const answers = await Promise.all(numbers(6500).map(n => connections.ask(n, trades)))
  t.equal(new Set(answers.map(threadOf)).size, 2)
  t.equal(answers.filter(({ status }) => status === 200).length, 6000)
  t.equal(answers.filter(({ status }) => status === 429).length, 500)
})

t.test('a signal drains all threads, and the log has whole lines of both', async t => {
  const server = start(t, served)
  const url = await server.ready()
  const connections = new Connections(url, 12)
  t.teardown(() => connections.close())
  const body = { id: 'slow', do: { delay: 'PT2S' } }
  await connections.ask(0, '/sandbox/tenants/default/faults', { method: 'POST', body })
  const answers = connections.all(trades)
  await until(
    () => connections.ask(0, '/sandbox/tenants/default/faults').then(answer => answer.body.faults[0].seen),
    seen => seen === 12,
  )
  const exited = server.kill('SIGTERM')
  const statuses = (await answers).map(answer => [answer.status, answer.headers.connection])
  t.same(statuses, Array(12).fill([200, 'keep-alive']))
  t.match(await exited, { code: 0 })
  const lines = server.stdout.split('\n').filter(line => line !== '')
  const answered = lines
    .map(line => JSON.parse(line))
    .filter(({ msg, path }) => msg === 'answered' && /trades/.test(path))
  t.equal(answered.length, 12)
})

t.test('a thread that fails ends the server with a line that says why', async t => {
  const folder = t.testdir()
  const trigger = join(folder, 'fail')
  const preload = join(folder, 'preload.mjs')
  writeFileSync(
    preload,
    `import { existsSync } from 'node:fs'
    import { isMainThread, workerData } from 'node:worker_threads'
    if (!isMainThread && workerData?.thread === 1)
      setInterval(() => {
        if (existsSync(${JSON.stringify(trigger)})) throw new Error('as the test has it')
      }, 20)`,
  )
  const server = start(t, { ...served, NODE_OPTIONS: `--import=${preload}` })
  await server.ready()
  mkdirSync(trigger)
  t.match(await server.exited, { code: 1 })
  const fatal = server.stdout.split('\n').find(line => line.includes('"level":60'))
  t.match(JSON.parse(fatal!), {
    msg: 'serving thread 1 failed, so the server ends',
    err: { message: 'as the test has it' },
  })
})

t.test('under a live clock one thread extends the store, and all serve its records', async t => {
  const server = start(t, { ...threaded, SANDBOX_NOW: 'live', SANDBOX_DATA: `${t.testdir()}/live.sqlite` })
  const url = await server.ready()
  const connections = new Connections(url, 12)
  t.teardown(() => connections.close())
  const newest = async () => {
    const answers = await connections.all('/v2/data/trades.v1/spot_exchange_rate/btc/usd?interval=1s&page_size=1')
    return Math.min(...answers.map(({ body }) => body.data[0].timestamp))
  }
  const first = await newest()
  t.ok(Date.now() - first < 60_000, 'the thread answers in time')
  await until(newest, timestamp => timestamp > first + 3000)
  t.equal((await connections.all('/ready')).filter(({ status }) => status === 200).length, 12)
})

t.test('beyond the end of the data all connections have the same records, also of a running clock', async t => {
  const connections = new Connections(await start(t, served).ready(), 12)
  t.teardown(() => connections.close())
  const ask = (path: string, body: object, method = 'POST') =>
    connections.ask(7, `/sandbox/tenants${path}`, { method, body })
  const { key } = (await ask('', { name: 'ahead', now: new Date(end + hour).toISOString() })).body
  const pages = async () =>
    (await connections.all(trades, { headers: { 'x-api-key': key } })).map(({ body }) => JSON.stringify(body.data))
  const [first, ...others] = new Set(await pages())
  t.same(others, [])
  t.ok(JSON.parse(first!)[0].timestamp > end, 'the responses follow the clock')
  const course = { now: new Date(end + 53 * hour).toISOString(), rate: 3600 }
  t.match((await ask('/ahead/clock', course, 'PUT')).body, { mode: 'set', rate: 3600 })
  const newest = async () => Math.min(...(await pages()).map(text => JSON.parse(text)[0].timestamp))
  // Half a minute passes, in which responses without a pause would take all processors.
  await until(
    () => setTimeout(300).then(newest),
    timestamp => timestamp > end + 80 * hour,
  )
})

t.test('a second server on the port is refused with 2', async t => {
  const { port } = new URL(await start(t, served).ready())
  const second = start(t, { ...served, SANDBOX_PORT: port })
  t.match(await second.exited, { code: 2 })
  t.match(
    second.stderr,
    /^market-data-sandbox: 127\.0\.0\.1:\d+ is in use by another process: .* --port 0 takes any free one\n$/,
  )
})
