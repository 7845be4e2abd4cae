import { existsSync } from 'node:fs'

// The package has a bundle; a clone runs its sources.
const isClone = existsSync(new URL('../src/index.ts', import.meta.url))

export async function createSandbox(options) {
  const { createSandbox } = await (isClone ? sources() : import('../dist/index.js'))
  return createSandbox(options)
}

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
