import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ProfileName } from '../../seed/profiles.ts'
import { day } from '../../src/market/time.ts'
import { buildStore } from '../../src/store/build/build-store.ts'
import { importRecords, parseInstrument } from '../../src/store/own/import.ts'

/** End of the tests' store and time of their frozen clock. Milliseconds since 1970 UTC. */
export const end = Date.UTC(2026, 0, 31)
export const start = end - 3 * day

const root = resolve(import.meta.dirname, '../..')

/** The runner passes it on to its files. */
const hashName = 'TEST_SOURCE_HASH'

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['seed', 'src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.\w+$/.test(name)) hash.update(readFileSync(join(root, folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Path of a store that all tests read. Its name has a hash of the code that builds it, so it is built once and always current. */
export function sharedStore(name: string, extent: Extent): string {
  process.env[hashName] ??= sourceHash()
  const folder = join(root, '.tap')
  const path = join(folder, `${name}-${process.env[hashName]}.sqlite`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const outdated = readdirSync(folder).filter(other => new RegExp(`^${name}-\\w+\\.sqlite$`).test(other))
  for (const other of outdated) rmSync(join(folder, other), { force: true })
  buildTestStore(path, extent)
  return path
}

export interface Extent {
  start?: number
  end: number
  seed?: string
  profile?: ProfileName
}

/** Builds a store of any range, ready for a server with SANDBOX_NOW=seeded. */
export function buildTestStore(path: string, extent: Extent): void {
  const { end, start = end - 3 * day, seed = 'market', profile = 'tiny' } = extent
  const wanted = { path, seed, profile, days: (end - start) / day, now: end }
  buildStore(wanted, { task: 'build', start, end, gap: 0, source: 'seed' }, () => {})
}

/** A store of own data: one trade of `foo-usd` on `myex`. */
export function importOneTrade(path: string): void {
  const trades = { name: 'trades.csv', text: 'timestamp,price,amount\n2026-01-30T10:00:00Z,1,1\n' }
  importRecords(path, parseInstrument('myex/spot/foo-usd'), { trades })
}

/** The store of most tests. */
export const storePath = sharedStore('tiny', { end })
