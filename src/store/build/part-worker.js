import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// As in main.js.
enableCompileCache()
const { fillPart } = await import('./filling.ts')
const { path, filling, done } = workerData
fillPart(path, filling, fraction => {
  done[0] = fraction
})
parentPort.postMessage('whole')
