import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StoreFailure } from '../store-failure.ts'

const mark = '.building-'

/** Containers that share a volume number their processes alike: only with its host is a process's number its own. */
const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Makes the folder of a store, level by level: under /proc the recursive way of Node never ends. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Someone else who wants a store there has made it meanwhile.
    if (existsSync(folder)) return
    throw new StoreFailure(`the folder of the store, ${folder}, cannot be created: ${(error as Error).message}`)
  }
}

/** A file beside a store's place, which nobody else builds in: `<store>.building-<process>.<host>.<random>`. */
export function placeToBuild(path: string): string {
  return `${path}${mark}${process.pid}.${thisHost}.${randomBytes(4).toString('hex')}`
}

/** How long what was begun on another host may go without being written to. Milliseconds. */
const patience = 3_600_000

/** Removes what was begun for a store by processes that are no more. */
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
