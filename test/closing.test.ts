import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readlinkSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { createSandbox } from '../src/index.ts'
import { hour } from '../src/market/time.ts'
import { Listener } from '../src/server/listener.ts'
import { root, runProgram } from './harness/command.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

const now = new Date(end).toISOString()
const tiny = { profile: 'tiny', now } as const
const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=3'

t.test('a request after close is refused with the reason', async t => {
  const sandbox = await createSandbox({ ...tiny, data: storePath })
  await sandbox.close()
  await t.rejects(sandbox.inject('/live'), { message: /^the sandbox is closed/ })
  await t.rejects(sandbox.tenant(), { message: /^the server is closed/ })
  await t.rejects(sandbox.clock.advance('1d'), { message: /^the server is closed/ })
})

t.test(
  'a sandbox after unref does not keep the process running, and its thread starts in a program given with --eval',
  async t => {
    const growing = `${t.testdir()}/live.sqlite`
    copyFileSync(storePath, growing)
    // In all processes and threads, the live clock stands just after the end of the store.
    const shift = `const { now } = Date; Date.now = () => now() - ${Date.now() - end}`
    const env = { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(shift)}"` }
    const ends = async (now: string, data: string, keep: boolean) => {
      const program = `
      import { createSandbox } from '${root}/src/index.ts'
      process.on('worker', worker => worker.once('exit', code => console.log('a thread ended with', code)))
      const sandbox = await createSandbox({ profile: 'tiny', now: '${now}', data: '${data}' })
      if ('${now}' === 'live') await new Promise(resolve => setTimeout(resolve, 500))
      sandbox.unref()
      const ask = () => fetch(sandbox.url + '${path}', { headers: { 'x-api-key': 'sandbox-key' } })
      console.log((await (await ask()).json()).data.length)
      ${keep ? 'setTimeout(async () => { console.log((await ask()).status); await sandbox.close() }, 50)' : ''}`
      t.match(
        await runProgram(process.execPath, ['--input-type=module', '-e', program], { env }),
        { code: 0, stdout: keep ? /^3\n200\n$/ : /^3\n$/, stderr: /^$/ },
        now,
      )
    }
    await Promise.all([ends('live', growing, false), ends(tiny.now, storePath, true)])
  },
)

/** Number of open handles on a path in this process, if the system reports it. */
function handlesOf(path: string): number {
  const own = '/proc/self/fd'
  if (!existsSync(own)) return 0
  const target = (fd: string) => {
    try {
      return readlinkSync(`${own}/${fd}`)
    } catch {
      return ''
    }
  }
  return readdirSync(own).filter(fd => target(fd) === path).length
}

t.test('a response that ends just before the server stops arrives', async t => {
  const listener = new Listener(pino({ level: 'silent' }), 0)
  listener.attach(async (_request, response) => {
    await delay(1)
    response.end('the response')
    await listener.drain()
  })
  listener.open()
  const port = await listener.listen(0, '127.0.0.1')
  t.equal(await (await fetch(`http://127.0.0.1:${port}`)).text(), 'the response')
})

t.test('a port in use is refused, and nothing stays open', async t => {
  const { url, close } = await createSandbox({ ...tiny, data: storePath })
  t.teardown(close)
  const port = Number(new URL(url).port)
  const before = handlesOf(storePath)
  await t.rejects(createSandbox({ ...tiny, data: storePath, port }), { code: 'EADDRINUSE' })
  t.equal(handlesOf(storePath), before)
})

t.test('a start that fails after opening the store closes everything', async t => {
  const data = `${t.testdir()}/incomplete.sqlite`
  copyFileSync(storePath, data)
  new Database(data).exec('DROP TABLE staking_rate').close()
  // In place of Redis: every command succeeds.
  const redis = createServer(socket =>
    socket.on('data', bytes => socket.write('+OK\r\n'.repeat(String(bytes).split('*').length - 1))),
  ).listen(0, '127.0.0.1')
  t.teardown(() => redis.close())
  await once(redis, 'listening')
  const asked = once(redis, 'connection') as Promise<[Socket]>
  const redisUrl = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`
  await t.rejects(createSandbox({ ...tiny, data, redisUrl }), {
    message: /lacks a table or column that this server reads/,
  })
  t.equal(handlesOf(data), 0, 'the store is closed')
  const [connection] = await asked
  t.teardown(() => connection.destroy())
  // The end of a connection is only seen by a reader.
  await once(connection.resume(), 'end')
})

t.test('a closed sandbox has no file open, whatever it answered before', async t => {
  const data = `${t.testdir()}/own.sqlite`
  copyFileSync(storePath, data)
  for (let n = 0; n < 3; n++) {
    await using sandbox = await createSandbox({ ...tiny, data })
    const headers = { 'x-api-key': 'sandbox-key' }
    for (const url of ['/ready', '/version', '/metrics', path])
      t.equal((await sandbox.inject({ url, headers })).statusCode, 200, url)
    const tenant = await sandbox.tenant({ now: new Date(end - hour) })
    t.equal((await sandbox.inject({ url: path, headers: { 'x-api-key': tenant.key } })).statusCode, 200)
    t.ok(handlesOf(data) > 0 || !existsSync('/proc/self/fd'), 'the store is open meanwhile')
  }
  t.equal(handlesOf(data), 0, 'the store is closed')
  t.same(readdirSync(t.testdirName), ['own.sqlite'], 'and no file is beside it')
})
