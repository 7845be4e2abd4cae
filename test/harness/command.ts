import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { execute } from '../../src/commands/run.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface Circumstances {
  cwd?: string
  env?: Record<string, string>
  /** Arguments of Node itself. */
  nodeArgs?: string[]
  /** User id of the program; only root can change it. */
  uid?: number
}

/** Processes that run our sources share their compiled form with the tests. */
export const compileCache = { NODE_COMPILE_CACHE: `${root}/.tap/compile-cache` }

/** Runs a program to its end. Its environment is the given one, PATH with the project's Node first, and the compile cache. */
export async function runProgram(
  program: string,
  args: string[],
  { cwd = root, env, uid }: Circumstances = {},
): Promise<Outcome> {
  const path = `${resolve(process.execPath, '..')}:${process.env.PATH}`
  const user = uid === undefined ? {} : { uid, gid: uid }
  // tap makes child processes write into a folder of ours, which another user cannot.
  const [file, ...all] = [...(uid === undefined ? [] : ['env', '-u', 'NODE_OPTIONS']), program, ...args]
  const child = spawn(file!, all, {
    cwd,
    env: { PATH: path, ...compileCache, ...env },
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const outcome = { code: null as number | null, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', text => {
      outcome[stream] += text
    })
  const [code] = await once(child, 'close')
  return { ...outcome, code }
}

/** Runs one of our commands from the sources. */
export function command(args: string[], circumstances: Circumstances = {}): Promise<Outcome> {
  const { nodeArgs = [], ...rest } = circumstances
  return runProgram(process.execPath, [...nodeArgs, `${root}/src/main.js`, ...args], rest)
}

const running = new AsyncLocalStorage<Pick<NodeJS.Process, 'stdout' | 'stderr'>>()

// tap fixes the `write` of both streams when it reports to Node's runner, so the streams themselves are replaced. A pipe, such as that of
// a worker, ends a stream which is not the same each time that it is looked up.
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name]
  Object.defineProperty(process, name, { configurable: true, get: () => running.getStore()?.[name] ?? stream })
}

function capturing(outcome: Outcome, name: 'stdout' | 'stderr') {
  const write = (chunk: unknown) => {
    outcome[name] += chunk
    return true
  }
  return Object.create(process[name], { write: { value: write } })
}

/** Runs one of our commands in this process, because another process would load all sources again. A failure is thrown. */
export function outcomeOf(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const outcome: Outcome = { code: null, stdout: '', stderr: '' }
  const streams = { stdout: capturing(outcome, 'stdout'), stderr: capturing(outcome, 'stderr') }
  return running.run(streams, async () => {
    const code = await execute(args, { PATH: process.env.PATH, ...environment })
    return { ...outcome, code: code ?? null }
  })
}

/** The failure of a command that runs in this process. */
export async function failureOf(args: string[], environment: Record<string, string>): Promise<unknown> {
  return outcomeOf(args, environment).then(
    () => Promise.reject(new Error(`${args.join(' ')} does not fail`)),
    (failure: unknown) => failure,
  )
}
