import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A claim has the number of the process that runs a file of tests, and one of these when the file has ended. */
export const passed = 'passed'
export const failed = 'failed'

export function claimOf(file: string): string {
  return join(process.env.TEST_CLAIMS!, basename(file))
}

/** Empty if no process has claimed the file. */
export function readClaim(file: string): string {
  const path = claimOf(file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
