import module from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// As in main.js.
module.enableCompileCache?.()
const { fillPart } = await import('./filling.ts')
const { path, filling, done } = workerData
fillPart(path, filling, fraction => {
  done[0] = fraction
})
parentPort.postMessage('whole')
