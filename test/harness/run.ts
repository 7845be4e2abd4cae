import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import './catalogue.ts'

// Node's runner starts the files, and tap's assertions report to it. The runner of tap would load four modules of hooks into each
// process, which takes longer than most files.
const files = process.argv.slice(2)
const execArgv = [`--import=${import.meta.dirname}/compile-cache.js`]

/** Seconds that a file may take. */
const limit = 400
process.env.TAP_TIMEOUT = String(limit)

// Ends a file that never yields; tap's own timer ends the others, and shows where.
subscribe('child_process', message => {
  const { process: child } = message as { process: ChildProcess }
  const timer = setTimeout(() => child.kill('SIGKILL'), (limit + 20) * 1000)
  child.once('exit', () => clearTimeout(timer))
})

/** A line per file with its wall time; then the failures and totals as Node's `spec` reporter writes them. */
async function* report() {
  const rest = []
  for await (const event of run({ files, concurrency: 3, execArgv })) {
    const { type, data } = event
    if (type === 'test:complete' && files.includes(data.name))
      yield `${data.details.passed ? '✔' : '✖'} ${data.name} ${(data.details.duration_ms! / 1000).toFixed(1)} s\n`
    if (type === 'test:fail') process.exitCode = 1
    if (type === 'test:fail' || type === 'test:stderr' || (type === 'test:diagnostic' && data.nesting === 0))
      rest.push(event)
  }
  yield* Readable.from(rest).compose(new spec())
}

Readable.from(report()).pipe(process.stdout)
