import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { installBuilt } from './harness/built-package.ts'
import { root, runProgram } from './harness/command.ts'
import { codeBlock } from './harness/pages.ts'
import { fullKey, serve } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import { digestOf } from './harness/store-checks.ts'
import t from './harness/tap.ts'

const folder = t.testdir()
await installBuilt(folder)
const now = new Date(end).toISOString()
const data = `${folder}/tiny.sqlite`
const env = { SANDBOX_PROFILE: 'tiny', SANDBOX_NOW: now, SANDBOX_DATA: data, SANDBOX_PORT: '0' }
const program = `${folder}/node_modules/.bin/market-data-sandbox`
const ours = (...args: string[]) => runProgram(program, args, { cwd: folder, env })

const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=3'
const headers = { 'x-api-key': fullKey }

t.test('the built commands work, and build the same store as the sources', async t => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  t.same(await ours('--version'), { code: 0, stdout: `${version}\n`, stderr: '' })
  t.match(await ours('sed'), { code: 2, stderr: /did you mean "seed"/ })
  t.match(await ours('seed'), { code: 0, stdout: /, built\n/ })
  t.equal(digestOf(data), digestOf(storePath))
})

t.test('the built server and sandboxes in ESM and CommonJS give the same records as the sources', async t => {
  const { data: expected } = await (await serve(t)).json(path)
  t.equal(expected.length, 3)
  const server = spawn(process.execPath, [program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => server.kill('SIGKILL'))
  const [line] = await once(createInterface(server.stdout), 'line')
  const answer = await fetch(JSON.parse(line).url + path, { headers })
  t.same(((await answer.json()) as { data: unknown }).data, expected)
  server.kill('SIGTERM')
  t.same(await once(server, 'exit'), [0, null])
  const use = `createSandbox(${JSON.stringify({ profile: 'tiny', now, data })}).then(async sandbox => {
    const answer = await sandbox.inject(${JSON.stringify({ url: path, headers })})
    await sandbox.close()
    console.log(JSON.stringify(answer.json().data))
  })`
  writeFileSync(`${folder}/use.mjs`, `import { createSandbox } from 'market-data-sandbox'\n${use}`)
  writeFileSync(`${folder}/use.cjs`, `const { createSandbox } = require('market-data-sandbox')\n${use}`)
  for (const name of ['use.mjs', 'use.cjs'])
    t.same(await runProgram(process.execPath, [name], { cwd: folder }), {
      code: 0,
      stdout: `${JSON.stringify(expected)}\n`,
      stderr: '',
    })
})

t.test('a wrong option is reported in a few lines, where it was given', async t => {
  writeFileSync(
    `${folder}/wrong.mjs`,
    "import { createSandbox } from 'market-data-sandbox'\nawait createSandbox({ profile: 'tny' })",
  )
  const { code, stderr } = await runProgram(process.execPath, ['wrong.mjs'], { cwd: folder })
  t.equal(code, 1)
  t.match(stderr, /wrong\.mjs:2\nawait createSandbox[\s\S]*profile must be/)
  t.ok(stderr.length < 1000, `${stderr.length} characters`)
})

t.test('the type declarations of the package are complete, and reject invalid options', async t => {
  const more = "export const status: number = (await sandbox.inject('/ready')).statusCode"
  writeFileSync(`${folder}/use.mts`, `${codeBlock('docs/testing.md', 'ts', 'createSandbox')}\n${more}`)
  writeFileSync(
    `${folder}/use.cts`,
    "import { createSandbox } from 'market-data-sandbox'\nvoid createSandbox({ profile: 'tiny' }).then(({ url }) => url)",
  )
  writeFileSync(
    `${folder}/wrong.mts`,
    "import { createSandbox } from 'market-data-sandbox'\nawait createSandbox({ profile: 'huge' })",
  )
  const options = '--ignoreConfig --noEmit --strict --module node18 --target es2024 --lib es2024 --types node'
  const files = ['use.mts', 'use.cts', 'wrong.mts']
  const tsc = [`${root}/node_modules/typescript/bin/tsc`, ...options.split(' '), ...files]
  const { stdout } = await runProgram(process.execPath, tsc, { cwd: folder })
  t.match(stdout, /^wrong\.mts\(2,23\): error TS2322: Type '"huge"' [^\n]*\n$/)
})
