#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const isClone = existsSync(new URL('./commands/run.ts', import.meta.url))
if (isClone && !existsSync(new URL('../node_modules', import.meta.url)))
  refuse('run npm ci first: it installs the libraries and Node 24')
if (major < 22 || (major === 22 && minor < 18)) {
  const remedy = isClone ? 'npm ci installs Node 24 here' : 'npm install --save-dev node@24 installs one'
  refuse(`needs Node 22.18 or later, and this is ${process.version}; ${remedy}`)
}

function refuse(why) {
  process.stderr.write(`market-data-sandbox: ${why}\n`)
  process.exit(2)
}

// A signal while the modules of a server load ends it as a later one does.
const [command = ''] = process.argv.slice(2)
if (command === '' || command.startsWith('-') || command === 'serve')
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))

// In JavaScript, and before any other import: from the second start on, the cache holds compiled sources and Node does
// not load its type stripper.
module.enableCompileCache?.()
const { run } = await import('./commands/run.ts')
await run(process.argv.slice(2), process.env)
