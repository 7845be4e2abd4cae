import { readFileSync } from 'node:fs'
import {
  type BesideSums,
  besideSums,
  createWorld,
  type IdRange,
  schemaUrl,
  writeCatalogue,
  writeSums,
  writeWorld,
} from '../../../seed/index.ts'
import { hour } from '../../market/time.ts'
import { Store } from '../store.ts'
import type { StorePlan, WantedStore } from '../store-plan.ts'

/** Receives the progress. @param fraction 0 to 1 */
export type Progress = (fraction: number) => void

export interface PartPlan {
  wanted: WantedStore
  plan: StorePlan
  /** The whole is one part; sums over tables are written when all tables are complete. */
  part: IdRange
}

export function buildPart(path: string, part: PartPlan, progress: Progress): void {
  const store = Store.create(path, readFileSync(schemaUrl, 'utf8'))
  try {
    store.transaction(() => writePart(store, part, progress))
  } finally {
    store.close()
  }
}

function writePart(store: Store, { wanted, plan, part }: PartPlan, progress: Progress): void {
  const { seed, profile } = wanted
  const { start, end } = plan
  const range = { from: start, to: end }
  const world = createWorld({ seed, profile, part })
  writeCatalogue(store, world, range)
  writeWorld(store, world, range, progress)
  store.saveFingerprints()
  store.addFacts({ seed, profile, source: 'seed', start, end })
}

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

type Whole = Omit<PartPlan, 'part'>

/** The share of `mergeParts` that need not wait for the parts. */
export function prepareMerge({ wanted, plan }: Whole): BesideSums {
  return besideSums(wholeWorld(wanted), { from: plan.start, to: plan.end })
}

function wholeWorld({ seed, profile }: WantedStore) {
  return createWorld({ seed, profile })
}

/** Merges parts into the first and adds what only the whole can determine. */
export function mergeParts(
  paths: readonly [string, ...string[]],
  whole: Whole,
  prepared: BesideSums = prepareMerge(whole),
): void {
  const { wanted, plan } = whole
  const [path, ...others] = paths
  const store = Store.resume(path)
  for (const other of others) store.addRowsOf(other)
  store.addIndexes(readFileSync(schemaUrl, 'utf8'))
  store.transaction(() => {
    writeSums(store, wholeWorld(wanted), { from: plan.start, to: plan.end }, prepared)
    store.saveFingerprints()
  })
  store.close()
}
