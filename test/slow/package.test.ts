import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'yaml'
import { readSettings } from '../../src/commands/read-settings.ts'
import { Settings } from '../../src/settings.ts'
import { type Outcome, root, runProgram } from '../harness/command.ts'
import { codeBlock } from '../harness/pages.ts'
import { until } from '../harness/process.ts'
import { end, storePath } from '../harness/store.ts'
import { digestOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

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
  if (outcome.code !== 0) throw new Error(`${what} exited with ${outcome.code}: ${outcome.stdout}${outcome.stderr}`)
  return outcome
}

const { stdout } = await succeeded('npm pack', npm(['pack', '--json', '--pack-destination', folder], root))
const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed]

t.test('the package contains the build, the documentation and the license, and is small', async t => {
  t.ok(packed.unpackedSize < 6_000_000, `${packed.unpackedSize} bytes, ${packed.size} packed`)
  const others = packed.files
    .map(({ path }) => path)
    .filter(
      path =>
        !/^(dist\/(console\/([a-z]+\/)?)?[\w-]+\.(c?js|css|html|svg|sql|txt)|dist\/sbom\.cdx\.json|docs\/[\w/-]+\.(md|svg|webp)|docs\/examples\/.+)$/i.test(
          path,
        ),
    )
  t.same(others.sort(), [
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'dist/index.d.cts',
    'dist/index.d.ts',
    'entries/bin.js',
    'entries/index.cjs',
    'entries/index.js',
    'npm-shrinkwrap.json',
    'package.json',
    'seed/schema.sql',
  ])
  const license = readFileSync(`${root}/dist/THIRD-PARTY.txt`, 'utf8')
  t.match(license, /^Name: @sinclair\/typebox\n[\s\S]*Copyright/m, 'bundled code keeps its license')
})

t.test('the package installs in an empty folder', async () => {
  writeFileSync(`${folder}/package.json`, '{}')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', `${folder}/${packed.filename}`]
  await succeeded('npm install', npm(args, folder))
})

t.test('the package pins the tested versions, and lists them with their licenses', async t => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const versions = (lock: string) => {
    const packages = Object.entries<{ version: string; dev?: boolean }>(read(lock).packages)
    return packages.flatMap(([path, { version, dev }]) => (path === '' || dev ? [] : `${path} ${version}`)).sort()
  }
  // npm follows the pins of a package that it gets from a registry; the file itself is tested here.
  mkdirSync(`${folder}/pinned`)
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    const { devDependencies, ...own } = read(`${folder}/node_modules/market-data-sandbox/${name}`)
    writeFileSync(`${folder}/pinned/${name}`, JSON.stringify(own))
  }
  await succeeded('npm ci', npm(['ci', '--ignore-scripts', '--no-audit', '--prefer-offline'], `${folder}/pinned`))
  t.same(versions(`${folder}/pinned/node_modules/.package-lock.json`), versions(`${root}/package-lock.json`))
  const bill = read(`${folder}/node_modules/market-data-sandbox/dist/sbom.cdx.json`)
  const licenses = readFileSync(`${folder}/node_modules/market-data-sandbox/dist/LICENSES.txt`, 'utf8')
  for (const { name, version } of bill.components) t.ok(licenses.includes(`${name} ${version}: `), name)
  t.same([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'market-data-sandbox'])
})

t.test('the program of the package serves without arguments, from a store in the cache of the user', async t => {
  const { PATH } = process.env
  const server = spawn(program, [], { cwd: folder, env: { PATH, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => server.kill('SIGKILL'))
  let url = ''
  for await (const line of createInterface(server.stdout)) {
    ;({ url = '' } = JSON.parse(line))
    if (url) break
  }
  // Until the store is built, the history answers.
  const digest = await until(
    async () => ((await (await fetch(`${url}/version`)).json()) as { digest: string | null }).digest,
    digest => digest !== null,
  )
  t.equal(digest, digestOf(storePath), 'the same market as from the sources')
  const { port } = new URL(url)
  t.same(await ours(['health'], { SANDBOX_PORT: port }), { code: 0, stdout: 'ready\n', stderr: '' })
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string }
  t.match(document.openapi, /^3\.1/)
  t.match(await (await fetch(`${url}/docs/`)).text(), /swagger/i)
  t.equal(
    (await fetch(`${url}/v1/assets?code=%zz`)).status,
    400,
    'invalid escapes are refused, not only from the sources',
  )
  server.kill('SIGTERM')
  t.same(await once(server, 'exit'), [0, null])
  t.same(readdirSync(cache), ['market-data-sandbox'])
  t.notOk(readdirSync(`${folder}/node_modules/market-data-sandbox`).includes('data'), 'nothing else is written')
})

t.test(
  'the package serves the control plane on a port of its own, and documents before the store is ready',
  async t => {
    const separate = { ...settings, SANDBOX_PORT: '48174', SANDBOX_CONTROL_PORT: '48175' }
    const env = { PATH: process.env.PATH, ...separate, XDG_CACHE_HOME: `${folder}/separate` }
    const server = spawn(program, [], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => server.kill('SIGKILL'))
    let lines = ''
    server.stdout.on('data', text => {
      lines += text
    })
    const get = (url: string) => fetch(url).then(({ status }) => status)
    const until = async (url: string) => {
      while (server.exitCode === null && (await get(url).catch(() => 0)) !== 200) await setTimeout(20)
    }
    await until('http://127.0.0.1:48174/live')
    t.equal(await get('http://127.0.0.1:48174/openapi.json'), 200)
    t.notMatch(lines, 'ready', 'the store is still being built')
    await until('http://127.0.0.1:48174/ready')
    t.equal(await get('http://127.0.0.1:48175/sandbox/tenants'), 200)
    server.kill('SIGTERM')
    t.same(await once(server, 'exit'), [0, null])
    const inProcess = `
    const { createSandbox } = await import('market-data-sandbox')
    const sandbox = await createSandbox({ profile: 'tiny', now: '${now}', controlPort: 48175 })
    console.log((await fetch('http://127.0.0.1:48175/sandbox/tenants')).status)
    await sandbox.close()`
    const outcome = runProgram('node', ['--input-type=module', '-e', inProcess], { cwd: folder, env: settings })
    t.same(await outcome, { code: 0, stdout: '200\n', stderr: '' })
  },
)

t.test('the live store of the package grows in a separate thread', async t => {
  const live = { ...settings, SANDBOX_NOW: 'live' }
  const built = await ours(['seed'], live)
  t.match(built.stdout, /, built\n/)
  const server = spawn(program, [], { cwd: folder, env: { PATH: process.env.PATH, ...live } })
  t.teardown(() => server.kill('SIGKILL'))
  const [line] = await once(createInterface(server.stdout), 'line')
  const { url } = JSON.parse(line)
  const reaches = async () => ((await (await fetch(`${url}/version`)).json()) as { end: string }).end
  const before = await reaches()
  while ((await reaches()) === before) await setTimeout(50)
  server.kill('SIGTERM')
  t.same(await once(server, 'exit'), [0, null])
  t.equal((await ours(['verify'], live)).code, 0)
})

t.test('the commands of the package work', async t => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  t.equal(
    (await runProgram('npx', ['--no-install', 'market-data-sandbox', '--version'], { cwd: folder })).stdout,
    `${version}\n`,
  )
  t.equal((await ours(['verify'])).code, 0)
  t.match((await ours(['export', 'chain', '--format', 'csv'])).stdout, /^code,.*\narbitrum,/)
})

const recipe = (language: string, mark: string) => codeBlock('docs/testing.md', language, mark)

t.test('the node:test example passes, and the README has the same', async t => {
  const example = recipe('js', 'sandbox.test.mjs')
  t.ok(readFileSync(`${root}/README.md`, 'utf8').includes(example), 'the README shows the example')
  writeFileSync(`${folder}/sandbox.test.mjs`, example)
  const { code, stdout } = await runProgram('node', ['--test', '--test-reporter=tap'], { cwd: folder, env: settings })
  t.equal(code, 0, stdout)
  t.match(stdout, /^# pass 1$/m)
})

t.test('the global setups for vitest and Jest start and stop a server', async t => {
  for (const name of ['sandbox.mjs', 'start-sandbox.mjs', 'stop-sandbox.mjs'])
    writeFileSync(`${folder}/${name}`, recipe('js', `// ${name}`))
  const program = `
    const { default: setup } = await import('./sandbox.mjs')
    const { default: start } = await import('./start-sandbox.mjs')
    const { default: stop } = await import('./stop-sandbox.mjs')
    const status = async () => (await fetch(process.env.MARKET_DATA_URL + '/ready')).status
    const teardown = await setup()
    console.log(await status())
    await teardown()
    await start()
    console.log(await status())
    await stop()
    console.log(await status().catch(() => 'stopped'))`
  const outcome = await runProgram('node', ['--input-type=module', '-e', program], { cwd: folder, env: settings })
  t.same(outcome, { code: 0, stdout: '200\n200\nstopped\n', stderr: '' })
})

t.test('fake timers of a test do not stop a server in its process', async t => {
  writeFileSync(
    `${folder}/fake-timers.mjs`,
    `import { once } from 'node:events'
    import { get } from 'node:http'
    import { createSandbox } from 'market-data-sandbox'
    const sandbox = await createSandbox({ profile: 'tiny', now: '${now}' })
    for (const name of ['setImmediate', 'setInterval', 'setTimeout'])
      globalThis[name] = () => ({ unref() {} })
    performance.now = () => 0
    globalThis.Date = class extends Date { static now = () => 0 }
    const clock = await sandbox.clock.set('${now}', { rate: 3600 })
    sandbox.fail({ do: { delay: 'PT0.1S', status: 503 }, until: { count: 1 } })
    for (let n = 0; n < 2; n++) {
      const [answer] = await once(get(sandbox.url + '/v1/exchanges'), 'response')
      console.log(answer.resume().statusCode)
    }
    console.log(sandbox.clock.state().now > clock.now)
    console.log((await sandbox.verify({ expect: [{ operation: 'listTrades' }], within: 'PT0.1S' })).ok)
    await sandbox.close()`,
  )
  const outcome = await runProgram('timeout', ['20', 'node', 'fake-timers.mjs'], { cwd: folder, env: settings })
  t.same(outcome, { code: 0, stdout: '503\n200\ntrue\nfalse\n', stderr: '' })
})

t.test('fake timers that a test has before its first sandbox do not stop it', async t => {
  writeFileSync(
    `${folder}/early-timers.mjs`,
    `import { mock } from 'node:test'
    import { once } from 'node:events'
    import { get } from 'node:http'
    import { createSandbox } from 'market-data-sandbox'
    mock.timers.enable({ now: 0 })
    const sandbox = await createSandbox({ profile: 'tiny', now: '${now}' })
    const [answer] = await once(get(sandbox.url + '/v1/exchanges'), 'response')
    console.log(answer.resume().statusCode)
    await sandbox.close()`,
  )
  const outcome = await runProgram('timeout', ['20', 'node', 'early-timers.mjs'], { cwd: folder, env: settings })
  t.same(outcome, { code: 0, stdout: '200\n', stderr: '' })
})

t.test('the service for GitHub Actions matches the image', async t => {
  const { services, steps } = parse(recipe('yaml', 'workflows/test.yml')).jobs.test
  const { image, ports, env } = services['market-data']
  t.match(image, new RegExp(`/market-data-sandbox:${labelled('version')}$`))
  const [outside, inside] = ports[0].split(':')
  t.equal(inside, String(defaultPort))
  t.equal(steps.at(-1).env.MARKET_DATA_URL, `http://localhost:${outside}`)
  await t.resolves(readSettings([], env))
})

t.test('the workflow without an image runs commands of the package with existing settings', async t => {
  const { env, steps } = parse(recipe('yaml', 'workflows/exec.yml')).jobs.test
  await t.resolves(readSettings([], env))
  const runs: string[] = steps.flatMap(({ run }: { run?: string }) => run?.split('market-data-sandbox ')[1] ?? [])
  t.same(
    runs.map(run => run.split(' ', 1)[0]),
    ['exec', 'check'],
  )
})

t.test('the services for Compose match the image and wait for its health check', async t => {
  const { services } = parse(recipe('yaml', '# compose.yaml'))
  const { image, ports } = services['market-data']
  t.match(image, new RegExp(`/market-data-sandbox:${labelled('version')}$`))
  t.same(ports, [`${defaultPort}:${defaultPort}`])
  t.equal(services.app.environment.MARKET_DATA_URL, `http://market-data:${defaultPort}`)
  t.match(dockerfile, /^HEALTHCHECK /m)
  t.same(services.app.depends_on, { 'market-data': { condition: 'service_healthy' } })
})

t.test('every service of compose.yaml is confined, and only the proxy has a port, on this machine', async t => {
  const { services } = parse(readFileSync(`${root}/compose.yaml`, 'utf8'), { merge: true })
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    t.match(service, { cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], read_only: true }, name)
    t.match(service, { mem_limit: /^\d+[mg]$/, tmpfs: [String] }, name)
    t.same(service.ports, name === 'proxy' ? ['127.0.0.1:4780:80'] : undefined, name)
  }
})

const defaultPort = Settings.properties.port.default

t.test('the Testcontainers examples use an existing setting, port and path', async t => {
  const java = recipe('java', 'GenericContainer')
  t.match(java, `withExposedPorts(${defaultPort})`)
  t.match(java, `Wait.forHttp("/ready").forPort(${defaultPort})`)
  t.match(java, `getMappedPort(${defaultPort})`)
  const code = recipe('ts', 'testcontainers')
  const [, environment = ''] = /withEnvironment\(\{ (.+) \}\)/.exec(code)!
  for (const given of [java.matchAll(/withEnv\("(\w+)", "(.+)"\)/g), environment.matchAll(/(\w+): '(.+?)'/g)]) {
    const settings = [...given].map(([, name, value]) => [name, value])
    t.equal(settings.length, 2)
    await t.resolves(readSettings([], Object.fromEntries(settings)))
  }
  t.match(code, `withExposedPorts(${defaultPort})`)
  t.match(code, `Wait.forHttp('/ready', ${defaultPort})`)
  t.match(code, `getMappedPort(${defaultPort})`)
})

const dockerfile = readFileSync(`${root}/Dockerfile`, 'utf8')
const labelled = (name: string) => new RegExp(`org\\.opencontainers\\.image\\.${name}="(.*?)"`).exec(dockerfile)?.[1]

t.test('the labels of the image match the package, and it runs with the flags of npm start', async t => {
  const { version, description, license, scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  t.equal(labelled('version'), version)
  t.equal(labelled('licenses'), license)
  t.ok(description.startsWith(labelled('description')), 'the description is that of the option')
  t.match(dockerfile, `\nEXPOSE ${defaultPort}\n`)
  const [, entry] = /^ENTRYPOINT (.*)$/m.exec(dockerfile)!
  t.same(JSON.parse(entry!), [...scripts.start.split(' ').slice(0, -1), 'dist/main.js'])
  t.equal(new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).size, 1)
  const allowed = readFileSync(`${root}/.dockerignore`, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('!'))
  for (const [, names] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm))
    for (const name of names!.split(' ')) t.ok(allowed.includes(`!${name}`), `${name} is part of the build context`)
})

t.test(
  'the flags of npm start keep the compiled code bundled with Node, which makes starts a third faster',
  async t => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
    const tag = async (flags: string[]) =>
      (await succeeded('node', runProgram('node', [...flags, '-p', 'v8.cachedDataVersionTag()']))).stdout
    t.equal(await tag(scripts.start.match(/--\S+/g)), await tag([]))
  },
)
