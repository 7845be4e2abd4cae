import module from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// As in main.js.
module.enableCompileCache?.()
const { buildPart } = await import('../build-part.ts')
const { path, part, done } = workerData
buildPart(path, part, fraction => {
  done[0] = fraction
})
parentPort.postMessage('whole')
