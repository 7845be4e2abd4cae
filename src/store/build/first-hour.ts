import { readFileSync } from 'node:fs'
import { createWorld, type ProfileName, schemaUrl, writeCatalogue, writeWorld } from '../../../seed/index.ts'
import { hour } from '../../market/time.ts'
import { Store } from '../store.ts'
import type { StoreIdentity } from '../store-plan.ts'

/** The beginning of a store, generated again in memory. */
export function firstHourOf({ seed, profile, start }: Pick<StoreIdentity, 'seed' | 'profile' | 'start'>): Store {
  const store = Store.create(':memory:', readFileSync(schemaUrl, 'utf8'))
  const range = { from: start, to: start + hour }
  const world = createWorld({ seed, profile: profile as ProfileName })
  store.transaction(() => {
    writeCatalogue(store, world, range)
    writeWorld(store, world, range)
  })
  return store
}
