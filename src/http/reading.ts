import { type Clock, frozenClock, liveClock } from '../clock.ts'
import { builtInKeys, Keys } from '../keys.ts'
import { parseTime, second } from '../market/time.ts'
import type { Context, View } from '../operations/context.ts'
import type { Validation } from '../operations/parameters.ts'
import { wireNames, wirePaths } from '../operations/render.ts'
import { Tokens } from '../operations/token.ts'
import { version } from '../package.ts'
import type { Settings } from '../settings.ts'
import { hasOwnSchema } from '../store/own-schema.ts'
import { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'
import { contentOf } from './about.ts'
import { Caches } from './caching.ts'

/** What one thread reads the store with. */
export interface Reading {
  store: Store
  context: Context
  /** View of tenants without a clock of their own. */
  view: View
  end(): number
  keys: Keys
  caches: Caches
  close(): void
}

/** Answers under a live clock end this long ago: a time that the store of every replica has passed. */
const horizonLag = 2000

export function openReading(settings: Settings): Reading {
  const store = Store.open(settings.data, { readonly: true })
  const clock = clockOf(settings.now, identityOf(store).end)
  const end = endOf(store, clock)
  const validation = settings.validation as Validation
  const renewal = keepFresh(store, clock)
  return {
    store,
    context: contextOf(settings, store),
    view: {
      clock,
      horizon: horizonOf(end, clock),
      get past() {
        return clock.frozen && identityOf(store).end > end()
      },
      validation,
      latest: { trades: settings.latestTrades },
    },
    end,
    keys: new Keys(settings.keyList ?? builtInKeys),
    caches: new Caches(answerInputs(settings, store)),
    close() {
      clearInterval(renewal)
      store.close()
    },
  }
}

/** Maximum age of a snapshot, far below the horizon lag. */
const snapshotAge = 200

/**
 * A snapshot that stayed would keep live servers of the same store from growing it, so a frozen clock renews it, too. Data
 * of another source may change in the past: under a frozen clock their first snapshot stays.
 */
function keepFresh(store: Store, clock: Clock): NodeJS.Timeout | undefined {
  store.renewSnapshot()
  if (clock.frozen && !store.generated) return undefined
  const renewal = setInterval(() => {
    // SQLite would apply the log of a new file to the old one.
    if (clock.frozen && store.isReplaced) clearInterval(renewal)
    else store.renewSnapshot()
  }, snapshotAge).unref()
  return renewal
}

export function contextOf({ tokenSecret, tokenTtl, seed, vendorName, fxProvider }: Settings, store: Store): Context {
  return {
    store,
    proven: store.generated && hasOwnSchema(store),
    start: identityOf(store).start,
    tokens: new Tokens(tokenSecret || `seed ${seed}`),
    tokenTtl: tokenTtl * second,
    wireName: wireNames(vendorName),
    wirePath: wirePaths(fxProvider),
  }
}

export function damageOf({ damage }: Store): string | undefined {
  return damage && `the store cannot be read any more: ${damage}; delete it and restart`
}

function answerInputs({ vendorName, fxProvider, validation, tokenSecret, now }: Settings, store: Store): unknown[] {
  return [version, process.version, contentOf(store, now === 'live'), vendorName, fxProvider, validation, tokenSecret]
}

function clockOf(now: string, end: number): Clock {
  if (now === 'live') return liveClock
  return frozenClock(now === 'seeded' ? end : Math.floor(parseTime(now)!))
}

function horizonOf(end: () => number, clock: Clock): () => number {
  const lag = clock.frozen ? 0 : horizonLag
  return () => Math.min(end(), clock.now() - lag)
}

/** End of the store; a live one grows. */
function endOf(store: Store, clock: Clock): () => number {
  const { end: frozenEnd } = identityOf(store)
  if (clock.frozen) return () => frozenEnd
  const end = store.prepare("SELECT CAST(value AS INTEGER) FROM store WHERE name = 'end'")
  return () => Number(end.get({})![0])
}
