import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import './catalogue.ts'
import './partial-stores.ts'

// Node's runner starts the files, and tap's assertions report to it. The runner of tap would load four modules of hooks into each
// process, which takes longer than most files.
const files = process.argv.slice(2)
/** Files that take longest start first, so that none runs alone at the end. */
const longest = ['world', 'workers', 'readme', 'package', 'in-process', 'console', 'growth', 'scarcity', 'process']
const nameOf = (file: string) => basename(file, '.test.ts')
files.sort((a, b) => Number(longest.includes(nameOf(b))) - Number(longest.includes(nameOf(a))))
/** Files that fail run once more, alone: what other programs on the machine made late is then in time. */
const retry = process.env.TEST_RETRY === '1'
// Loading the sources takes a quarter less time with a young generation that begins large and without looking for symbolic links.
const execArgv = [`--import=${import.meta.dirname}/compile-cache.js`, '--min-semi-space-size=16', '--preserve-symlinks']

/** Seconds that a file may take. */
const limit = Number(process.env.TEST_LIMIT ?? 400)
process.env.TAP_TIMEOUT = String(limit)

// Ends a file that never yields; tap's own timer ends the others, and shows where.
subscribe('child_process', message => {
  const { process: child } = message as { process: ChildProcess }
  const timer = setTimeout(() => child.kill('SIGKILL'), (limit + 20) * 1000)
  child.once('exit', () => clearTimeout(timer))
})

/**
 * A line per file with its wall time; then the failures and totals as Node's `spec` reporter writes them.
 * @returns the files that failed
 */
async function* report(files: string[], concurrency: number): AsyncGenerator<string, string[]> {
  const rest = []
  const failed: string[] = []
  const reported = new Set<string | undefined>()
  for await (const event of run({ files, concurrency, execArgv })) {
    const { type, data } = event
    if (type === 'test:complete' && files.includes(data.name)) {
      const { passed, duration_ms } = data.details
      const hasTests = reported.has(resolve(data.name))
      if (!passed || !hasTests) failed.push(data.name)
      yield `${passed && hasTests ? '✔' : '✖'} ${data.name} ${(duration_ms! / 1000).toFixed(1)} s${hasTests ? '' : ', without any test'}\n`
    } else if (type === 'test:enqueue' && !files.includes(data.name)) reported.add(data.file)
    if (type === 'test:fail' || type === 'test:stderr' || (type === 'test:diagnostic' && data.nesting === 0))
      rest.push(event)
  }
  yield* Readable.from(rest).compose(new spec())
  return failed
}

async function* reports() {
  let failed = yield* report(files, 3)
  if (retry && failed.length > 0) {
    yield `Once more, alone: ${failed.join(', ')}\n`
    failed = yield* report(failed, 1)
  }
  process.exitCode = failed.length > 0 ? 1 : 0
}

Readable.from(reports()).pipe(process.stdout)
