import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// As in main.js.
enableCompileCache()
const { fillStore } = await import('./filling.ts')
const { path, filling, done } = workerData
fillStore(path, filling, fraction => {
  done[0] = fraction
}).close()
