import { type Clock, frozenClock, liveClock } from '../base/clock.ts'
import { digestOf } from '../base/digest.ts'
import { contentOf } from '../http/about/about.ts'
import { parseTime } from '../market/time.ts'
import type { Context, View } from '../operations/context.ts'
import type { Validation } from '../operations/parameters.ts'
import { version } from '../package.ts'
import { builtInKeys, Keys } from '../plans/keys.ts'
import type { Settings } from '../settings.ts'
import { Building } from '../store/build/building.ts'
import { historyClocks } from '../store/history/coverage.ts'
import { Store, snapshotAge } from '../store/store.ts'
import { identityOf, type StorePlan } from '../store/store-plan.ts'
import { contextOf } from './context-of.ts'
import { type HistoryReading, historyReading } from './history-reading.ts'

/** Where one thread reads: a store, or the history until the store is built. */
interface DataSource {
  context: Context
  end(): number
  /** Whether the store may extend beyond the frozen clock. */
  isLonger(): boolean
  close(): void
}

/** Responses under a live clock end this long ago: a time that the store of every replica has passed. */
const horizonLag = 2000

/** What one thread reads with. */
export class Reading {
  /** View of tenants without a clock of their own. */
  readonly view: View
  readonly keys: Keys
  /** Digest of what determines responses besides clock and question. */
  readonly inputs: string
  readonly elsewhere: HistoryReading | undefined
  /** Undefined if there is nothing to wait for. */
  building: Building | undefined
  readonly #settings: Settings
  #source: DataSource

  constructor(settings: Settings, clock: Clock, source: DataSource, elsewhere?: HistoryReading, building?: Building) {
    this.#settings = settings
    this.#source = source
    this.elsewhere = elsewhere
    this.building = building
    const lag = clock.frozen ? 0 : horizonLag
    const isPast = () => clock.frozen && this.#source.isLonger()
    this.view = {
      clock,
      horizon: () => Math.min(this.end(), clock.now() - lag),
      get past() {
        return isPast()
      },
      validation: settings.validation as Validation,
      latest: { trades: settings.latestTrades },
    }
    this.keys = new Keys(settings.keyList ?? builtInKeys)
    this.inputs = inputsOf(settings, this.context)
  }

  get store(): Store {
    return this.#source.context.store
  }

  get context(): Context {
    return this.#source.context
  }

  readonly end = (): number => this.#source.end()

  /** Reads the store, which is built, in place of the history. */
  readBuilt(): void {
    const store = Store.open(this.#settings.data, { readonly: true })
    this.#source = sourceOf(this.#settings, store, this.view.clock)
    this.elsewhere?.readAlso(store)
    this.building?.end()
    this.building = undefined
  }

  async close(): Promise<void> {
    this.building?.stop()
    this.#source.close()
    await this.elsewhere?.close()
  }
}

export function openReading(settings: Settings): Reading {
  const store = Store.open(settings.data, { readonly: true })
  const clock = clockOf(settings.now, identityOf(store).end)
  const source = sourceOf(settings, store, clock)
  const elsewhere = store.coverage.endless ? historyReading(settings) : undefined
  elsewhere?.readAlso(store)
  return new Reading(settings, clock, source, elsewhere)
}

/** Reads the history alone, until the store of the plan is built, if it is to be. */
export async function openUnbuilt(
  settings: Settings,
  { task, start, end }: StorePlan,
  elsewhere = historyReading(settings),
): Promise<Reading> {
  const clock = clockOf(settings.now, end)
  const { seed, profile } = settings
  const identity = () => ({ seed, profile, source: 'seed', start, end })
  const context = { ...(await elsewhere.context()), start, identity }
  const isAlone = task === 'none'
  const last = () => (isAlone ? historyClocks.until : clock.frozen ? end : clock.now())
  const source = { context, end: last, isLonger: () => isAlone, close: () => {} }
  return new Reading(settings, clock, source, elsewhere, isAlone ? undefined : new Building())
}

function sourceOf(settings: Settings, store: Store, clock: Clock): DataSource {
  const renewal = keepFresh(store, clock)
  const end = endOf(store, clock)
  return {
    context: contextOf(settings, store),
    end,
    isLonger: () => identityOf(store).end > end(),
    close() {
      clearInterval(renewal)
      store.close()
    },
  }
}

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

export function damageOf({ damage }: Store): string | undefined {
  return damage && `the store cannot be read any more: ${damage}; delete it and restart`
}

function inputsOf(
  { vendorName, fxProvider, validation, tokenSecret, now }: Settings,
  { store, identity }: Context,
): string {
  const content = contentOf(store, identity(), now === 'live')
  const inputs = [version, process.version, content, vendorName, fxProvider, validation, tokenSecret]
  return digestOf(JSON.stringify(inputs))
}

function clockOf(now: string, end: number): Clock {
  if (now === 'live') return liveClock
  return frozenClock(now === 'seeded' ? end : Math.floor(parseTime(now)!))
}

/** End of the store; a live one grows. */
function endOf(store: Store, clock: Clock): () => number {
  const { end: frozenEnd } = identityOf(store)
  if (clock.frozen) return () => frozenEnd
  const end = store.prepare("SELECT CAST(value AS INTEGER) FROM store WHERE name = 'end'")
  return () => Number(end.get({})![0])
}
