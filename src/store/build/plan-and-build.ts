import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { profiles, worldEnd, worldStart } from '../../../seed/profiles.ts'
import { day, formatTime, parseTime } from '../../market/time.ts'
import { type Settings, SettingsFailure } from '../../settings.ts'
import { historyClocks } from '../history/coverage.ts'
import { Store } from '../store.ts'
import { FullDisk, StoreFailure } from '../store-failure.ts'
import { keepFewInCache } from '../store-place.ts'
import { planStore, type StorePlan, type WantedStore } from '../store-plan.ts'
import { removeAbandoned } from './building-place.ts'
import type { ServerLogger, StoreLogger } from './logger.ts'
import { Feed, runStoreTask } from './processes/feed.ts'

export type LabelledProgress = (label: string, fraction: number) => void

/** A store with a shorter gap is served while it catches up. Milliseconds. */
const shortGap = 60_000

/** Interval of attempts on a full disk. */
const retryInterval = 5000

/** What the caller of a build adds. */
interface BuildOptions {
  /** Receives why the build waits for space; without it, a full disk is a failure. */
  waiting?: ((cause: string) => void) | undefined
  /** What was planned already. */
  planned?: StorePlan | undefined
  /** Ends the build, which fails. */
  signal?: AbortSignal | undefined
}

/**
 * The plan for a store that is to be built; without a task if the frozen clock is before all stores, so that the history
 * answers alone. @throws StoreFailure if it cannot be built, SettingsFailure if it would be outside the world
 */
export function plannedBuild(settings: Settings): StorePlan | undefined {
  const wanted = wantedWorld(settings)
  if (isBeforeStores(wanted)) return { task: 'none', start: wanted.now, end: wanted.now, gap: 0, source: 'seed' }
  const plan = planStore(wanted, Date.now())
  if (plan.task !== 'build') return undefined
  checkRange(wanted, plan)
  checkWritable(wanted, plan)
  return plan
}

function isBeforeStores(wanted: WantedStore): wanted is WantedStore & { now: number } {
  const { now, days } = wanted
  return typeof now === 'number' && now >= historyClocks.from && now < worldStart + days * day
}

export async function buildOrExtendStore(
  settings: Settings,
  logger: ServerLogger,
  progress: LabelledProgress,
  { waiting, planned, signal }: BuildOptions = {},
): Promise<Feed | undefined> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const plan = isFirst ? planned : undefined
      return await planAndBuild(settings, logger, progress, { isFirst, planned: plan, signal })
    } catch (error) {
      if (waiting === undefined || !(error instanceof FullDisk)) throw error
      waiting(error.message)
      if (isFirst) logger.warn(`${error.message}; waiting for space`)
      await setTimeout(retryInterval, undefined, signal && { signal })
    }
  }
}

async function planAndBuild(
  settings: Settings,
  logger: ServerLogger,
  progress: LabelledProgress,
  { isFirst, planned, signal }: Omit<BuildOptions, 'waiting'> & { isFirst: boolean },
): Promise<Feed | undefined> {
  const wanted = wantedWorld(settings)
  removeAbandoned(wanted.path)
  const plan = planned ?? planStore(wanted, Date.now())
  checkRange(wanted, plan)
  const feeding = wanted.now === 'live' && plan.source === 'seed'
  if (feeding || plan.task !== 'none') checkWritable(wanted, plan)
  if (isFirst) announce(settings, wanted, plan, logger)
  if (plan.task === 'build') await runPlan(wanted, plan, progress, signal)
  else if (plan.gap > shortGap) await extendIfRoom(wanted, plan, progress)
  if (feeding) Store.beginLog(wanted.path)
  if (settings.cached) keepFewInCache(settings.data)
  return feeding ? new Feed(wanted, logger) : undefined
}

/** On a full disk the feed keeps trying and reports it. */
async function extendIfRoom(...[wanted, plan, progress]: Parameters<typeof runPlan>): Promise<void> {
  try {
    await runPlan(wanted, plan, progress)
  } catch (error) {
    if (!(error instanceof FullDisk)) throw error
  }
}

export async function seedStore(
  settings: Settings,
  logger: StoreLogger,
  progress: LabelledProgress,
): Promise<StorePlan> {
  const wanted = wantedWorld(settings)
  const plan = planStore(wanted, Date.now())
  checkRange(wanted, plan)
  if (plan.task !== 'none') checkWritable(wanted, plan)
  announce(settings, wanted, plan, logger)
  await runPlan(wanted, plan, progress)
  if (settings.cached) keepFewInCache(settings.data)
  return plan
}

function announce(
  { unwritableCache }: Settings,
  { path, profile }: WantedStore,
  { task, reason }: StorePlan,
  logger: StoreLogger,
): void {
  if (unwritableCache !== null)
    logger.warn(
      `the cache folder ${unwritableCache} is not writable, so the store is ${path}; set SANDBOX_DATA to use another path`,
    )
  if (reason) logger.warn(`rebuilding the store ${path}: ${reason}`)
  if (task === 'build') logger.info(`seeding ${profile} into ${path}; later starts reuse it`)
}

async function runPlan(
  wanted: WantedStore,
  plan: StorePlan,
  progress: LabelledProgress,
  signal?: AbortSignal,
): Promise<void> {
  if (plan.task === 'none') return
  const label = `${plan.task === 'build' ? 'seeding' : 'catching up'} ${wanted.profile}`
  progress(label, 0)
  await runStoreTask({ wanted, plan }, fraction => progress(label, fraction), signal)
}

/** @throws SettingsFailure if the store would start before the world or end after it. */
function checkRange({ profile, days }: WantedStore, { task, start, end }: StorePlan): void {
  if (task === 'none' || (start >= worldStart && end <= worldEnd)) return
  const [earliest, latest, history] = [worldStart + days * day, worldEnd, historyClocks.from].map(formatTime)
  throw new SettingsFailure(
    `now is ${formatTime(end)}; for a store of the profile ${profile} it must be from ${earliest} to ${latest}, for serve with a history from ${history}`,
  )
}

/** SQLite also writes beside the file, so the folder must be writable. */
function checkWritable(wanted: WantedStore, { reason }: StorePlan): void {
  const { path } = wanted
  for (const place of [dirname(path), path]) {
    try {
      if (existsSync(place)) accessSync(place, constants.W_OK)
    } catch (error) {
      const why = reason ? ` to rebuild it: ${reason}` : ''
      const canServe = planStore({ ...wanted, now: 'seeded' }, Date.now()).task === 'none'
      const asItIs = canServe ? ', or set now (SANDBOX_NOW) to seeded to serve the store as it is' : ''
      throw new StoreFailure(
        `the store ${path} cannot be written (${(error as NodeJS.ErrnoException).code} at ${place})${why}; mount a ` +
          `writable volume at ${dirname(path)} or set data (SANDBOX_DATA) to another path${asItIs}`,
      )
    }
  }
}

export function wantedWorld({ data: path, seed, profile, now, catchUp }: Settings): WantedStore {
  const at = now === 'live' || now === 'seeded' ? now : Math.floor(parseTime(now)!)
  return { path, seed, profile, days: profiles[profile].days, now: at, ...(catchUp > 0 && { catchUp }) }
}
