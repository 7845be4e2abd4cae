import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createWorld, type IdRange, type ProfileName, partsOf } from '../../../seed/index.ts'
import type { Provision, Wanted } from '../provision.ts'
import type { Filling } from './filling.ts'

const mostThreads = 4
/** Less than so many days of the whole market are written before a thread has started. */
const worthwhileDays = 20

/** The parts in which a store is filled at the same time; one where it is small, or the machine has one processor. */
export function partsFor({ seed, profile }: Wanted, { start, end }: Provision): IdRange[] {
  const world = createWorld({ seed, profile: profile as ProfileName })
  const threads = Math.min(availableParallelism(), mostThreads)
  const worthwhile = world.profile.only === null && end - start >= worthwhileDays * 86_400_000
  return partsOf(world, { from: start, to: end }, worthwhile ? threads : 1)
}

/** Fills a store in a thread of its own. */
export class FillingThread {
  readonly path: string
  readonly whole: Promise<void>
  /** Shared with the thread, since a message would only be read by one that is not filling a part itself. */
  readonly #done = new Float64Array(new SharedArrayBuffer(8))
  readonly #worker: Worker

  constructor(path: string, filling: Filling) {
    this.path = path
    this.#worker = new Worker(new URL('./part-worker.js', import.meta.url), {
      workerData: { path, filling, done: this.#done },
    })
    this.whole = new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve())
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => reject(new Error(`filling ${path} was cut short`)))
    })
    // Who waits for it hears of it; who has given up need not.
    this.whole.catch(() => {})
  }

  /** How much of it is done: 0 to 1. */
  get fraction(): number {
    return this.#done[0]!
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
