import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { openFile } from './database.ts'

/** Longest wait for another process that works alone. Milliseconds. */
const longestWork = 600_000

/**
 * Runs work that no other process runs meanwhile for the same path. A killed process leaves the file `<path>.lock`
 * behind, but not its lock.
 */
export function alone<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`
  for (;;) {
    if (!existsSync(lock)) closeSync(openSync(lock, 'a'))
    const file = inodeOf(lock)
    const database = openFile(lock, { timeout: longestWork })
    try {
      // Nothing is ever written, so there is no journal beside the file.
      database.pragma('journal_mode = MEMORY')
      database.exec('BEGIN EXCLUSIVE')
      // Otherwise another process has removed this file, and a third may hold the lock of a new one.
      if (file !== undefined && inodeOf(lock) === file) return workAndRemove(lock, work)
    } finally {
      database.close()
    }
  }
}

function workAndRemove<T>(lock: string, work: () => T): T {
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}
