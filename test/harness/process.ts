import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { compileCache, root } from './command.ts'
import type { Test } from './tap.ts'

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: { start: string } }
const [, ...command] = scripts.start.split(' ')

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The server as a separate process, started like `npm start`. */
export class ServerProcess {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly exited: Promise<Exit>

  /** @param limits what a shell runs first, such as `ulimit -n 48` */
  constructor(environment: Record<string, string>, args: string[], limits = ':') {
    const env = { PATH: process.env.PATH, ...compileCache, SANDBOX_PORT: '0', SANDBOX_PROFILE: 'tiny', ...environment }
    const started = [`${limits} && exec "$0" "$@"`, process.execPath, ...command, ...args]
    this.child = spawn('sh', ['-c', ...started], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout!.setEncoding('utf8').on('data', text => {
      this.stdout += text
    })
    this.child.stderr!.setEncoding('utf8').on('data', text => {
      this.stderr += text
    })
    // Also if the test run is aborted.
    process.once('exit', () => this.child.kill('SIGKILL')).setMaxListeners(100)
    this.exited = once(this.child, 'close').then(([code, signal]) => ({ code, signal }))
  }

  /** Resolves with the first log line that matches; rejects if the process ends without one. */
  async logged(message: RegExp): Promise<Record<string, unknown>> {
    for (;;) {
      const lines = this.stdout
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line))
      const found = lines.find(({ msg }) => message.test(msg))
      if (found) return found
      const more = once(this.child.stdout!, 'data')
      if ((await Promise.race([more, this.exited.then(() => null)])) === null)
        throw new Error(`ended without printing ${message}: ${this.stdout}${this.stderr}`)
    }
  }

  /** The URL, printed when the server is ready. */
  async ready(): Promise<string> {
    return (await this.logged(/^ready on /)).url as string
  }

  kill(signal: NodeJS.Signals): Promise<Exit> {
    this.child.kill(signal)
    return this.exited
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Starts the server as a process and kills it when the test ends. */
export function start(
  t: Test,
  environment: Record<string, string> = {},
  args: string[] = [],
  limits?: string,
): ServerProcess {
  const server = new ServerProcess(environment, args, limits)
  t.teardown(() => server.kill('SIGKILL'))
  return server
}

/** JSON of a URL, with the full key. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
export async function ask(url: string): Promise<any> {
  const answer = await fetch(url, { headers: { 'x-api-key': 'sandbox-key' } })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...((await answer.json()) as object) }
}

/** Shorter than the runner's own timeout, which would not show the awaited state. */
const longestWait = 60_000

/** Polls until the response satisfies a condition, for states without an event. */
export async function until<T>(ask: () => Promise<T> | T, good: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + longestWait
  for (;;) {
    const answer = await ask()
    if (good(answer)) return answer
    if (performance.now() > deadline) throw new Error(`timed out; the last response was ${inspect(answer)}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
