import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { command, outcomeOf, root } from '../harness/command.ts'
import { end, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const env = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: new Date(end).toISOString(), SANDBOX_DATA: storePath }
const node = process.execPath

t.test('exec runs its command beside a server and returns the exit code of the command', async t => {
  const program = `
    const { MARKET_DATA_URL: url, MARKET_DATA_KEY: key, MARKET_DATA_CONTROL_URL: control, MINE: mine } = process.env
    const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1'
    const { status } = await fetch(url + path, { headers: { 'x-api-key': key } })
    const clock = await fetch(control + '/tenants/default/clock')
    console.log(JSON.stringify([status, clock.status, mine, process.argv.slice(1)]))
    process.exit(7)`
  const args = ['exec', '--', node, '--input-type=module', '-e', program, '--', '--help', '-x']
  const { code, stdout, stderr } = await command(args, { env: { ...env, MINE: 'kept' } })
  t.equal(stderr, '')
  t.same(JSON.parse(stdout), [200, 200, 'kept', ['--help', '-x']])
  t.equal(code, 7)
})

t.test('exec says on standard error that it builds a store first', async t => {
  const built = { ...env, SANDBOX_DATA: `${t.testdir()}/market.sqlite` }
  t.match(await command(['exec', '--', node, '-e', 'console.log(1)'], { env: built }), {
    stdout: '1\n',
    stderr: /^market-data-sandbox: seeding tiny before the server starts\nmarket-data-sandbox: seeding tiny is done\n$/,
  })
})

t.test('exec sets the control port and the first key, and reports a command that cannot be run', async t => {
  const folder = t.testdir({ keys: '[{"key":"mine","name":"mine"}]' })
  const save = `require('node:fs').writeFileSync('${folder}/url', process.env.MARKET_DATA_CONTROL_URL + ' ' + process.env.MARKET_DATA_KEY)`
  const listeners = process.listenerCount('SIGTERM')
  const flags = ['--control-port=48173', '--keys', `${folder}/keys`]
  t.match(await outcomeOf(['exec', ...flags, '--', node, '-e', save], env), { code: 0 })
  t.equal(readFileSync(`${folder}/url`, 'utf8'), 'http://127.0.0.1:48173/sandbox mine')
  t.equal(process.listenerCount('SIGTERM'), listeners)
  const { code, stderr } = await outcomeOf(['exec', '--', 'no-such-program'], env)
  t.equal(code, 127)
  t.match(stderr, /no-such-program cannot be run/)
})

t.test('exec names the hosts that its proxy refuses on standard error, and each request if asked', async t => {
  const ask = `
    const { port } = new URL(process.env.MARKET_DATA_URL)
    require('node:http').get({ port, path: 'http://eu.market.example/live' }, answer => console.log(answer.resume().statusCode, process.env.https_proxy === process.env.MARKET_DATA_URL))`
  const tls = { ...env, XDG_CACHE_HOME: t.testdir() }
  t.match(await command(['exec', '--tls', '--', node, '-e', ask], { env: tls }), {
    code: 0,
    stdout: '403 true\n',
    stderr:
      /^market-data-sandbox: [\d:]+ warning: the proxy .* \(none are set\), not "eu\.market\.example": add it, [^\n]+\n$/,
  })
  const wrong =
    "fetch(process.env.MARKET_DATA_URL + '/v2?api_key=' + process.env.MARKET_DATA_KEY).then(answer => answer.text())"
  t.match(await command(['exec', '--log-level', 'info', '--', node, '-e', wrong], { env }), {
    stdout: '',
    stderr: / GET 404 \/v2\?api_key=\*\*\* \S+ ms unknown path "\/v2"/,
  })
})

t.test('exec forwards signals to its command, and returns a code for a signal that ends it', async t => {
  const waits = `process.on('SIGTERM', () => { console.log('heard'); process.exit(9) }); console.log('up'); setInterval(() => {}, 1e6)`
  const child = spawn(node, [`${root}/src/main.js`, 'exec', '--', node, '-e', waits], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  t.equal((await exited)[0], 9)
  const dies = "process.kill(process.pid, 'SIGTERM')"
  t.match(await outcomeOf(['exec', '--', node, '-e', dies], env), { code: 128 + 15 })
})
