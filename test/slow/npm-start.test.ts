import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readSettings } from '../../src/commands/read-settings.ts'
import { bannerOf } from '../../src/commands/serve/banner.ts'
import { command, compileCache, root } from '../harness/command.ts'
import { until } from '../harness/process.ts'
import { serve } from '../harness/server.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const now = new Date(end).toISOString()
const tiny = ['--port=0', '--profile=tiny', `--now=${now}`]
const environment = { ...process.env, ...compileCache, NODE_OPTIONS: '' }

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('the server ends when npm, which started it, is killed', async t => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const ready = `${t.testdir()}/${signal}.json`
    const args = ['start', '--', ...tiny, `--data=${storePath}`, `--ready-file=${ready}`]
    const npm = spawn('npm', args, { cwd: root, env: environment, stdio: 'ignore' })
    const present = await until(
      async () => existsSync(ready),
      isReady => isReady || npm.exitCode !== null,
    )
    t.ok(present, 'npm start serves')
    const { pid } = JSON.parse(readFileSync(ready, 'utf8'))
    npm.kill(signal)
    await until(
      async () => isRunning(pid),
      running => !running,
    )
    t.notOk(existsSync(ready), signal)
  }
})

t.test(
  'a server that is interrupted while it builds its store refuses what waits and leaves only the history',
  async t => {
    const folder = t.testdir({ store: {} })
    const ready = `${folder}/ready.json`
    const stores = `${folder}/store`
    const store = [`--data=${stores}/market.sqlite`, `--now=${now}`]
    const args = [`${root}/src/main.js`, '--port=0', '--workers=2', `--ready-file=${ready}`, ...store]
    // Ctrl+C signals all processes of the terminal.
    const server = spawn(process.execPath, args, { env: environment, stdio: 'ignore', detached: true })
    const ended = once(server, 'exit')
    await until(
      async () => existsSync(ready) && readdirSync(stores).some(name => name.startsWith('market.sqlite.building')),
      isBuilding => isBuilding,
    )
    const { url } = JSON.parse(readFileSync(ready, 'utf8'))
    const waiting = Array.from({ length: 8 }, () => fetch(`${url}/v1/instruments`))
    await fetch(`${url}/ready`)
    process.kill(-server.pid!, 'SIGINT')
    for (const response of await Promise.all(waiting)) {
      t.equal(response.status, 503)
      t.match(await response.text(), /the server is stopping/)
    }
    t.same(await ended, [0, null])
    t.same(
      readdirSync(stores).filter(name => !name.startsWith('market.history.sqlite')),
      [],
    )
  },
)

t.test('a signal while the program loads ends it as a later one does', async t => {
  // Sent as soon as anything listens to it.
  const signalling = `process.once('newListener', function send(name) {
    if (name !== 'SIGTERM') return process.once('newListener', send)
    console.error(new Error('listens').stack)
    setImmediate(() => process.kill(process.pid, name))
  })`
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(signalling)}`]
  const { code, stderr } = await command([...tiny, `--data=${storePath}`], { nodeArgs })
  t.equal(code, 0)
  t.match(stderr, /src\/main\.js/, 'before the modules of the server are loaded')
  t.notMatch(stderr, /serve\.ts/)
})

t.test('a signal that arrives before the server listens to it is not lost', async t => {
  const module = new URL('../../src/commands/serve/stopping.ts', import.meta.url).href
  const code = `process.once('SIGTERM', () => process.exit(8))
    const { onSignal } = await import(${JSON.stringify(module)})
    process.kill(process.pid, 'SIGTERM')
    // It is on its way, and dispatched in a later turn.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    onSignal(() => process.exit(7))
    setTimeout(() => process.exit(9), 2000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { env: environment, stdio: 'ignore' })
  t.same(await once(child, 'exit'), [7, null])
})

t.test('a terminal shows what a newcomer needs, with a call that works', async t => {
  const server = await serve(t)
  const settings = (environment: Record<string, string>) =>
    readSettings([], { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: now, SANDBOX_DATA: storePath, ...environment })
  const banner = bannerOf(server, await settings({}))
  t.match(banner, `URL        ${server.url}\n`)
  t.match(banner, `console    ${server.url}/ in a browser\n`)
  t.match(banner, `documents  ${server.url}/docs and ${server.url}/openapi.json\n`)
  t.match(banner, `clock      frozen at ${now}\n`)
  t.match(banner, /data {7}profile tiny, seed market, from 2026-01-28T.* to 2026-01-31T/)
  const [, key = '', url = ''] = /curl -H 'X-Api-Key: (\S+)' '(\S+)'/.exec(banner) ?? []
  const { data } = (await (await fetch(url, { headers: { 'x-api-key': key } })).json()) as { data: unknown[] }
  t.equal(data.length, 2)
  t.match(
    bannerOf({ ...server, url: 'http://0.0.0.0:1' }, await settings({ SANDBOX_CONTROL_PORT: '2' })),
    /URL {8}http:\/\/localhost:1\n[\s\S]*control {4}http:\/\/localhost:2\/sandbox\n/,
  )
})
