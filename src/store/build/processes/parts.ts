import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createWorld, type IdRange, onePart, partsOf } from '../../../../seed/index.ts'
import { day } from '../../../market/time.ts'
import type { StorePlan, WantedStore } from '../../store-plan.ts'
import type { PartPlan } from '../build-part.ts'

const mostThreads = 4
/** Below this many days, threads do not pay. */
const worthwhileDays = 20

/** Parts to build in parallel: a single one for small stores or a single processor. */
export function partsFor({ seed, profile }: WantedStore, { start, end }: StorePlan): IdRange[] {
  const threads = end - start < worthwhileDays * day ? 1 : Math.min(availableParallelism(), mostThreads)
  return threads === 1 ? [onePart] : partsOf(createWorld({ seed, profile }), { from: start, to: end }, threads)
}

export class PartThread {
  readonly path: string
  readonly whole: Promise<void>
  /** Shared memory, because a message would arrive late while this thread builds a part. */
  readonly #done = new Float64Array(new SharedArrayBuffer(8))
  readonly #worker: Worker

  constructor(path: string, part: PartPlan) {
    this.path = path
    this.#worker = new Worker(new URL('./part-worker.js', import.meta.url), {
      workerData: { path, part, done: this.#done },
    })
    this.whole = new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve())
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => reject(new Error(`building ${path} was interrupted`)))
    })
    // A waiting caller gets the error; others ignore it.
    this.whole.catch(() => {})
  }

  get fraction(): number {
    return this.#done[0]!
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
