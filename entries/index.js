import { existsSync } from 'node:fs'

// The package has a bundle; a clone runs its sources.
const isClone = existsSync(new URL('../src/index.ts', import.meta.url))

// The bundle loads with the first sandbox, when a test may have replaced them by fake ones.
const { clearInterval, clearTimeout, performance, setImmediate, setInterval, setTimeout } = globalThis
const own = { clearInterval, clearTimeout, Date, performance, setImmediate, setInterval, setTimeout }
Object.defineProperty(globalThis, Symbol.for('market-data-sandbox'), { value: own, configurable: true })

export async function createSandbox(options) {
  try {
    const { createSandbox: create } = await (isClone ? sources() : import('../dist/index.js'))
    return await create(options)
  } catch (error) {
    // Node prints the line that threw, and a line of the bundle has up to 100 KB. Faults of the program keep their stacks.
    if (!builtIn.test(error.name)) Error.captureStackTrace(error, createSandbox)
    throw error
  }
}

const builtIn = /^(Type|Range|Reference|Syntax)Error$/

async function sources() {
  try {
    return await import('../src/index.ts')
  } catch (error) {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    throw new Error(
      `market-data-sandbox needs Node 22.18 or later, and this is ${process.version}; in a clone, npx node is Node 24`,
    )
  }
}
