#!/usr/bin/env node
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`market-data-sandbox: needs Node 22.18 or later, and this is ${process.version}\n`)
  process.exit(2)
}
// In JavaScript, and before any other import: from the second start on, the cache holds compiled sources and Node does
// not load its type stripper.
module.enableCompileCache?.()
const { run } = await import('./commands/run.ts')
await run(process.argv.slice(2), process.env)
