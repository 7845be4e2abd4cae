import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { elapsed } from '../../base/clock.ts'
import { second } from '../../market/time.ts'
import { StoreFailure } from '../store-failure.ts'

const mark = '.building-'

/** Containers on a shared volume have equal process ids, so the host is part of the name. */
const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** Of equal host names, such as those of containers in the network of the host: where process ids mean what they do here. */
const thisPlace = statSync('/proc/self/ns/pid', { throwIfNoEntry: false })?.ino ?? 0
/** Of this process, by the clock that all threads share: in a restarted container, ids repeat. Milliseconds. */
const thisStart = Math.round(elapsed() - process.uptime() * second)

/** Creates the store's folder level by level: under /proc Node's recursive mkdir never returns. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (existsSync(folder)) return
    throw new StoreFailure(`the folder of the store, ${folder}, cannot be created: ${(error as Error).message}`)
  }
}

/** Path of a store under construction, unique to this process: `<store>.building-<process>.<host>.<start>-<place>-<random>`. */
export function buildingPath(path: string): string {
  return `${path}${mark}${process.pid}.${thisHost}.${thisStart}-${thisPlace}-${randomBytes(4).toString('hex')}`
}

/** Gives a complete store its name when it is on disk. */
export function putInPlace(building: string, path: string): void {
  const file = openSync(building, 'r+')
  fsyncSync(file)
  closeSync(file)
  // A leftover log of an earlier store must not apply to this one.
  for (const leftover of ['-wal', '-shm', '-journal']) rmSync(path + leftover, { force: true })
  renameSync(building, path)
}

export function discard(building: string): void {
  for (const left of [building, `${building}-journal`]) rmSync(left, { force: true })
}

/** Ages after which what another host has not finished is abandoned, and what a process elsewhere under this host's name has not. */
interface Waits {
  host: number
  place: number
}

/** A build writes all the time, and clocks are the same within a host. */
const ofBuilds: Waits = { host: 3600 * second, place: 600 * second }
/** A copy of a served store is not written all the time. */
const ofCopies: Waits = { host: 7 * 24 * 3600 * second, place: 0 }

const aheadName = 'market-data-sandbox-ahead'

/** Beside the store, or else in the temporary folder: one of them may be read-only, as in a container. */
export function makeAheadFolder(store: string, temporary = tmpdir()): string {
  const causes: string[] = []
  for (const place of [dirname(store), temporary]) {
    const folder = buildingPath(join(place, aheadName))
    try {
      mkdirSync(folder, { mode: 0o700 })
      return folder
    } catch (error) {
      causes.push((error as Error).message)
    }
  }
  throw new StoreFailure(`no folder for a copy of the store ${store}: ${causes.join('; ')}; make one of them writable`)
}

/** Removes what a process of this host left beside a path when it was killed. */
export function removeLeftBy(pid: number, path: string): void {
  const [folder, prefix] = [dirname(path), `${basename(path)}${mark}${pid}.${thisHost}.`]
  for (const name of namesIn(folder).filter(name => name.startsWith(prefix)))
    rmSync(join(folder, name), { force: true })
}

/** Removes what dead processes left: unfinished stores beside a path, and extended copies. */
export function removeAbandoned(path: string): void {
  removeLeft(path, ofBuilds)
  for (const place of [dirname(path), tmpdir()]) removeLeft(join(place, aheadName), ofCopies)
}

function removeLeft(path: string, waits: Waits): void {
  const [folder, prefix] = [dirname(path), basename(path) + mark]
  for (const name of namesIn(folder).filter(name => name.startsWith(prefix))) {
    const file = join(folder, name)
    try {
      if (isAbandoned(name.slice(prefix.length), age(file), waits)) rmSync(file, { force: true, recursive: true })
    } catch {}
  }
}

/** @param made by which process, as in the name */
function isAbandoned(made: string, age: number, waits: Waits): boolean {
  const [pid = '', host = thisHost, rest = ''] = made.split('.')
  const [start = '', place = ''] = rest.split('-')
  if (host !== thisHost) return age > waits.host
  const isElsewhere = place !== '' && Number(place) !== thisPlace
  return isElsewhere ? age > waits.place : !isRunning(Number(pid), Number(start))
}

/** Empty for a missing or unreadable folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param start of the process that made a file, if its name says so */
function isRunning(pid: number, start: number): boolean {
  if (pid === process.pid) return Math.abs(start - thisStart) < second
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function age(file: string): number {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}
