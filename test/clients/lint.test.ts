import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serve } from '../harness/server.ts'

const folder = import.meta.dirname
const file = join(folder, 'generated', 'openapi.json')

/** Switches off telemetry and update checks of the linters. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Output of a linter for the document, and its exit code. */
function lint(command: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const program = join(folder, 'node_modules', command)
  return new Promise(resolve =>
    execFile(process.execPath, [program, 'lint', file, ...options], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

for (const path of ['/openapi.json', '/sandbox/openapi.json'])
  t.test(`${path} passes the recommended rules of two linters without a warning`, async t => {
    // One linter warns of servers on localhost.
    const server = await serve(t, { SANDBOX_HOSTS: 'market.test=eu' })
    mkdirSync(join(folder, 'generated'), { recursive: true })
    writeFileSync(file, (await server.get(path, { host: 'market.test' })).body)

    const spectral = await lint(
      '@stoplight/spectral-cli/dist/index.js',
      '--ruleset',
      'spectral.json',
      '--fail-severity=hint',
    )
    t.equal(spectral.code, 0, spectral.output)
    t.match(spectral.output, /No results/)
    const redocly = await lint('@redocly/cli/bin/cli.js', '--extends=recommended', '--format=json')
    t.equal(redocly.code, 0, redocly.output)
    t.match(redocly.output, /"totals":\s*\{\s*"errors":\s*0,\s*"warnings":\s*0/)
  })
