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
  await passes(t, process.execPath, [deno[0]!, 'test', '--allow-all', '--no-check', 'sandbox_test.ts'])
  await passes(t, process.execPath, [deno[0]!, 'run', '--allow-all', `${root}/dist/main.js`, 'help'])
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
  write('recipes.spec.js')
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

t.test('the recipes for Go pass', { skip: lacks('go', 'version') }, async t => {
  write('recipes_test.go')
  await passes(t, process.execPath, execWith('go', 'test', '-count=1', 'recipes_test.go'))
})

/** Maven's default plugins differ by its version. */
const plugins = {
  'maven-resources-plugin': '3.3.1',
  'maven-compiler-plugin': '3.14.1',
  'maven-surefire-plugin': '3.2.5',
}
const pom = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>sandbox</groupId>
  <artifactId>recipes</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.14.1</version>
    </dependency>
  </dependencies>
  <build>
    <plugins>${Object.entries(plugins)
      .map(([name, version]) => `<plugin><artifactId>${name}</artifactId><version>${version}</version></plugin>`)
      .join('')}</plugins>
  </build>
</project>`

t.test('the recipes for JUnit pass', { skip: lacks('mvn', '--version') }, async t => {
  mkdirSync(`${folder}/src/test/java`, { recursive: true })
  write('RecipesTest.java', 'src/test/java/RecipesTest.java')
  writeFileSync(`${folder}/pom.xml`, pom)
  // Offline, Maven finds in its cache what it otherwise downloads again.
  const offline = await run(process.execPath, execWith('mvn', '-o', '-q', '-B', 'test'))
  if (offline.code === 0) t.pass()
  else await passes(t, process.execPath, execWith('mvn', '-q', '-B', 'test'))
})
