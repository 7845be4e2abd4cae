import { Worker } from 'node:worker_threads'
import type { FeedMessage, FeedTask } from './feed-worker.ts'
import { StoreFailure } from './store.ts'

/** The worker that builds, extends and feeds the store, with a connection of its own, beside the one that answers. */
export class Feed {
  readonly #worker: Worker
  /** Resolves when the store reaches what was asked. */
  readonly ready: Promise<void>

  constructor(task: FeedTask, progress: (fraction: number) => void, stopped: (cause: Error) => void) {
    this.#worker = new Worker(new URL('./feed-worker.ts', import.meta.url), { workerData: task })
    this.ready = new Promise((resolve, reject) => {
      let reached = false
      const fail = (error: Error) => (reached ? stopped(error) : reject(error))
      this.#worker.on('error', fail)
      this.#worker.on('message', (message: FeedMessage) => {
        if ('progress' in message) progress(message.progress)
        else if ('failure' in message) fail(new StoreFailure(message.failure))
        else {
          reached = true
          resolve()
        }
      })
    })
  }

  /** Lets the append that is under way finish; what it committed stays. */
  async stop(): Promise<void> {
    const ended = new Promise(resolve => this.#worker.once('exit', resolve))
    if (this.#worker.threadId === -1) return
    this.#worker.postMessage('stop')
    await ended
  }
}
