import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import { type Ahead, timelineOf } from '../control/clock/timeline.ts'
import { nameableIn } from '../control/faults/check-rule.ts'
import { JournalSpace } from '../control/journal/journal-space.ts'
import type { Powers } from '../control/powers.ts'
import type { Ground } from '../control/tenants/tenant.ts'
import { Tenants } from '../control/tenants/tenants.ts'
import { createApp } from '../http/app.ts'
import type { RunVerb } from '../http/control/control.ts'
import { controlAccess, isLoopback } from '../http/control/control-access.ts'
import { createControlApp } from '../http/control/control-app.ts'
import { type ControlOptions, runHere } from '../http/control/control-routes.ts'
import { clientOrigin } from '../http/request-record.ts'
import { stateOf } from '../http/state.ts'
import { Counts } from '../limits/counts.ts'
import { SharedCounts } from '../limits/shared-counts.ts'
import { remembered } from '../market/made-once.ts'
import { formatTime, second } from '../market/time.ts'
import type { Keys } from '../plans/keys.ts'
import type { Settings } from '../settings.ts'
import { aheadStore } from '../store/build/ahead-store.ts'
import type { Feed } from '../store/build/processes/feed.ts'
import type { Store } from '../store/store.ts'
import type { StorePlan } from '../store/store-plan.ts'
import { contextOf } from './context-of.ts'
import { Listener } from './listener.ts'
import { damageOf, openReading, type Reading } from './reading.ts'
import type { ServingThreads } from './threads/first-thread.ts'

const publicSecret =
  'anyone can forge continuation tokens, because their secret derives from the seed, which is public: set SANDBOX_TOKEN_SECRET'

/** What a start has opened so far; `opened` closes it in reverse. */
export interface Start {
  settings: Settings
  logger: FastifyBaseLogger
  feed: Feed | undefined
  listeners: Listener[]
  threads: ServingThreads | undefined
  opened: (() => unknown)[]
}

/** What the history answers for. */
export interface Unbuilt {
  planned: StorePlan
  reading: Reading
}

/** Everything on the store: its readers, tenants and counts, the control plane, and the app. @param unbuilt while the store is being built */
export async function openApp(start: Start, unbuilt?: Unbuilt): Promise<{ app: FastifyInstance; powers: Powers }> {
  const { settings, logger, listeners, threads, opened } = start
  if (settings.tokenSecret === '' && !isLoopback(settings.host)) logger.warn(publicSecret)
  const reading = unbuilt?.reading ?? openReading(settings)
  opened.push(() => reading.close())
  const { counts, ordinals } = await openCounts(start)
  const { tenants, state } = createState(start, reading, { counts, ordinals })
  const powers = { tenants, families, counts }
  const control = await openControl(start, reading.keys, tenants, threads?.run ?? runHere(powers))
  const { trustProxy } = settings
  const app = await createApp({
    state,
    logger,
    trustProxy,
    counts,
    control,
    server: listeners[0]!.attach,
    ...(threads && { countedElsewhere: threads.counted }),
  })
  opened.push(() => app.close())
  const lead = {
    powers,
    switches: { latest: state.view.latest, maintenance: state.maintenance },
    metrics: app.metrics,
    stall: state.stall,
  }
  await threads?.serve(lead, unbuilt?.planned)
  return { app, powers }
}

async function openCounts({ settings, logger, threads, opened }: Start): Promise<SharedPlaces> {
  if (settings.redisUrl === '') return { counts: threads?.windows ?? new Counts(), ordinals: undefined }
  const counts = await SharedCounts.connect(settings.redisUrl, logger)
  opened.push(() => counts.close())
  return { counts, ordinals: counts.ordinals(settings.seed) }
}

type SharedPlaces = Pick<Ground, 'counts' | 'ordinals'>

/** On a port of its own; without one, returns the options for the app of the data. */
async function openControl(
  { settings, logger, listeners, opened }: Start,
  keys: Keys,
  tenants: Tenants,
  run: RunVerb,
): Promise<ControlOptions | undefined> {
  const options = { tenants, run, access: controlAccess(settings) }
  if (settings.controlPort === 0) return { ...options, dataOrigin: clientOrigin }
  const listener = new Listener(logger, settings.unreadTimeout * second)
  await listener.listen(settings.controlPort, settings.host)
  listeners.push(listener)
  const dataPort = listeners[0]!.port()
  const dataOrigin = (request: FastifyRequest) => `${request.protocol}://${request.hostname}:${dataPort}`
  const app = await createControlApp({ control: { ...options, dataOrigin }, logger, keys, server: listener.attach })
  opened.push(() => app.close())
  listener.open()
  return undefined
}

function createState(start: Start, reading: Reading, shared: SharedPlaces) {
  const { settings, threads, opened } = start
  const { view, keys } = reading
  const ground = {
    timeline: timelineOf(reading, aheadOf(settings, reading.store, opened), settings.clockAhead),
    view,
    seed: settings.seed,
    known: nameableIn(families, reading.context.wireName),
    ...shared,
    journals: new JournalSpace(),
    outbox: threads?.outbox,
    isKey: (text: string) => keys.find(text) !== undefined,
  }
  const tenants = new Tenants(ground, keys, secretOf(settings))
  const stall = () => damageOf(reading.store) ?? (start.feed && stallOf(start.feed, view.horizon(), view.clock.now()))
  return { tenants, state: stateOf(settings, reading, { tenants, stall }) }
}

/** Recorded data cannot be extended. */
function aheadOf(settings: Settings, store: Store, opened: Start['opened']): Ahead | undefined {
  if (!store.generated) return undefined
  const ahead = aheadStore(settings)
  opened.push(() => ahead.close())
  const contextOnce = remembered((reached: Store) => contextOf(settings, reached))
  return {
    end: ahead.end,
    reach: async to => contextOnce(await ahead.extendTo(to)),
  }
}

/**
 * Secret behind the keys of tenants. Never the control token: whoever has a key could test guesses of it. Where only the
 * holders of that token may create tenants, nobody else may compute their keys, as from the seed.
 */
function secretOf({ tenantSecret, tokenSecret, controlToken, seed }: Settings): string {
  return tenantSecret || tokenSecret || (controlToken === '' ? seed : randomBytes(32).toString('hex'))
}

/** Responses that end longer ago are stale: more than the permitted gap of a served store. */
const longestStall = 90_000

function stallOf({ trouble }: Feed, horizon: number, now: number): string | undefined {
  if (now - horizon < longestStall) return undefined
  return `the store ends at ${formatTime(horizon)} and ${trouble === null ? 'catches up' : `does not grow: ${trouble}`}`
}
