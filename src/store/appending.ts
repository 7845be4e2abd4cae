import { parentPort, workerData } from 'node:worker_threads'
import { Extension } from './extension.ts'
import type { Wanted } from './provision.ts'

/** How often new trades are appended. Milliseconds. */
const period = 500

const port = parentPort!
const extension = new Extension(workerData as Wanted)

/** Appends what happened since the last time, until the worker is told to stop; what is committed stays. */
function append(): void {
  extension.reach(Date.now())
}

append()
const timer = setInterval(append, period)
port.once('message', () => {
  clearInterval(timer)
  extension.close()
  port.close()
})
