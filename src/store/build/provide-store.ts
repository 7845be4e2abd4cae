import { type ProfileName, profiles, worldStart } from '../../../seed/profiles.ts'
import { day, formatTime, parseTime } from '../../market/time.ts'
import type { Settings } from '../../settings.ts'
import { type Provision, planProvision, type WantedStore } from '../provision.ts'
import { StoreFailure } from '../store-failure.ts'
import { keepFewInCache } from '../store-place.ts'
import { Feed, prepareStore } from './feed.ts'
import type { ServerLogger, StoreLogger } from './logger.ts'
import { checkWritable } from './writable.ts'

/** Receives what is being prepared and its progress, 0 to 1. */
export type LabelledProgress = (label: string, fraction: number) => void

/** A store with a shorter gap is served while it catches up. Milliseconds. */
const shortGap = 60_000

/** Builds or extends the store if needed; returns the feed of a growing store. */
export async function provideStore(
  settings: Settings,
  logger: ServerLogger,
  progress: LabelledProgress,
): Promise<Feed | undefined> {
  const wanted = wantedWorld(settings)
  reportPlace(settings, logger)
  const provision = plan(wanted, logger)
  const live = wanted.now === 'live'
  const feeding = live && provision.source === 'seed'
  if (feeding) checkWritable(wanted.path)
  if (provision.task === 'build' || !live || provision.gap > shortGap)
    await buildOrExtend(wanted, provision, logger, progress)
  if (settings.cached) keepFewInCache(settings.data)
  return feeding ? new Feed(wanted, logger) : undefined
}

/** Builds or extends the store; returns what was done. */
export async function seedStore(
  settings: Settings,
  logger: StoreLogger,
  progress: LabelledProgress,
): Promise<Provision> {
  const wanted = wantedWorld(settings)
  reportPlace(settings, logger)
  const provision = plan(wanted, logger)
  await buildOrExtend(wanted, provision, logger, progress)
  if (settings.cached) keepFewInCache(settings.data)
  return provision
}

function reportPlace({ unwritableCache, data }: Settings, logger: StoreLogger): void {
  if (unwritableCache !== null)
    logger.warn(`the cache folder ${unwritableCache} is not writable: the store is ${data}; SANDBOX_DATA names another`)
}

function plan(wanted: WantedStore, logger: StoreLogger): Provision {
  const provision = planProvision(wanted, Date.now())
  if (provision.reason) logger.warn(`rebuilding the store ${wanted.path}: ${provision.reason}`)
  return provision
}

async function buildOrExtend(
  wanted: WantedStore,
  provision: Provision,
  logger: StoreLogger,
  progress: LabelledProgress,
): Promise<void> {
  if (provision.task === 'none') return
  checkStart(wanted, provision)
  checkWritable(wanted.path)
  const label = `${provision.task === 'build' ? 'seeding' : 'catching up'} ${wanted.profile}`
  if (provision.task === 'build') logger.info(`${label} into ${wanted.path}; later starts reuse it`)
  progress(label, 0)
  await prepareStore({ wanted, provision }, fraction => progress(label, fraction))
}

/** @throws if the store would start before the earliest possible time. */
function checkStart({ profile, days }: WantedStore, { start, end }: Provision): void {
  if (start >= worldStart) return
  const earliest = formatTime(worldStart + days * day)
  throw new StoreFailure(
    `now is ${formatTime(end)}, too early for a store of ${days} days: the earliest for the profile ${profile} is ${earliest}`,
  )
}

/** The world that the settings name. */
export function wantedWorld({ data: path, seed, profile, now }: Settings): WantedStore {
  const at = now === 'live' || now === 'seeded' ? now : Math.floor(parseTime(now)!)
  return { path, seed, profile, days: profiles[profile as ProfileName].days, now: at }
}
