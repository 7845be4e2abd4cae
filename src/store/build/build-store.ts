import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onePart } from '../../../seed/index.ts'
import { planStore, type StorePlan, type WantedStore } from '../store-plan.ts'
import { buildPart, mergeParts, type Progress, prepareMerge } from './build-part.ts'
import { buildingPath, discard, makeFolder, putInPlace, removeAbandoned } from './building-place.ts'
import { partsFor, partThread } from './processes/parts.ts'

/**
 * Builds beside the path; renames when the store is complete and on disk. The next run removes an interrupted build.
 */
export function buildStore(wanted: WantedStore, plan: StorePlan, progress: Progress): void {
  const building = begin(wanted)
  try {
    buildPart(building, { wanted, plan, part: onePart }, progress)
    mergeParts([building], { wanted, plan })
    finish(wanted, building)
  } finally {
    discard(building)
  }
}

/** Builds with one thread per processor, up to four, if that is faster. */
export async function buildStoreTogether(wanted: WantedStore, plan: StorePlan, progress: Progress): Promise<void> {
  const [own, ...others] = partsFor(wanted, plan)
  if (others.length === 0) return buildStore(wanted, plan, progress)
  const building = begin(wanted)
  const threads = others.map((part, n) => partThread(`${building}-${n}`, { wanted, plan, part }))
  try {
    const report = (own: number) => progress(buildingParts * meanOf([own, ...threads.map(thread => thread.fraction())]))
    buildPart(building, { wanted, plan, part: own! }, report)
    const prepared = prepareMerge({ wanted, plan })
    await withProgress(Promise.all(threads.map(({ whole }) => whole)), () => report(1))
    mergeParts([building, ...threads.map(({ path }) => path)], { wanted, plan }, prepared)
    progress(1)
    finish(wanted, building)
  } finally {
    await Promise.all(threads.map(thread => thread.stop()))
    for (const left of [building, ...threads.map(({ path }) => path)]) discard(left)
  }
}

/** Share of the total work; merging is the rest. */
const buildingParts = 0.9

function meanOf(fractions: number[]): number {
  return fractions.reduce((sum, fraction) => sum + fraction) / fractions.length
}

async function withProgress<T>(waiting: Promise<T>, report: () => void): Promise<T> {
  const end = waiting.then(() => true)
  while (!(await Promise.race([end, setTimeout(200, false, { ref: false })]))) report()
  return waiting
}

function begin({ path }: WantedStore): string {
  makeFolder(dirname(path))
  removeAbandoned(path)
  return buildingPath(path)
}

function finish(wanted: WantedStore, building: string): void {
  if (!isAlreadyBuilt(wanted)) putInPlace(building, wanted.path)
}

/** Replacing a store that another process has built meanwhile would detach its feed. */
function isAlreadyBuilt(wanted: WantedStore): boolean {
  return planStore(wanted, Date.now()).task !== 'build'
}
