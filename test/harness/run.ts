import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import './catalogue.ts'
import { claimOf, failed, passed, readClaim } from './claims.ts'
import './partial-stores.ts'

// Node's runner starts the processes, and tap's assertions report to it. The runner of tap would load four modules of hooks into each
// process, which takes longer than most files.
const files = process.argv.slice(2)
/** Files that take longest start first, so that none runs alone at the end. */
const longest = [
  'package',
  'world',
  'in-process',
  'reference',
  'commands',
  'console',
  'all-views',
  'workers',
  'first-start',
  'process',
  'scarcity',
  'growth',
  'tape-statistics',
]
const nameOf = (file: string) => basename(file, '.test.ts')
files.sort((a, b) => Number(longest.includes(nameOf(b))) - Number(longest.includes(nameOf(a))))
/** Files that fail run once more, alone: what other programs on the machine made late is then in time. */
const retry = process.env.TEST_RETRY === '1'
// Loading the sources takes a quarter less time with a young generation that begins large and without looking for symbolic links.
const execArgv = [`--import=${import.meta.dirname}/compile-cache.js`, '--min-semi-space-size=16', '--preserve-symlinks']

/** Seconds that a file may take. */
const limit = Number(process.env.TEST_LIMIT ?? 400)
process.env.TEST_LIMIT = String(limit)
// Of all files of a process together.
process.env.TAP_TIMEOUT = '0'

const claims = mkdtempSync(join(tmpdir(), 'tests-'))
process.once('exit', () => rmSync(claims, { recursive: true }))
process.env.TEST_CLAIMS = claims

// Ends a process whose file never yields; tap's own timer ends the others, and shows where.
subscribe('child_process', message => {
  const { process: child } = message as { process: ChildProcess }
  const timer = setInterval(() => {
    const running = files.find(file => readClaim(file) === String(child.pid))
    if (running && Date.now() - statSync(claimOf(running)).mtimeMs > (limit + 20) * 1000) child.kill('SIGKILL')
  }, 10_000)
  child.once('exit', () => clearInterval(timer))
})

/**
 * Writes a line per file as it ends, then the failures and totals as Node's `spec` reporter writes them.
 * @returns the files that failed
 */
async function runFiles(files: string[], processes: number): Promise<string[]> {
  const failures: unknown[] = []
  const totals = new Map<string, number>()
  for (const file of files) rmSync(claimOf(file), { force: true })
  process.env.TEST_FILES = files.join('\n')
  // A run for each, because the events of one run come in the order of its files.
  const share = async () => {
    for await (const event of run({ files: [join(import.meta.dirname, 'files.ts')], execArgv })) {
      const { type, data } = event
      if (type === 'test:stderr') process.stdout.write(data.message)
      else if (type === 'test:fail') failures.push(event)
      else if (type === 'test:diagnostic' && data.nesting === 0) {
        const [name, value] = data.message.split(' ')
        // Files share the time, not the tests.
        const before = totals.get(name!) ?? 0
        totals.set(name!, name === 'duration_ms' ? Math.max(before, Number(value)) : before + Number(value))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(processes, files.length) }, share))
  const summary = [...totals].map(([name, value]) => ({
    type: 'test:diagnostic',
    data: { message: `${name} ${value}`, nesting: 0 },
  }))
  for await (const line of Readable.from([...failures, ...summary]).compose(new spec())) process.stdout.write(line)
  for (const file of files)
    if (![passed, failed].includes(readClaim(file)))
      process.stdout.write(`✖ ${file} ${readClaim(file) ? 'did not end' : 'did not begin'}\n`)
  return files.filter(file => readClaim(file) !== passed)
}

let failing = await runFiles(files, 3)
if (retry && failing.length > 0) {
  process.stdout.write(`Once more, alone: ${failing.join(', ')}\n`)
  const again = []
  for (const file of failing) again.push(...(await runFiles([file], 1)))
  failing = again
}
process.exitCode = failing.length > 0 ? 1 : 0
