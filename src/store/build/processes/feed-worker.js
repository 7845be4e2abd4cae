import module from 'node:module'

// As in main.js; the type stripper would also take 10 MB of the worker.
module.enableCompileCache?.()
await import('../appending.ts')
