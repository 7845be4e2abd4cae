import { enableCompileCache } from 'node:module'

// As in main.js.
enableCompileCache()
await import('./serving.ts')
