import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { Wanted } from './provision.ts'
import { StoreFailure } from './store-failure.ts'
import type { StoreMessage, StoreTask } from './store-tasks.ts'

/** Builds or extends a store in another process; resolves when it is whole. */
export function prepareStore(task: StoreTask, progress: (fraction: number) => void): Promise<void> {
  const child = fork(new URL('./store-process.js', import.meta.url), {
    // Rows die young: a larger nursery would be all new memory, and no faster.
    execArgv: ['--max-semi-space-size=4'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new StoreFailure(`building the store stopped with ${code ?? 'a signal'}`)))
    child.on('message', (message: StoreMessage) => {
      if ('progress' in message) progress(message.progress)
      else if ('failure' in message) reject(new StoreFailure(message.failure))
      else resolve()
    })
    child.send(task)
  }).finally(() => process.off('exit', abandon))
}

/** The worker that keeps a store growing under a live clock, with a connection of its own beside the one that answers. */
export class Feed {
  readonly #worker: Worker

  constructor(wanted: Wanted, stopped: (cause: Error) => void) {
    this.#worker = new Worker(new URL('./feed-worker.js', import.meta.url), {
      workerData: wanted,
      // Appending a second's trades needs little: without a limit the heap would grow to tens of megabytes first.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
    })
    this.#worker.on('error', stopped)
  }

  /** Lets the append that is under way finish. */
  async stop(): Promise<void> {
    if (this.#worker.threadId === -1) return
    const ended = new Promise(resolve => this.#worker.once('exit', resolve))
    this.#worker.postMessage('stop')
    await ended
  }
}
