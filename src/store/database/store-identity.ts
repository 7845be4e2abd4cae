import { schemaVersion } from '../schema-version.ts'
import { OutdatedStore, StoreFailure } from '../store-failure.ts'
import type { Database } from './database.ts'

/** "MDSB": identifies our databases. */
const applicationId = 0x4d445342

/** Makes a new database a store. */
export function identify(database: Database): void {
  database.pragma(`application_id = ${applicationId}`)
  database.pragma(`user_version = ${schemaVersion}`)
}

/** @throws StoreFailure for other databases, and for stores of other versions */
export function checkIdentity(path: string, database: Database): void {
  if (database.pragma('application_id', { simple: true }) !== applicationId)
    throw new StoreFailure(
      `${path} is a database but not a store of this server; set data (SANDBOX_DATA) to another path`,
    )
  const version = database.pragma('user_version', { simple: true }) as number
  if (version === schemaVersion) return
  const mismatch = `${path} has store version ${version}; this server reads version ${schemaVersion}`
  if (version < schemaVersion && database.prepare(originQuery).pluck().get() === 'seed')
    throw new OutdatedStore(mismatch)
  throw new StoreFailure(`${mismatch}; delete it or set data (SANDBOX_DATA) to another path`)
}

export const originQuery = "SELECT value FROM store WHERE name = 'source'"
