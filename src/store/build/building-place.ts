import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StoreFailure } from '../store-failure.ts'

const mark = '.building-'

/** Containers on a shared volume have equal process ids, so the host is part of the name. */
const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Creates the store's folder level by level: under /proc Node's recursive mkdir never returns. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process has created it meanwhile.
    if (existsSync(folder)) return
    throw new StoreFailure(`the folder of the store, ${folder}, cannot be created: ${(error as Error).message}`)
  }
}

/** Path of a store under construction, unique to this process: `<store>.building-<process>.<host>.<random>`. */
export function buildingPath(path: string): string {
  return `${path}${mark}${process.pid}.${thisHost}.${randomBytes(4).toString('hex')}`
}

/** Age after which an unfinished file of another host is abandoned. Milliseconds. */
const patience = 3_600_000

/** Copies of stores that reach beyond their end, in the folder for temporary files. */
const aheadPath = join(tmpdir(), 'market-data-sandbox-ahead')

/** Creates a folder for a copy that reaches beyond the end of its store. */
export function makeAheadFolder(): string {
  const folder = buildingPath(aheadPath)
  mkdirSync(folder, { mode: 0o700 })
  aheadFolders.add(folder)
  return folder
}

/** Folders of this process. Others with its id are of an earlier one: in a container ids are always the same. */
const aheadFolders = new Set<string>()

/** Removes what dead processes left: unfinished stores beside a path, and copies that reach beyond their end. */
export function removeAbandoned(path: string): void {
  removeLeft(path, patience)
  removeLeft(aheadPath, Number.POSITIVE_INFINITY)
}

/** A folder that does not exist or may not be changed stays as it is. */
function removeLeft(path: string, patience: number): void {
  const [folder, prefix] = [dirname(path), basename(path) + mark]
  for (const name of namesIn(folder).filter(name => name.startsWith(prefix))) {
    const [pid = '', host = thisHost] = name.slice(prefix.length).split('.')
    const file = join(folder, name)
    const isAbandoned = host === thisHost ? !isRunning(Number.parseInt(pid, 10)) : age(file) > patience
    try {
      if (isAbandoned && !aheadFolders.has(file)) rmSync(file, { force: true, recursive: true })
    } catch {}
  }
}

/** None where there is no folder, or one that may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function age(file: string): number {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}
