import { enableCompileCache } from 'node:module'

// As in main.js; the type stripper would also take 10 MB of the worker.
enableCompileCache()
await import('./appending.ts')
