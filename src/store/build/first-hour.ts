import { readFileSync } from 'node:fs'
import { createWorld, schemaUrl, writeCatalogue, writeWorld } from '../../../seed/index.ts'
import { hour } from '../../market/time.ts'
import { Store } from '../store.ts'
import type { WantedStore } from '../store-plan.ts'

/** The beginning of a store, generated again in memory. */
export function firstHourOf({
  seed,
  profile,
  start,
}: Pick<WantedStore, 'seed' | 'profile'> & { start: number }): Store {
  const store = Store.create(':memory:', readFileSync(schemaUrl, 'utf8'))
  const range = { from: start, to: start + hour }
  const world = createWorld({ seed, profile })
  store.transaction(() => {
    writeCatalogue(store, world, range)
    writeWorld(store, world, range)
  })
  return store
}
