import { parentPort, workerData } from 'node:worker_threads'
import { Extension } from './extension.ts'
import type { Provision, Wanted } from './provision.ts'
import { buildStore } from './seeding.ts'

/** What the worker is started with. */
export interface FeedTask {
  wanted: Wanted
  provision: Provision
}

/** What the worker says: how far it is, that the store reaches what was asked, or what stopped it. */
export type FeedMessage = { progress: number } | { ready: true } | { failure: string }

/** How often new trades are appended. Milliseconds. */
const period = 500

const port = parentPort!
const { wanted, provision } = workerData as FeedTask

function say(message: FeedMessage): void {
  port.postMessage(message)
}

function progress(fraction: number): void {
  say({ progress: fraction })
}

/** Makes the store hold what is wanted and, under a live clock, keeps it growing until the worker is told to stop. */
function run(): void {
  if (provision.task === 'build') buildStore(wanted, provision, progress)
  if (provision.task === 'extend' || wanted.now === 'live') grow()
  say({ ready: true })
}

function grow(): void {
  const extension = new Extension(wanted)
  extension.reach(wanted.now === 'live' ? Date.now() : provision.end, progress)
  if (wanted.now !== 'live') {
    extension.close()
    return
  }
  const timer = setInterval(() => extension.reach(Date.now()), period)
  port.once('message', () => {
    clearInterval(timer)
    extension.close()
    port.close()
  })
}

try {
  run()
} catch (error) {
  say({ failure: (error as Error).message })
}
