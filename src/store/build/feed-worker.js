import { enableCompileCache } from 'node:module'

// As in main.js: what comes from the cache needs nothing that strips types, which alone would take 10 MB of the worker.
enableCompileCache()
await import('./appending.ts')
