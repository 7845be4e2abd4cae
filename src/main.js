#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// In JavaScript, and before anything else is loaded: from the second start on, the sources come from the cache stripped
// of their types and compiled, and Node need not even load what strips them.
enableCompileCache()
const { run } = await import('./run.ts')
await run(process.argv.slice(2), process.env)
