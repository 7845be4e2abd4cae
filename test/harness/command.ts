import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { commandOf } from '../../src/commands/commands.ts'

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

/** Runs a program to its end. Its environment is the given one, and PATH with the project's Node first. */
export async function runProgram(
  program: string,
  args: string[],
  { cwd = root, env, uid }: Circumstances = {},
): Promise<Outcome> {
  const path = `${resolve(process.execPath, '..')}:${process.env.PATH}`
  const user = uid === undefined ? {} : { uid, gid: uid }
  // tap makes child processes write into a folder of ours, which another user cannot.
  const [file, ...all] = [...(uid === undefined ? [] : ['env', '-u', 'NODE_OPTIONS']), program, ...args]
  const child = spawn(file!, all, { cwd, env: { PATH: path, ...env }, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** The error of a command that runs in this process, because another process would load all sources again. */
export async function failureOf(args: string[], environment: Record<string, string>): Promise<unknown> {
  try {
    const { command, rest } = commandOf(args)
    const run = await command()
    await run(rest, environment)
  } catch (failure) {
    return failure
  }
  throw new Error(`${args.join(' ')} does not fail`)
}
