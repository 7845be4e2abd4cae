import { readFileSync } from 'node:fs'
import {
  createWorld,
  type IdRange,
  type ProfileName,
  schemaUrl,
  writeCatalogue,
  writeSums,
  writeTrades,
} from '../../seed/index.ts'
import type { Provision, Wanted } from './provision.ts'
import { Store } from './store.ts'

/** How far something is: 0 to 1. */
export type Progress = (fraction: number) => void

/** What a new store is to hold: a range of a world, or a part of it. */
export interface Filling {
  wanted: Wanted
  provision: Provision
  part?: IdRange
}

/** Makes a new store in a file that does not exist yet, and fills it. */
export function fillStore(path: string, filling: Filling, progress: Progress): Store {
  const store = Store.create(path, readFileSync(schemaUrl, 'utf8'))
  try {
    store.transaction(() => fill(store, filling, progress))
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

function fill(store: Store, { wanted, provision, part }: Filling, progress: Progress): void {
  const { seed, profile } = wanted
  const { start, end } = provision
  const range = { from: start, to: end }
  const world = createWorld({ seed, profile: profile as ProfileName, ...(part && { part }) })
  writeCatalogue(store, world, range)
  writeTrades(store, world, range, progress)
  store.saveFingerprints()
  for (const [name, value] of Object.entries({ seed, profile, source: 'seed', start, end }))
    store.run('INSERT INTO store (name, value) VALUES (?, ?)', name, String(value))
}

/** Adds what can only be known of a whole world, once the parts of its store are together. */
export function completeStore(store: Store, { wanted, provision }: Filling): void {
  const world = createWorld({ seed: wanted.seed, profile: wanted.profile as ProfileName })
  store.transaction(() => {
    writeSums(store, world, { from: provision.start, to: provision.end })
    store.saveFingerprints()
  })
}
