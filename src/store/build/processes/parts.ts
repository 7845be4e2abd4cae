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

export function partThread(path: string, part: PartPlan) {
  /** Shared memory, because a message would arrive late while this thread builds a part. */
  const done = new Float64Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('./part-worker.js', import.meta.url), {
    workerData: { path, part, done },
  })
  const whole = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`building ${path} was interrupted`)))
  })
  // A waiting caller gets the error; others ignore it.
  whole.catch(() => {})

  return { path, whole, fraction: () => done[0]!, stop: () => worker.terminate() }
}
