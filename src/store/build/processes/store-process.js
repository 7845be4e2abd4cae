import module from 'node:module'

// As in main.js. In JavaScript also because the published package has no other file of this name.
module.enableCompileCache?.()
await import('./store-tasks.ts')
