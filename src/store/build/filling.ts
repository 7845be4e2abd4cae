import { readFileSync } from 'node:fs'
import {
  createWorld,
  type IdRange,
  type ProfileName,
  schemaUrl,
  writeCatalogue,
  writeSums,
  writeTrades,
} from '../../../seed/index.ts'
import type { Provision, Wanted } from '../provision.ts'
import { Store } from '../store.ts'
import { BulkLoad, type Loaded } from './bulk-load.ts'
import { graft } from './graft.ts'

/** How far something is: 0 to 1. */
export type Progress = (fraction: number) => void

/** What a new store is to hold: a range of a world, or a part of it. */
export interface Filling {
  wanted: Wanted
  provision: Provision
  /** The whole, too, is a part of itself: what its rows add up to is written when all tables are there. */
  part: IdRange
}

/** A store whose largest tables are still beside it. */
export interface Part {
  path: string
  loaded: Loaded
}

/** Where the pages of a part are while its store is filled. */
export function pagesOf(path: string): string {
  return `${path}-pages`
}

/** Fills a new store in a file that does not exist yet. */
export function fillPart(path: string, filling: Filling, progress: Progress): Part {
  const load = new BulkLoad(pagesOf(path))
  const store = Store.create(path, readFileSync(schemaUrl, 'utf8'), load)
  try {
    store.transaction(() => fill(store, filling, progress))
    return { path, loaded: load.finish() }
  } finally {
    store.close()
  }
}

function fill(store: Store, { wanted, provision, part }: Filling, progress: Progress): void {
  const { seed, profile } = wanted
  const { start, end } = provision
  const range = { from: start, to: end }
  const world = createWorld({ seed, profile: profile as ProfileName, part })
  writeCatalogue(store, world, range)
  writeTrades(store, world, range, progress)
  store.saveFingerprints()
  for (const [name, value] of Object.entries({ seed, profile, source: 'seed', start, end }))
    store.run('INSERT INTO store (name, value) VALUES (?, ?)', name, String(value))
}

/** Makes the first part the whole store: takes over what all of them have, and adds what can only be known of a whole. */
export function joinParts(parts: readonly [Part, ...Part[]], { wanted, provision }: Omit<Filling, 'part'>): void {
  const [{ path }, ...others] = parts
  const rest = graft(
    path,
    rootsOf(path),
    parts.map(({ loaded }) => loaded),
  )
  const store = Store.resume(path)
  for (const { path } of others) store.absorb(path)
  store.addIndexes(readFileSync(schemaUrl, 'utf8'))
  store.transaction(() => {
    for (const [table, rows] of rest) store.insertCounted(table, rows)
    const world = createWorld({ seed: wanted.seed, profile: wanted.profile as ProfileName })
    writeSums(store, world, { from: provision.start, to: provision.end })
    store.saveFingerprints()
  })
  store.close()
}

function rootsOf(path: string): Map<string, number> {
  const store = Store.resume(path)
  const { roots } = store
  store.close()
  return roots
}
