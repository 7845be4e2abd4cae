import { chmodSync, readdirSync, statSync } from 'node:fs'
import { settingsOfOptions } from '../src/commands/read-settings.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts'
import { cacheOf } from './harness/cache.ts'
import { command, root } from './harness/command.ts'
import { end, storePath } from './harness/store.ts'
import { digestOf } from './harness/store-checks.ts'
import t, { type Test } from './harness/tap.ts'

const now = new Date(end).toISOString()
const tiny = { profile: 'tiny', now } as const
const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=3'
const headers = { 'x-api-key': 'sandbox-key' }

async function open(t: Test, options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options)
  t.teardown(() => sandbox.close())
  return sandbox
}

t.test('a sandbox gives the same responses over HTTP and injected', async t => {
  const { url, inject, journal, close } = await open(t, { ...tiny, data: storePath })
  t.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
  const overSocket = await fetch(url + path, { headers })
  const { host } = new URL(url)
  const answer = await inject({ url: path, headers: { ...headers, host } })
  t.equal(answer.statusCode, 200)
  t.equal(await overSocket.text(), answer.body)
  t.equal(answer.json().data.length, 3)
  t.equal((await inject('/ready')).statusCode, 200)
  t.match(journal(), [{ url: path }, { url: path }], 'also those before its first reading')
  await close()
  await t.rejects(inject('/ready'), { message: 'the sandbox is closed: call inject before close' })
})

t.test('maintenance can be switched on and off, and takes precedence over all other failures', async t => {
  const { inject, setMaintenance } = await open(t, { ...tiny, data: storePath })
  const statuses = async () => {
    const asked = [{ url: path, headers }, path, '/v2/data/trades.v9?x=%', '/v1/assets', '/ready', '/version', '/none']
    const answers = await Promise.all(asked.map(request => inject(request)))
    return answers.map(({ statusCode }) => statusCode)
  }
  const before = await statuses()
  t.same(before, [200, 401, 404, 200, 200, 200, 404])
  setMaintenance(true)
  t.same(await statuses(), [503, 503, 404, 503, 200, 200, 404])
  const { headers: answered } = await inject({ url: path, headers })
  t.match(answered, { 'retry-after': '60', 'cache-control': 'no-store' })
  setMaintenance(false)
  t.same(await statuses(), before)
})

t.test('the first sandbox of a world builds its store in the cache of the user, and later ones reuse it', async t => {
  const cache = cacheOf(t)
  const [one, other] = await Promise.all([open(t, tiny), open(t, tiny)])
  const names = readdirSync(cache)
  t.equal(names.length, 1, 'one store, without leftovers')
  const file = `${cache}/${names[0]}`
  const { ino } = statSync(file)
  const third = await open(t, tiny)
  t.equal(statSync(file).ino, ino)
  t.equal(digestOf(file), digestOf(storePath))
  const answers = await Promise.all([one, other, third].map(({ inject }) => inject({ url: path, headers })))
  t.ok(
    answers.every(({ body }) => body === answers[0]!.body),
    'all responses are alike',
  )
  t.equal(new Set([one, other, third].map(({ url }) => url)).size, 3)
  const { data } = await settingsOfOptions({ ...tiny, seed: 'other' }, process.env)
  t.not(data, file, 'another world has its own store')
})

t.test('the clock takes a Date, of a sandbox and of a tenant', async t => {
  const sandbox = await open(t, { ...tiny, now: new Date(end), data: storePath })
  const { body } = await sandbox.inject({ url: path, headers })
  const other = await open(t, { ...tiny, data: storePath })
  t.equal(body, (await other.inject({ url: path, headers })).body)
  const noon = new Date('2026-01-30T12:00:00Z')
  const tenant = await sandbox.tenant({ now: noon })
  t.equal(tenant.clock.state().now, noon.toISOString())
})

t.test('without a writable cache folder the store is in a temporary one, and the log says so', async t => {
  const folder = t.testdir({ file: '', temporary: {} })
  const env = {
    XDG_CACHE_HOME: `${folder}/file`,
    TMPDIR: `${folder}/temporary`,
    SANDBOX_NOW: now,
    SANDBOX_PROFILE: 'tiny',
  }
  const program = `
    import { createSandbox } from '${root}/src/index.ts'
    const sandbox = await createSandbox({ profile: 'tiny', now: '${now}', logLevel: 'warn' })
    console.log((await sandbox.inject('/ready')).statusCode)
    await sandbox.close()`
  const nodeArgs = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const { stdout, stderr } = await command([], { nodeArgs, env })
  const [line = '', status] = stdout.trim().split('\n')
  t.match(
    [JSON.parse(line).msg, status, stderr],
    [/^the cache folder \S+file\/market-data-sandbox is not writable/, '200', ''],
  )
  const [own = ''] = readdirSync(`${folder}/temporary`)
  t.match(readdirSync(`${folder}/temporary/${own}`), [/^tiny-.*\.sqlite$/])

  chmodSync(`${folder}/temporary/${own}`, 0o777)
  const refused = await command([], { nodeArgs, env })
  t.match(refused.stderr, /market-data-sandbox-\d+ must be a folder that only this user can write: remove it/)
})

t.test('an injected request is rejected if a fault resets or cuts its response', async t => {
  const sandbox = await open(t, { ...tiny, data: storePath })
  const effects = [
    { reset: 'before' },
    { reset: { bytes: 10 } },
    { cut: { bytes: 10 } },
    { cut: { records: 1 } },
  ] as const
  for (const effect of effects) {
    sandbox.faults.replace([{ do: effect }])
    await t.rejects(sandbox.inject({ url: path, headers }), /response destroyed before completion/)
  }
  sandbox.faults.replace([{ do: { cut: { bytes: 10, clean: true } } }])
  t.equal((await sandbox.inject({ url: path, headers })).body.length, 10)
  t.same(
    sandbox.journal().map(({ complete }) => complete),
    [false, false, false, false, true],
  )
})

t.test('keys are passed as an array', async t => {
  const keys = [{ key: 'mine', name: 'mine', limit: 2 }]
  const { inject } = await open(t, { ...tiny, data: storePath, keys })
  const ask = async (key: string) => (await inject({ url: path, headers: { 'x-api-key': key } })).statusCode
  t.same([await ask('mine'), await ask('mine'), await ask('mine'), await ask('sandbox-key')], [200, 200, 429, 401])
})

t.test('an invalid option is refused by name', async t => {
  const cases: [options: object, message: RegExp][] = [
    [{ profil: 'tiny' }, /^unknown option profil \(did you mean "profile"\?\)$/],
    [{ config: 'x.json' }, /^unknown option config/],
    [{ profile: 'huge' }, /^profile must be tiny, standard or large, not "huge"$/],
    [{ port: '80' }, /^port must be a number, not '80'$/],
    [{ port: 70_000 }, /^port must be .*65535.*"70000"$/],
    [{ port: Number.NaN }, /^port must be an integer/],
    [{ seed: null }, /^seed must be a string, not null$/],
    [{ now: 'yesterday' }, /^now must be live, seeded or an ISO 8601 time, not "yesterday"$/],
    [{ now: new Date(Number.NaN) }, /^now must be a valid Date/],
    [{ now: 0 }, /^now must be a string or a Date, not 0$/],
    [{ trustProxy: 'yes' }, /^trustProxy must be a boolean/],
    [{ redisUrl: 'http://x' }, /^redisUrl must be a redis:/],
    [{ hosts: 'a=asia' }, /^hosts must be name=eu/],
    [
      { hosts: 'a=eu,https://b.example=us' },
      /^hosts must have host names without scheme, .*, not "https:\/\/b.example"$/,
    ],
    [{ hosts: 'b.example:4780=us' }, /^hosts must have host names .*, not "b.example:4780"$/],
    [{ controlHosts: 'a=eu' }, /^controlHosts must have host names .*, not "a=eu"$/],
    [{ keys: [] }, /^keys at \/: /],
    [{ keys: [{ key: 'a' }] }, /^keys at \/0\/name: /],
    [{ keys: '/nowhere.json' }, /^keys: \/nowhere\.json cannot be read/],
  ]
  for (const [options, message] of cases)
    await t.rejects(createSandbox({ ...tiny, data: storePath, ...options }), { message }, JSON.stringify(options))
})

t.test('options must be an object, because a bare port would be ignored', async t => {
  for (const options of [4780, null, 'tiny', []])
    await t.rejects(createSandbox(options as SandboxOptions), { message: /^options must be an object, not / })
})

t.test('an undefined option counts as absent', async t => {
  const { inject } = await open(t, { ...tiny, data: storePath, seed: undefined } as unknown as SandboxOptions)
  t.equal((await inject('/version')).json().seed, 'market')
})
