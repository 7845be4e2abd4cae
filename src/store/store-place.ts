import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { day, parseTime } from '../market/time.ts'
import { packageFolder } from '../package.ts'
import type { Environment, WrittenSettings } from '../settings.ts'
import { schemaVersion } from './schema-version.ts'
import { StoreFailure } from './store-failure.ts'

/** Store folder of a clone; the package has none. */
const cloneFolder = fileURLToPath(new URL('data', packageFolder))

/** The path of a clone's store; undefined unless this is a clone. */
export function storeInClone(profile: string): string | undefined {
  return existsSync(cloneFolder) ? join(cloneFolder, `${profile}.sqlite`) : undefined
}

/**
 * In the user's cache folder, or in a temporary one if that is not writable. The name contains everything the store
 * depends on; a live store and one frozen at its end are the same.
 */
export function storeInCache(
  { seed, profile, now }: Pick<WrittenSettings, 'seed' | 'profile' | 'now'>,
  environment: Environment,
): CachePlace {
  const world = createHash('sha256').update(seed).digest('hex').slice(0, 8)
  const frozen = parseTime(now)
  const end = frozen === undefined ? '' : `-${Math.floor(frozen)}`
  const name = `${profile}-v${schemaVersion}-${world}${end}.sqlite`
  const folder = join(cacheFolder(environment), 'market-data-sandbox')
  const path = join(folder, name)
  if (isWritable(folder) || (now !== 'live' && existsSync(path))) return { path, unwritable: null }
  return { path: join(temporaryFolder(), name), unwritable: folder }
}

export function authorityInCache(hosts: readonly string[], environment: Environment): string {
  const names = createHash('sha256').update(hosts.toSorted().join()).digest('hex').slice(0, 8)
  const folder = join(cacheFolder(environment), 'market-data-sandbox')
  return join(isWritable(folder) ? folder : temporaryFolder(), `authority-${names}`)
}

/** The cache folder is set if the store cannot be there. */
interface CachePlace {
  path: string
  unwritable: string | null
}

/** Private to this user. @throws StoreFailure if another user may have made it: its stores and keys are not trustworthy */
function temporaryFolder(): string {
  const user = process.getuid?.()
  const folder = join(tmpdir(), `market-data-sandbox-${user ?? 'cache'}`)
  // Windows has a temporary folder for each user.
  if (user === undefined) return folder
  ifAllowed(() => mkdirSync(folder, { mode: 0o700 }))
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found && (!found.isDirectory() || found.uid !== user || found.mode & writableByOthers))
    throw new StoreFailure(
      `${folder} must be a folder that only this user can write: remove it, or set XDG_CACHE_HOME to a folder that can be written`,
    )
  return folder
}

const writableByOthers = 0o022

/** Also answers for a folder that does not exist yet. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

function cacheFolder({ XDG_CACHE_HOME: chosen, LOCALAPPDATA: windows }: Environment): string {
  if (chosen && isAbsolute(chosen)) return chosen
  if (process.platform === 'win32' && windows) return windows
  return join(homeFolder(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
}

/** A user of a container may have no entry in /etc/passwd. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

const kept = 8

/** Age after which an unused store of an earlier version is removed. */
const abandoned = 30 * day

/** Removes outdated stores and the least recently used frozen ones, ignoring errors. A server keeps an open store. */
export function keepFewInCache(path: string): void {
  ifAllowed(() => forgetEarlier(dirname(path)))
  ifAllowed(() => forgetUnused(path))
}

/** Files of other users, on read-only mounts or in use (Windows) stay. */
function ifAllowed(change: () => void): void {
  try {
    change()
  } catch {}
}

function forgetUnused(path: string): void {
  const kindOf = (name: string) => /^(\w+)-v\d+-\w{8}-\d+\.sqlite$/.exec(name)?.[1]
  const kind = kindOf(basename(path))
  if (kind === undefined) return
  const now = new Date()
  ifAllowed(() => utimesSync(path, now, now))
  const alike = readdirSync(dirname(path)).filter(name => kindOf(name) === kind && name !== basename(path))
  const lastUses = alike.map(name => ({ name, lastUse: modified(join(dirname(path), name)) }))
  for (const { name } of lastUses.sort((a, b) => b.lastUse - a.lastUse).slice(kept - 1))
    ifAllowed(() => rmSync(join(dirname(path), name), { force: true }))
}

function forgetEarlier(folder: string): void {
  for (const name of readdirSync(folder)) {
    const version = /^\w+-v(\d+)-\w{8}(?:-\d+)?(?:\.history)?\.sqlite$/.exec(name)?.[1]
    const store = join(folder, name)
    if (version === undefined || Number(version) >= schemaVersion || Date.now() - modified(store) < abandoned) continue
    for (const file of [store, `${store}-wal`, `${store}-shm`]) ifAllowed(() => rmSync(file, { force: true }))
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
