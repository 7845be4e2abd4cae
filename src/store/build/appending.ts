import { parentPort, workerData } from 'node:worker_threads'
import type { WantedStore } from '../store-plan.ts'
import { Extension } from './extension.ts'
import type { FeedMessage } from './processes/feed.ts'

/** Interval of appends and retries. */
const period = 500

const port = parentPort!
let extension: Extension | undefined
let trouble: string | null = null

let timer: NodeJS.Timeout | undefined

/** Committed rows stay; the stop message can arrive between steps. */
function append(): void {
  let isUpToDate = true
  try {
    extension ??= new Extension(workerData as WantedStore)
    isUpToDate = extension.extendToNow(Date.now())
    reportTrouble(null)
  } catch (error) {
    // SQLite has rolled back the transaction; the connection is dropped with its state.
    extension?.close()
    extension = undefined
    const { message, cause } = error as Error
    reportTrouble(cause instanceof Error ? cause.message : message)
  }
  timer = setTimeout(append, isUpToDate ? period : 0)
}

/** Reports the first failure and the recovery, not every retry. */
function reportTrouble(now: string | null): void {
  if ((now === null) !== (trouble === null)) port.postMessage({ trouble: now } satisfies FeedMessage)
  trouble = now
}

append()
port.once('message', () => {
  clearTimeout(timer)
  extension?.close()
  port.close()
})
