import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const benchFolder = import.meta.dirname
export const projectFolder = dirname(benchFolder)

/** A path among what the bench writes; git knows nothing of it. */
export function inResults(...names: string[]): string {
  return join(benchFolder, 'results', ...names)
}

export function storePath(profile: string): string {
  return inResults('stores', `${profile}.sqlite`)
}

/** Writes a file of the bench's, and gives its path. */
export function writeResult(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}
