import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { root, runProgram } from '../harness/command.ts'
import { page } from '../harness/pages.ts'

const text = page('docs/testing.md')
const built = await runProgram(process.execPath, [`${root}/build.ts`])
if (built.code !== 0) throw new Error(built.stderr)

/** A project that has installed the package. */
const folder = t.testdir({ 'package.json': '{}', node_modules: { '.bin': {} } })
symlinkSync(root, `${folder}/node_modules/market-data-sandbox`)
chmodSync(`${root}/dist/main.js`, 0o755)
symlinkSync('../market-data-sandbox/dist/main.js', `${folder}/node_modules/.bin/market-data-sandbox`)
const env = { XDG_CACHE_HOME: `${folder}/cache`, HOME: process.env.HOME ?? folder }

/** Writes a file shown on the page. */
function write(name: string, path = name): void {
  const [, code] =
    new RegExp(`\`\`\`\\w+\\n((?://|#) ${name.replaceAll('.', '\\.')}\\n[\\s\\S]*?)\`\`\``).exec(text) ?? []
  if (code === undefined) throw new Error(`docs/testing.md has no ${name}`)
  writeFileSync(`${folder}/${path}`, code)
}

async function passes(t: Test, program: string, args: string[], more: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd: folder, env: { ...env, ...more } })
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

t.test('a sandbox inside a Jest test works with the flag that the page names', async t => {
  mkdirSync(`${folder}/inside`)
  writeFileSync(
    `${folder}/inside/inside.test.js`,
    `test('answers', async () => {
      const { createSandbox } = await import('market-data-sandbox')
      const sandbox = await createSandbox({ profile: 'tiny', now: new Date('2026-01-31T00:00:00Z') })
      expect((await sandbox.inject('/ready')).statusCode).toBe(200)
      await sandbox.close()
    }, 60_000)`,
  )
  const args = [tool('jest/bin/jest.js'), '--config={"watchman":false}', '--rootDir=inside']
  await passes(t, process.execPath, args, { NODE_OPTIONS: '--experimental-vm-modules' })
})

t.test('the recipe for Deno passes, and the program runs in Deno', async t => {
  write('sandbox_test.ts')
  const deno = [tool('deno/bin.cjs'), '--allow-all']
  await passes(t, process.execPath, [deno[0]!, 'test', '--allow-all', '--no-check', 'sandbox_test.ts'])
  await passes(t, process.execPath, [deno[0]!, 'run', '--allow-all', `${root}/dist/main.js`, 'help'])
})

const lacks = (program: string, ...args: string[]) =>
  spawnSync(program, args).status === 0 ? false : `${program} ${args.join(' ')} does not work here`

t.test('the recipe for pytest passes', { skip: lacks('python3', '-m', 'pytest', '--version') }, async t => {
  write('test_sandbox.py')
  await passes(t, 'python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_sandbox.py'])
})

t.test('the recipe for Go passes', { skip: lacks('go', 'version') }, async t => {
  write('sandbox_test.go')
  await passes(t, 'go', ['test', 'sandbox_test.go'])
})

t.test('the recipe for Java passes', { skip: lacks('java', '--version') }, async t => {
  write('Sandbox.java')
  await passes(t, 'java', ['Sandbox.java'])
})
