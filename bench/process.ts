import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface Launch {
  args: readonly string[]
  env?: Record<string, string>
}

const gracePeriod = 3000
const complaintLength = 2000

export class Child {
  readonly pid: number
  readonly #process: ChildProcess
  #errors = ''

  constructor(process: ChildProcess) {
    this.#process = process
    this.pid = process.pid ?? 0
    process.on('error', error => this.#addError(error.message))
    process.stderr!.setEncoding('utf8').on('data', text => this.#addError(text))
  }

  get ended(): boolean {
    return this.pid === 0 || this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** Exit reason, with the last lines of standard error. */
  get exitReason(): string {
    const { exitCode, signalCode } = this.#process
    return `ended (${signalCode ?? exitCode ?? 'not started'}): ${this.#errors.trim() || 'no message'}`
  }

  /** Any exit code but 0 is an error. */
  async finish(what: string): Promise<void> {
    if (!this.ended) await once(this.#process, 'exit')
    if (this.#process.exitCode !== 0) throw new Error(`${what} ${this.exitReason}`)
  }

  async stop(): Promise<void> {
    if (this.ended) return
    const exit = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    const timer = new AbortController()
    const killed = delay(gracePeriod, undefined, timer).then(
      () => this.kill(),
      () => undefined,
    )
    await exit
    timer.abort()
    await killed
  }

  /** Kills the process and its descendants at once: each child leads a process group. */
  kill(): void {
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  #addError(text: string): void {
    this.#errors = (this.#errors + text).slice(-complaintLength)
  }
}

/** All child processes, so none outlives the bench. */
export class Children {
  readonly #started: Child[] = []

  /** Discards standard output: writing a log is a server's cost, reading it would be the bench's. */
  start({ args, env = {} }: Launch): Child {
    const options = { env: { ...cleanEnvironment(), ...env }, detached: true }
    const child = new Child(spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] }))
    this.#started.push(child)
    return child
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#started.map(child => child.stop()))
  }

  /** Called when the bench itself exits and cannot wait. */
  killAll(): void {
    for (const child of this.#started) if (!child.ended) child.kill()
  }
}

/** The environment without settings that affect measurements. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(SANDBOX_|MOCKOON_|PORT$|NODE_ENV$|NODE_OPTIONS$|NODE_DISABLE_COMPILE_CACHE$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}

/** Resident memory in MB (10⁶ bytes). */
export interface Memory {
  now: number
  /** File-backed part (executable, mapped store), which the system can reclaim. */
  files: number
  /** Highest value since the process started or since `forgetPeak`. */
  peak: number
}

/** Memory of a process and its descendants. Undefined without /proc: memory is measured on Linux only. */
export function memoryOf(pid: number): Memory | undefined {
  const all = [pid, ...descendants(pid)].flatMap(id => read(`${id}/status`) ?? [])
  const total = (name: string) =>
    all.reduce((sum, status) => sum + Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0), 0)
  const megabytes = (name: string) => (total(name) * 1024) / 1e6
  return all.length === 0
    ? undefined
    : { now: megabytes('VmRSS'), files: megabytes('RssFile'), peak: megabytes('VmHWM') }
}

export function forgetPeak(pid: number): void {
  for (const id of [pid, ...descendants(pid)])
    try {
      writeFileSync(`/proc/${id}/clear_refs`, '5')
    } catch {
      // Then the peak counts from the process start, which is not lower.
    }
}

/** Time of one thread since its start, in milliseconds. */
export interface ThreadTime {
  running: number
  /** Time in which the thread was runnable but every core was busy. */
  waiting: number
}

/** Times by thread id, of the process and its descendants; empty without /proc. */
export function threadTimes(pid: number): Map<string, ThreadTime> {
  return new Map([pid, ...descendants(pid)].flatMap(threadsOf))
}

function threadsOf(pid: number): [string, ThreadTime][] {
  return list(`${pid}/task`).flatMap(thread => {
    const [running, waiting] = (read(`${pid}/task/${thread}/schedstat`) ?? '')
      .split(' ')
      .map(text => Number(text) / 1e6)
    return running === undefined || waiting === undefined ? [] : [[thread, { running, waiting }]]
  })
}

/** Mean times of the threads, `count` of them, that ran longest between two calls of `threadTimes`. */
export function busiestThreads(
  before: Map<string, ThreadTime>,
  after: Map<string, ThreadTime>,
  count = 1,
): ThreadTime | undefined {
  const spent = [...after].map(([thread, { running, waiting }]) => {
    const base = before.get(thread) ?? { running: 0, waiting: 0 }
    return { running: running - base.running, waiting: waiting - base.waiting }
  })
  const busiest = spent.sort((a, b) => b.running - a.running).slice(0, count)
  if (busiest.length < count) return undefined
  return { running: meanOf(busiest, 'running'), waiting: meanOf(busiest, 'waiting') }
}

function meanOf(threads: readonly ThreadTime[], time: keyof ThreadTime): number {
  return threads.reduce((sum, thread) => sum + thread[time], 0) / threads.length
}

function descendants(pid: number): number[] {
  const children = list(`${pid}/task`).flatMap(thread =>
    (read(`${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  )
  return children.flatMap(child => [child, ...descendants(child)])
}

function read(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(`/proc/${path}`)
  } catch {
    return []
  }
}
