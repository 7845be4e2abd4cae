#!/usr/bin/env node
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`market-data-sandbox: needs Node 22.18 or later, and this is ${process.version}\n`)
  process.exit(2)
}
// In JavaScript, and before anything else is loaded: from the second start on, the sources come from the cache stripped
// of their types and compiled, and Node need not even load what strips them.
module.enableCompileCache()
const { run } = await import('./commands/run.ts')
await run(process.argv.slice(2), process.env)
