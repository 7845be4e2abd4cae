import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
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
export function placeToBuild(path: string): string {
  return `${path}${mark}${process.pid}.${thisHost}.${randomBytes(4).toString('hex')}`
}

/** Age after which an unfinished file of another host is abandoned. Milliseconds. */
const patience = 3_600_000

/** Removes unfinished files of dead processes. */
export function removeAbandoned(path: string): void {
  const prefix = basename(path) + mark
  for (const name of readdirSync(dirname(path)).filter(name => name.startsWith(prefix))) {
    const [pid = '', host = thisHost] = name.slice(prefix.length).split('.')
    const file = join(dirname(path), name)
    const abandoned = host === thisHost ? !isRunning(Number.parseInt(pid, 10)) : isLeftAlone(file)
    if (abandoned) rmSync(file, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isLeftAlone(file: string): boolean {
  const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs > patience
}
