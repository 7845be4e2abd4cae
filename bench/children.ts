import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** What a Node process is started with. */
export interface Launch {
  args: readonly string[]
  env?: Record<string, string>
}

const gracePeriod = 3000
const complaintLength = 2000

/** A process that the bench started. */
export class Child {
  readonly pid: number
  readonly #process: ChildProcess
  #complaint = ''

  constructor(process: ChildProcess) {
    this.#process = process
    this.pid = process.pid ?? 0
    process.on('error', error => this.#complain(error.message))
    process.stderr!.setEncoding('utf8').on('data', text => this.#complain(text))
  }

  get ended(): boolean {
    return this.pid === 0 || this.#process.exitCode !== null || this.#process.signalCode !== null
  }

  /** How it ended and the last lines that it wrote to standard error. */
  get complaint(): string {
    const { exitCode, signalCode } = this.#process
    return `ended (${signalCode ?? exitCode ?? 'not started'}): ${this.#complaint.trim() || 'without a word'}`
  }

  async end(): Promise<void> {
    if (!this.ended) await once(this.#process, 'exit')
  }

  async stop(): Promise<void> {
    if (this.ended) return
    this.#process.kill('SIGTERM')
    const impatience = new AbortController()
    const killed = delay(gracePeriod, undefined, impatience)
      .then(() => this.kill())
      .catch(() => undefined)
    await this.end()
    impatience.abort()
    await killed
  }

  /** At once, and with whatever it started itself: each child leads a group of its own. */
  kill(): void {
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  #complain(text: string): void {
    this.#complaint = (this.#complaint + text).slice(-complaintLength)
  }
}

/** All of them, so that none outlives the bench. */
export class Children {
  readonly #started: Child[] = []

  /** Its standard output goes nowhere: what a server logs is part of its cost, reading it would be a cost of the bench's. */
  start({ args, env = {} }: Launch): Child {
    const options = { env: { ...cleanEnvironment(), ...env }, detached: true }
    const child = new Child(spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] }))
    this.#started.push(child)
    return child
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#started.map(child => child.stop()))
  }

  /** For the moment in which this process exits and cannot wait any more. */
  killAll(): void {
    for (const child of this.#started) if (!child.ended) child.kill()
  }
}

/** Settings of whoever runs the bench must not reach what it measures. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(SANDBOX_|MOCKOON_|PORT$|NODE_ENV$|NODE_OPTIONS$|NODE_DISABLE_COMPILE_CACHE$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
}
