import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { installBuilt } from '../harness/built-package.ts'
import { root, runProgram } from '../harness/command.ts'
import { page } from '../harness/pages.ts'
import t, { type Test } from '../harness/tap.ts'

const text = page('docs/testing.md')
const folder = t.testdir()
await installBuilt(folder)
const env = { XDG_CACHE_HOME: `${folder}/cache`, HOME: process.env.HOME ?? folder }

/** Writes a file shown on the page. */
function write(name: string, path = name): void {
  const [, code] =
    new RegExp(`\`\`\`\\w+\\n((?://|#) ${name.replaceAll('.', '\\.')}\\n[\\s\\S]*?)\`\`\``).exec(text) ?? []
  if (code === undefined) throw new Error(`docs/testing.md has no ${name}`)
  writeFileSync(`${folder}/${path}`, code)
}

/** Copies a file of docs/examples. */
function copy(path: string, to = path.slice(path.lastIndexOf('/') + 1)): void {
  cpSync(`${root}/docs/examples/${path}`, `${folder}/${to}`)
}

const run = (program: string, args: string[], more: Record<string, string> = {}) =>
  runProgram(program, args, { cwd: folder, env: { ...env, ...more } })

async function passes(t: Test, program: string, args: string[], more: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await run(program, args, more)
  t.equal(code, 0, stdout + stderr)
}

const tool = (path: string) => `${root}/test/clients/runtimes/node_modules/${path}`

t.test('the recipe for Jest passes in a CommonJS project', async t => {
  for (const name of ['start-sandbox.mjs', 'stop-sandbox.mjs', 'bars.test.js']) write(name)
  const config = {
    globalSetup: './start-sandbox.mjs',
    globalTeardown: './stop-sandbox.mjs',
    haste: { enableSymlinks: false },
  }
  writeFileSync(`${folder}/jest.config.json`, JSON.stringify({ ...config, rootDir: '.', watchman: false }))
  await passes(t, process.execPath, [tool('jest/bin/jest.js'), '--config=jest.config.json'])
})

t.test('a Jest test starts its own sandbox, from CommonJS and from an ES module', async t => {
  mkdirSync(`${folder}/inside`)
  write('inside.test.js', 'inside/inside.test.js')
  const args = [tool('jest/bin/jest.js'), '--config={"watchman":false}', '--rootDir=inside']
  await passes(t, process.execPath, args)
  const load = "const { createSandbox } = require('market-data-sandbox')"
  const { code, stdout, stderr } = await run(process.execPath, ['-p', `${load}; typeof createSandbox`])
  t.same([code, stdout], [0, 'function\n'], stderr)
  const imported = `test('answers', async () => {
    const { createSandbox } = await import('market-data-sandbox')
    const sandbox = await createSandbox({ profile: 'tiny', now: new Date('2026-01-31T00:00:00Z') })
    expect((await sandbox.inject('/ready')).statusCode).toBe(200)
    await sandbox.close()
  }, 60_000)`
  writeFileSync(`${folder}/inside/inside.test.js`, imported)
  await passes(t, process.execPath, args, { NODE_OPTIONS: '--experimental-vm-modules' })
})

t.test('the recipe for Deno passes, and the program runs in Deno', async t => {
  write('sandbox_test.ts')
  const deno = [tool('deno/bin.cjs'), '--allow-all']
  await passes(t, process.execPath, [deno[0]!, 'test', '--allow-all', 'sandbox_test.ts'])
  await passes(t, process.execPath, [deno[0]!, 'run', '--allow-all', `${root}/dist/main.js`, 'help'])
})

t.test('the recipe for Bun passes', async t => {
  write('sandbox.test.ts')
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch
  await passes(t, tool(`@oven/bun-${process.platform}-${arch}/bin/bun`), ['test', './sandbox.test.ts'])
})

/** Runs a command with a server of its own, as the page says. */
const execWith = (program: string, ...args: string[]) => [
  `${root}/dist/main.js`,
  'exec',
  '--profile=tiny',
  '--now=2026-01-31T00:00:00Z',
  '--',
  program,
  ...args,
]

t.test('the recipes for vitest and Jest pass in both', async t => {
  copy('javascript/recipes.spec.js')
  const { execPath } = process
  const vitest = [tool('vitest/vitest.mjs'), 'run', '--globals', 'recipes.spec.js']
  await passes(t, execPath, execWith(execPath, ...vitest))
  await passes(
    t,
    execPath,
    execWith(execPath, tool('jest/bin/jest.js'), '--config={"watchman":false}', 'recipes.spec.js'),
  )
})

const lacks = (program: string, ...args: string[]) =>
  spawnSync(program, args).status === 0 ? false : `${program} ${args.join(' ')} does not work here`

const noPytest = lacks('python3', '-m', 'pytest', '--version')
const pytest = (file: string) => ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', file]

t.test('the recipe for pytest passes', { skip: noPytest }, async t => {
  write('test_bars.py')
  await passes(t, process.execPath, execWith('python3', ...pytest('test_bars.py')))
})

t.test('a fixture of pytest starts the server', { skip: noPytest }, async t => {
  copy('python/test_sandbox.py')
  await passes(t, 'python3', pytest('test_sandbox.py'))
})

t.test('the recipe for Go passes', { skip: lacks('go', 'version') }, async t => {
  write('bars_test.go')
  await passes(t, process.execPath, execWith('go', 'test', 'bars_test.go'))
})

t.test('a Go test starts the server', { skip: lacks('go', 'version') }, async t => {
  copy('go/sandbox_test.go')
  await passes(t, 'go', ['test', 'sandbox_test.go'])
})

t.test('the recipe for Java passes', { skip: lacks('java', '--version') }, async t => {
  write('LastBar.java')
  await passes(t, process.execPath, execWith('java', 'LastBar.java'))
})

t.test('a Java program starts the server', { skip: lacks('java', '--version') }, async t => {
  copy('java/Sandbox.java')
  await passes(t, 'java', ['Sandbox.java'])
})

t.test('the recipes for Go pass', { skip: lacks('go', 'version') }, async t => {
  copy('go/recipes_test.go')
  await passes(t, process.execPath, execWith('go', 'test', '-count=1', 'recipes_test.go'))
})

t.test('the recipes for JUnit pass', { skip: lacks('mvn', '--version') }, async t => {
  for (const path of ['pom.xml', 'src/test/java/RecipesTest.java']) copy(`java/${path}`, path)
  // Offline, Maven finds in its cache what it otherwise downloads again.
  const offline = await run(process.execPath, execWith('mvn', '-o', '-q', '-B', 'test'))
  if (offline.code === 0) t.pass()
  else await passes(t, process.execPath, execWith('mvn', '-q', '-B', 'test'))
})
