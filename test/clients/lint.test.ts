import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'

const folder = import.meta.dirname
/** Switches off telemetry and update checks of the linters. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Output of a tool, and its exit code. */
function run(command: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const program = join(folder, 'node_modules', command)
  return new Promise(resolve =>
    execFile(process.execPath, [program, ...options], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

t.test('both documents pass the recommended rules of two linters without a warning, also as OpenAPI 3.0', async t => {
  // One linter warns of servers on localhost.
  const server = await serve(t, { SANDBOX_HOSTS: 'market.test=eu' })
  mkdirSync(join(folder, 'generated'), { recursive: true })
  const files: string[] = []
  for (const [path, name] of Object.entries({ '/openapi.json': 'openapi', '/sandbox/openapi.json': 'control' })) {
    const [file, olderFile] = ['', '-3.0'].map(version => join(folder, 'generated', `${name}${version}.json`))
    writeFileSync(file!, (await server.get(path, { host: 'market.test' })).body)
    const converter = '@apiture/openapi-down-convert/lib/src/cli.js'
    t.same(await run(converter, '--allOf', '-i', file!, '-o', olderFile!), { code: 0, output: '' })
    t.match(JSON.parse(readFileSync(olderFile!, 'utf8')), { openapi: '3.0.3' })
    files.push(file!, olderFile!)
  }

  // A start of a linter takes longer than its work.
  const spectral = await run(
    '@stoplight/spectral-cli/dist/index.js',
    'lint',
    ...files,
    '--ruleset',
    'spectral.json',
    '--fail-severity=hint',
  )
  t.equal(spectral.code, 0, spectral.output)
  t.match(spectral.output, /No results/)
  const redocly = await run('@redocly/cli/bin/cli.js', 'lint', ...files, '--extends=recommended', '--format=json')
  t.equal(redocly.code, 0, redocly.output)
  const clean = redocly.output.match(/"totals":\s*\{\s*"errors":\s*0,\s*"warnings":\s*0/g)
  t.equal(clean?.length, files.length, redocly.output)
})
