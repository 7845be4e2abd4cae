import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createWorld, type ProfileName, schemaUrl, writeStandingCatalogue } from '../../../seed/index.ts'
import { firstBeginning } from '../../../seed/profiles.ts'
import { buildingPath, discard, makeFolder, putInPlace, removeAbandoned } from '../build/building-place.ts'
import { alone } from '../database/lock.ts'
import { Store } from '../store.ts'
import { OutdatedStore } from '../store-failure.ts'
import { identityOf } from '../store-plan.ts'
import { heldTable, openingTable, totalTable } from './held-days.ts'

/** The market whose history is kept, and where. */
export interface MemoPlace {
  path: string
  seed: string
  profile: ProfileName
  /** Bytes. */
  limit: number
}

/** Opens the store of a market's history, or creates one that has the catalogue alone. */
export function openMemo(place: MemoPlace): Store {
  removeAbandoned(place.path)
  if (!isOurs(place)) {
    makeFolder(dirname(place.path))
    alone(place.path, () => isOurs(place) || create(place))
  }
  const store = Store.open(place.path, { readonly: false })
  store.writeAheadLog()
  store.run(openingTable)
  store.run(totalTable)
  return store
}

function isOurs({ path, seed, profile }: MemoPlace): boolean {
  if (!existsSync(path)) return false
  try {
    const store = Store.open(path, { readonly: true })
    const identity = identityOf(store)
    store.close()
    return identity.seed === seed && identity.profile === profile
  } catch (error) {
    if (error instanceof OutdatedStore) return false
    throw error
  }
}

function create({ path, seed, profile }: MemoPlace): void {
  const building = buildingPath(path)
  try {
    const schema = readFileSync(schemaUrl, 'utf8')
    const store = Store.create(building, `${schema}\n${heldTable};`)
    const world = createWorld({ seed, profile })
    store.transaction(() => {
      writeStandingCatalogue(store, world)
      const facts = { seed, profile, source: 'seed', start: firstBeginning, end: firstBeginning }
      for (const [name, value] of Object.entries(facts))
        store.run('INSERT INTO store (name, value) VALUES (?, ?)', name, String(value))
    })
    store.addIndexes(schema)
    store.close()
    putInPlace(building, path)
  } finally {
    discard(building)
  }
}
