#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: from the second start on, sources come stripped of types and compiled.
enableCompileCache()
const { run } = await import('./run.ts')
await run(process.argv.slice(2), process.env)
