import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { FullDisk, StoreFailure } from '../../store-failure.ts'
import type { WantedStore } from '../../store-plan.ts'
import { outOfMemory } from '../build-failure.ts'
import { removeLeftBy } from '../building-place.ts'
import type { ServerLogger } from '../logger.ts'
import type { StoreMessage, StoreTask } from './store-tasks.ts'

/** Resolves when the store is complete. @param signal ends the task, which yields to the responses of a history */
export function runStoreTask(
  task: StoreTask,
  progress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const child = fork(new URL('./store-process.js', import.meta.url), {
    // Rows and prices are short-lived: with 8 MB for them, seeding `standard` takes a quarter longer, and 90 MB less.
    execArgv: [`--max-semi-space-size=${task.wanted.profile === 'tiny' ? 8 : 32}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (signal) yieldToAnswers(child.pid)
  const complaints = text(child.stderr!)
  const abandon = () => {
    child.kill('SIGKILL')
    if (child.pid !== undefined) removeLeftBy(child.pid, task.wanted.path)
  }
  process.once('exit', abandon)
  signal?.addEventListener('abort', abandon)
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', async (code, signal) => {
      abandon()
      if (isOutOfMemory(code, signal)) return reject(outOfMemory(task.wanted))
      process.stderr.write(await complaints)
      reject(new StoreFailure(`the process that builds the store exited with ${code ?? signal}`))
    })
    child.on('message', (message: StoreMessage) => {
      if ('progress' in message) progress(message.progress)
      else if ('failure' in message) reject(new (message.full ? FullDisk : StoreFailure)(message.failure))
      else resolve()
    })
    child.send(task)
  }).finally(() => {
    process.off('exit', abandon)
    signal?.removeEventListener('abort', abandon)
  })
}

/** Of a build behind responses: its threads take as many processors as there are, and responses generate what they need. */
function yieldToAnswers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended, or the system does not permit it.
  }
}

/** Without memory, the kernel kills a process, or V8 aborts with pages of output. */
function isOutOfMemory(code: number | null, signal: string | null): boolean {
  return code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL'
}

/** How long a stopping server waits for an append. */
const longestAppend = 2000

/** Why the worker cannot append, or null when it can again. */
export interface FeedMessage {
  trouble: string | null
}

export class Feed {
  readonly #wanted: WantedStore
  readonly #logger: ServerLogger
  #worker: Worker | undefined
  #trouble: string | null = null

  constructor(wanted: WantedStore, logger: ServerLogger) {
    this.#wanted = wanted
    this.#logger = logger
  }

  /** Why the store does not grow; null if it does. */
  get trouble(): string | null {
    return this.#trouble
  }

  start(): void {
    this.#worker = new Worker(new URL('./feed-worker.js', import.meta.url), {
      // Without flags such as --input-type, which no thread accepts.
      execArgv: [],
      workerData: this.#wanted,
      // Appending needs little memory; without a limit the heap would grow to tens of megabytes.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
    })
    this.#worker.on('message', ({ trouble }: FeedMessage) => this.#onTrouble(trouble))
    this.#worker.on('error', cause => {
      this.#trouble = cause.message
      this.#logger.error(cause, 'the store stopped growing')
    })
  }

  #onTrouble(trouble: string | null): void {
    this.#trouble = trouble
    if (trouble === null) this.#logger.info('the store is growing again')
    else this.#logger.warn(`the store ${this.#wanted.path} cannot grow: ${trouble}; retrying until it can`)
  }

  unref(): void {
    this.#worker?.unref()
  }

  /** Waits for the current append; ends a long one, which the next start repeats. */
  async stop(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined || worker.threadId === -1) return
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.postMessage('stop')
    const deadline = setTimeout(() => void worker.terminate(), longestAppend)
    await ended
    clearTimeout(deadline)
  }
}
