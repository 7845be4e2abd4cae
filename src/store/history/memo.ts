import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createWorld, schemaUrl, writeStandingCatalogue } from '../../../seed/index.ts'
import { firstBeginning } from '../../../seed/profiles.ts'
import { buildingPath, discard, makeFolder, putInPlace, removeAbandoned } from '../build/building-place.ts'
import { alone } from '../database/lock.ts'
import { Store } from '../store.ts'
import { FullDisk, OutdatedStore, StoreFailure } from '../store-failure.ts'
import { heldTable, openingTable, totalTable } from './held-days.ts'
import { isOf, type MemoPlace, otherMarket } from './history-place.ts'

const catalogueSize = 'catalogue_size'

/**
 * Opens the store of a market's history, or creates one that has the catalogue alone. @param wasOpen whether this process
 * had it open before: then that of another market in its place is not replaced
 */
export function openMemo(place: MemoPlace, wasOpen: boolean): Store {
  removeAbandoned(place.path)
  if (!isOurs(place)) {
    if (wasOpen && existsSync(place.path)) throw otherMarket(place.path)
    makeFolder(dirname(place.path))
    alone(place.path, () => isOurs(place) || create(place))
  }
  const store = Store.open(place.path, { readonly: false })
  store.writeAheadLog()
  store.leaveLog()
  store.run(openingTable)
  store.run(totalTable)
  return store
}

function isOurs(place: MemoPlace): boolean {
  const { path } = place
  if (!existsSync(path)) return false
  try {
    const store = Store.open(path, { readonly: true })
    const isSame = isOf(store, place)
    store.close()
    return isSame
  } catch (error) {
    if (error instanceof OutdatedStore) return false
    if (error instanceof FullDisk || !isNoHistory(error)) throw error
    throw new StoreFailure(
      `${path} is no history that can be read: delete it, and what it had is generated again when it is asked for`,
    )
  }
}

/** Whether the file is at fault, not the place. */
function isNoHistory(error: unknown): boolean {
  const { code = 'SQLITE_NOTADB' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return error instanceof StoreFailure && /^SQLITE_(CORRUPT|NOTADB)/.test(code)
}

/** Bytes of the catalogue, which grows with the contracts that are listed. */
export function catalogueSizeOf(store: Store): number {
  return Number(store.all('SELECT value FROM store WHERE name = ?', catalogueSize)[0]?.[0] ?? 0)
}

/** @param by bytes */
export function growCatalogue(store: Store, by: number): void {
  store.run('UPDATE store SET value = value + ? WHERE name = ?', by, catalogueSize)
}

function create({ path, seed, profile }: MemoPlace): void {
  const building = buildingPath(path)
  try {
    const schema = readFileSync(schemaUrl, 'utf8')
    const store = Store.create(building, `${schema}\n${heldTable};`)
    const world = createWorld({ seed, profile })
    store.transaction(() => {
      writeStandingCatalogue(store, world)
      store.addFacts({ seed, profile, source: 'seed', start: firstBeginning, end: firstBeginning })
    })
    store.addIndexes(schema)
    store.addFacts({ [catalogueSize]: store.bytesUsed })
    store.close()
    putInPlace(building, path)
  } finally {
    discard(building)
  }
}
