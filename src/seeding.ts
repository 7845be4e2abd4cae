import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createWorld, type ProfileName, schemaUrl, writeCatalogue, writeTrades } from '../seed/index.ts'
import { type Provision, planProvision, type Wanted } from './provision.ts'
import { Store } from './store.ts'
import { StoreFailure } from './store-failure.ts'

export type Progress = (fraction: number) => void

/**
 * Builds a store beside its place and moves it there when it is whole and on disk. Whoever kills it half-way leaves a
 * file that nobody serves and the next run removes.
 */
export function buildStore(wanted: Wanted, provision: Provision, progress: Progress): void {
  makeFolder(dirname(wanted.path))
  removeAbandoned(wanted.path)
  const building = `${wanted.path}${buildingMark}${process.pid}`
  const store = Store.create(building, readFileSync(schemaUrl, 'utf8'))
  try {
    store.transaction(() => fill(store, wanted, provision, progress))
    store.close()
    if (isThere(wanted)) rmSync(building)
    else putInPlace(building, wanted.path)
  } catch (error) {
    store.close()
    for (const left of [building, `${building}-journal`]) rmSync(left, { force: true })
    throw error
  }
}

function fill(store: Store, { seed, profile }: Wanted, { start, end }: Provision, progress: Progress): void {
  const range = { from: start, to: end }
  const world = createWorld({ seed, profile: profile as ProfileName })
  writeCatalogue(store, world, range)
  writeTrades(store, world, range, progress)
  store.saveFingerprints()
  for (const [name, value] of Object.entries({ seed, profile, source: 'seed', start, end }))
    store.run('INSERT INTO store (name, value) VALUES (?, ?)', name, String(value))
}

/** Whether someone else has put such a store there meanwhile; to replace it would part it from those who feed it. */
function isThere(wanted: Wanted): boolean {
  const { task } = planProvision(wanted, Date.now())
  return task === 'none' || (task === 'extend' && wanted.now === 'live')
}

const buildingMark = '.building-'

/** Level by level: under /proc the recursive way of Node never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    throw new StoreFailure(`the store's folder ${folder} cannot be made: ${(error as Error).message}`)
  }
}

function removeAbandoned(path: string): void {
  const prefix = basename(path) + buildingMark
  for (const name of readdirSync(dirname(path)).filter(name => name.startsWith(prefix)))
    if (!isRunning(Number.parseInt(name.slice(prefix.length), 10))) rmSync(join(dirname(path), name), { force: true })
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function putInPlace(building: string, path: string): void {
  const file = openSync(building, 'r+')
  fsyncSync(file)
  closeSync(file)
  // A log that an earlier store left behind must not be taken for this one's.
  for (const leftover of ['-wal', '-shm', '-journal']) rmSync(path + leftover, { force: true })
  renameSync(building, path)
}
