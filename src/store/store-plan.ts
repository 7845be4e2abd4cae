import { existsSync } from 'node:fs'
import { type ProfileName, profiles } from '../../seed/profiles.ts'
import { day, floorTo, formatTime, hour } from '../market/time.ts'
import { Store } from './store.ts'
import { asStoreFailure, OutdatedStore, StoreFailure } from './store-failure.ts'

/** The wanted market and its length. */
export interface WantedStore {
  path: string
  seed: string
  profile: ProfileName
  days: number
  /** Most days that a live store catches up while it is served; default: `days`. */
  catchUp?: number
  /** A number is the time of a frozen clock. */
  now: 'live' | 'seeded' | number
}

export interface StoreIdentity {
  seed: string
  profile: string
  /** `seed`, or the program that filled the store. */
  source: string
  start: number
  end: number
}

export interface StorePlan {
  task: 'none' | 'extend' | 'build'
  start: number
  end: number
  /** How far the existing store lags behind. */
  gap: number
  source: string
  /** Why an existing store is rebuilt. */
  reason?: string
}

export function identityOf(store: Store): StoreIdentity {
  const { seed = '', profile = '', source = '', start, end } = namedValues(store)
  const identity = { seed, profile, source, start: Number(start), end: Number(end) }
  if (isTime(identity.start) && isTime(identity.end)) return identity
  throw new StoreFailure(`${store.path} needs start and end, in milliseconds, in its table "store"`)
}

function isTime(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && Math.abs(milliseconds) <= 8.64e15
}

function namedValues(store: Store): Record<string, string> {
  try {
    return Object.fromEntries(store.all('SELECT name, value FROM store'))
  } catch (error) {
    throw asStoreFailure(store.path, error)
  }
}

/** What a store may name as its profile. */
export const profileNames = Object.keys(profiles)

export function isProfile(name: string): name is ProfileName {
  return profileNames.includes(name)
}

/** How far a store may be ahead of a live clock that was set back. Responses end at now, and the feed waits. */
const furthestAhead = 6 * hour

/** Compares the store on disk with the wanted one. Refuses files that are not stores. */
export function planStore(wanted: WantedStore, realNow: number): StorePlan {
  const end = typeof wanted.now === 'number' ? wanted.now : realNow
  const fresh: StorePlan = {
    task: 'build',
    start: floorTo(end, day) - wanted.days * day,
    end,
    gap: wanted.days * day,
    source: 'seed',
  }
  if (!existsSync(wanted.path)) return fresh
  try {
    const store = Store.open(wanted.path, { readonly: true })
    const identity = identityOf(store)
    store.close()
    return compare(wanted, identity, fresh)
  } catch (error) {
    if (error instanceof OutdatedStore) return { ...fresh, reason: error.message }
    throw error
  }
}

function compare(wanted: WantedStore, identity: StoreIdentity, fresh: StorePlan): StorePlan {
  const { start, end, source } = identity
  const asItIs: StorePlan = { task: 'none', start, end, gap: 0, source }
  if (source !== 'seed') return asItIs
  const reason = mismatch(wanted, identity, fresh)
  if (reason) return { ...fresh, reason }
  if (wanted.now === 'seeded' || end >= fresh.end) return asItIs
  return { task: 'extend', start, end: fresh.end, gap: fresh.end - end, source }
}

function mismatch(
  wanted: WantedStore,
  { seed, profile, start, end }: StoreIdentity,
  fresh: StorePlan,
): string | undefined {
  if (seed !== wanted.seed) return `its seed is ${JSON.stringify(seed)}, not ${JSON.stringify(wanted.seed)}`
  if (profile !== wanted.profile) return `its profile is ${profile}, not ${wanted.profile}`
  if (wanted.now === 'seeded') return undefined
  // Frozen responses must not depend on when the store was built; live ones may have a longer past.
  if (wanted.now !== 'live')
    return start === fresh.start && end === fresh.end
      ? undefined
      : `it covers ${rangeOf(start, end)}, not ${rangeOf(fresh.start, fresh.end)}`
  if (end > fresh.end + furthestAhead) return `it ends at ${formatTime(end)}, after ${formatTime(fresh.end)}`
  if (fresh.end - end > wanted.days * day) return `it ends at ${formatTime(end)}, too long ago to extend it`
  return undefined
}

function rangeOf(start: number, end: number): string {
  return `${formatTime(start)} to ${formatTime(end)}`
}
