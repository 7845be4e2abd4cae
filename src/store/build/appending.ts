import { parentPort, workerData } from 'node:worker_threads'
import type { Wanted } from '../provision.ts'
import { Extension } from './extension.ts'
import type { FeedMessage } from './feed.ts'

/** How often new trades are appended, and what failed is tried again. Milliseconds. */
const period = 500

const port = parentPort!
let extension: Extension | undefined
let trouble: string | null = null

/** Appends what happened since the last time, until the worker is told to stop; what is committed stays. */
function append(): void {
  try {
    extension ??= new Extension(workerData as Wanted)
    extension.reach(Date.now())
    tell(null)
  } catch (error) {
    // The store has taken back what was half done; what was made of it here is given up with the connection.
    extension?.close()
    extension = undefined
    tell((error as Error).message)
  }
}

/** Once when it begins to fail, and once when it goes on. */
function tell(now: string | null): void {
  if ((now === null) !== (trouble === null)) port.postMessage({ trouble: now } satisfies FeedMessage)
  trouble = now
}

append()
const timer = setInterval(append, period)
port.once('message', () => {
  clearInterval(timer)
  extension?.close()
  port.close()
})
