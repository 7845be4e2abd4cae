import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import t from 'tap'
import { type Outcome, root, runProgram } from './harness/command.ts'
import { digestOf } from './harness/fingerprints.ts'
import { end, storePath } from './harness/store.ts'

const folder = t.testdir()
const now = new Date(end).toISOString()
const cache = `${folder}/cache`
const program = `${folder}/node_modules/.bin/market-data-sandbox`
const settings = { XDG_CACHE_HOME: cache, SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: now, SANDBOX_PORT: '0' }
const npm = (args: string[], cwd: string) =>
  runProgram('npm', args, { cwd, env: process.env as Record<string, string> })
const ours = (args: string[], env: Record<string, string> = settings) => runProgram(program, args, { cwd: folder, env })

interface Packed {
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}

async function succeeded(what: string, running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running
  if (outcome.code !== 0) throw new Error(`${what} ended with ${outcome.code}: ${outcome.stdout}${outcome.stderr}`)
  return outcome
}

const { stdout } = await succeeded('npm pack', npm(['pack', '--json', '--pack-destination', folder], root))
const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed]

t.test('the package holds what is built, the README and the license, and is small', async t => {
  t.ok(packed.unpackedSize < 2_000_000, `${packed.unpackedSize} bytes, ${packed.size} packed`)
  const others = packed.files.map(({ path }) => path).filter(path => !/^dist\/[\w-]+\.(js|sql|txt)$/i.test(path))
  t.same(others.sort(), ['LICENSE', 'README.md', 'dist/index.d.ts', 'package.json'])
  const license = readFileSync(`${root}/dist/THIRD-PARTY.txt`, 'utf8')
  t.match(license, /^@sinclair\/typebox\n[\s\S]*Copyright/, 'what is bundled keeps its license')
})

t.test('it installs in an empty folder', async () => {
  writeFileSync(`${folder}/package.json`, '{}')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', `${folder}/${packed.filename}`]
  await succeeded('npm install', npm(args, folder))
})

t.test('its program serves without an argument, from a store in the user’s cache', async t => {
  const { PATH } = process.env
  const server = spawn(program, [], { cwd: folder, env: { PATH, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => server.kill('SIGKILL'))
  let url = ''
  for await (const line of createInterface(server.stdout)) {
    ;({ url = '' } = JSON.parse(line))
    if (url) break
  }
  const { digest } = (await (await fetch(`${url}/version`)).json()) as { digest: string }
  t.equal(digest, digestOf(storePath), 'the very market that the sources make')
  const { port } = new URL(url)
  t.same(await ours(['health'], { SANDBOX_PORT: port }), { code: 0, stdout: '', stderr: '' })
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string }
  t.match(document.openapi, /^3\.1/)
  t.match(await (await fetch(`${url}/docs/`)).text(), /swagger/i)
  server.kill('SIGTERM')
  t.same(await once(server, 'exit'), [0, null])
  t.same(readdirSync(cache), ['market-data-sandbox'])
  t.notOk(readdirSync(`${folder}/node_modules/market-data-sandbox`).includes('data'), 'nothing is written beside it')
})

t.test('its live store grows, from a thread of its own', async t => {
  const live = { ...settings, SANDBOX_NOW: 'live' }
  const built = await ours(['seed'], live)
  t.match(built.stdout, /, built\n/)
  const server = spawn(program, [], { cwd: folder, env: { PATH: process.env.PATH, ...live } })
  t.teardown(() => server.kill('SIGKILL'))
  const [line] = await once(createInterface(server.stdout), 'line')
  const { url } = JSON.parse(line)
  const reaches = async () => ((await (await fetch(`${url}/version`)).json()) as { end: string }).end
  const before = await reaches()
  while ((await reaches()) === before) await new Promise(resolve => setTimeout(resolve, 50))
  server.kill('SIGTERM')
  t.same(await once(server, 'exit'), [0, null])
  t.equal((await ours(['verify'], live)).code, 0)
})

t.test('its commands work', async t => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  t.equal(
    (await runProgram('npx', ['--no-install', 'market-data-sandbox', '--version'], { cwd: folder })).stdout,
    `${version}\n`,
  )
  t.equal((await ours(['verify'])).code, 0)
  t.match((await ours(['export', 'chain', '--format', 'csv'])).stdout, /^code,.*\narbitrum,/)
  t.match(await ours(['sed']), { code: 2, stderr: /did you mean "seed"/ })
})

const use = `
import { createSandbox } from 'market-data-sandbox'
const sandbox = await createSandbox({ profile: 'tiny', now: '${now}' })
const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=2'
const answer = await sandbox.inject({ url: path, headers: { 'x-api-key': 'sandbox-key' } })
console.log(new URL(sandbox.url).hostname, answer.statusCode, answer.json().data.length)
await sandbox.close()
`

t.test('a program imports it as plain JavaScript', async t => {
  writeFileSync(`${folder}/use.mjs`, use)
  const outcome = await runProgram('node', ['use.mjs'], { cwd: folder, env: settings })
  t.same(outcome, { code: 0, stdout: '127.0.0.1 200 2\n', stderr: '' })
})

t.test('its types stand alone, and know what is wrong', async t => {
  mkdirSync(`${folder}/node_modules/@types`, { recursive: true })
  for (const name of ['node', '../undici-types'])
    symlinkSync(`${root}/node_modules/@types/${name}`, `${folder}/node_modules/@types/${name}`)
  writeFileSync(`${folder}/use.mts`, `${use}\nconst status: number = answer.statusCode\nexport { status }`)
  writeFileSync(
    `${folder}/wrong.mts`,
    `import { createSandbox } from 'market-data-sandbox'\nawait createSandbox({ profile: 'huge' })`,
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  const tsc = [`${root}/node_modules/typescript/bin/tsc`, '--ignoreConfig', ...options, 'use.mts', 'wrong.mts']
  const { stdout } = await runProgram('node', tsc, { cwd: folder })
  t.match(stdout, /^wrong\.mts\(2,23\): error TS2322: Type '"huge"' [^\n]*\n$/)
})
