import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import { Counts, type ReadableCounts } from '../control/counts.ts'
import type { SharedOrdinals } from '../control/faults/faults.ts'
import { JournalSpace } from '../control/journal/journal-space.ts'
import type { Powers } from '../control/powers.ts'
import { Tenants } from '../control/tenants.ts'
import { type Ahead, Timeline } from '../control/timeline.ts'
import { formatTime, second } from '../market/time.ts'
import type { Context } from '../operations/context.ts'
import type { Settings } from '../settings.ts'
import { AheadStore } from '../store/build/ahead-store.ts'
import type { Feed } from '../store/build/feed.ts'
import type { Store } from '../store/store.ts'
import { createApp } from './app.ts'
import { clientOrigin } from './client-url.ts'
import type { RunVerb } from './control.ts'
import { controlAccess, isLoopback } from './control-access.ts'
import { createControlApp } from './control-app.ts'
import { type ControlOptions, runHere } from './control-routes.ts'
import { Listener } from './listener.ts'
import { contextOf, damageOf, openReading, type Reading } from './reading.ts'
import { SharedCounts } from './shared-counts.ts'
import { stateOf, switchesOf } from './state.ts'
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

/** Everything on the store: its readers, tenants and counts, the control plane, and the app. */
export async function openApp(start: Start): Promise<{ app: FastifyInstance; powers: Powers }> {
  const { settings, logger, listeners, threads, opened } = start
  if (settings.tokenSecret === '' && !isLoopback(settings.host)) logger.warn(publicSecret)
  const reading = openReading(settings)
  opened.push(() => reading.close())
  const { counts, ordinals } = await openCounts(start)
  const { tenants, state } = createState(start, reading, { counts, ordinals })
  const powers = { tenants, families, counts }
  const control = await openControl(start, tenants, threads?.run ?? runHere(powers))
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
  const lead = { powers, switches: switchesOf(state), metrics: () => app.metrics.read(), stall: state.stall }
  await threads?.serve(lead)
  return { app, powers }
}

async function openCounts({ settings, logger, threads, opened }: Start): Promise<SharedPlaces> {
  if (settings.redisUrl === '') return { counts: threads?.windows ?? new Counts(), ordinals: undefined }
  const counts = await SharedCounts.connect(settings.redisUrl, logger)
  opened.push(() => counts.close())
  return { counts, ordinals: counts.ordinals(settings.seed) }
}

interface SharedPlaces {
  counts: ReadableCounts
  /** Undefined without Redis. */
  ordinals: SharedOrdinals | undefined
}

/** On a port of its own; without one, returns the options for the app of the data. */
async function openControl(
  { settings, logger, listeners, opened }: Start,
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
  const app = await createControlApp({ control: { ...options, dataOrigin }, logger, server: listener.attach })
  opened.push(() => app.close())
  listener.open()
  return undefined
}

function createState(
  { settings, feed, threads, opened }: Start,
  { store, context, view, end, keys, caches }: Reading,
  shared: SharedPlaces,
) {
  const operations = new Set(families.flatMap(family => family.operations.map(({ id }) => id)))
  const ground = {
    timeline: new Timeline(context, end, aheadOf(settings, store, opened), settings.clockAhead),
    view,
    seed: settings.seed,
    operations,
    ...shared,
    journals: new JournalSpace(),
    outbox: threads?.outbox,
    isKey: (text: string) => keys.find(text) !== undefined,
  }
  const tenants = new Tenants(ground, keys, secretOf(settings))
  const stall = () => damageOf(store) ?? (feed && stallOf(feed, view.horizon(), view.clock.now()))
  return { tenants, state: stateOf(settings, { context, keys, caches, tenants, stall }) }
}

/** Recorded data cannot be extended. */
function aheadOf(settings: Settings, store: Store, opened: Start['opened']): Ahead | undefined {
  if (!store.generated) return undefined
  const ahead = new AheadStore(settings)
  opened.push(() => ahead.close())
  const contextOnce = new Map<Store, Context>()
  return {
    end: () => ahead.end,
    async reach(to) {
      const reached = await ahead.extendTo(to)
      const context = contextOnce.get(reached) ?? contextOf(settings, reached)
      contextOnce.set(reached, context)
      return context
    },
  }
}

/** Secret behind the keys of tenants. */
function secretOf({ controlToken, tokenSecret, seed }: Settings): string {
  return controlToken || tokenSecret || seed
}

/** Answers that end longer ago are stale: more than the permitted gap of a served store. */
const longestStall = 90_000

function stallOf({ trouble }: Feed, horizon: number, now: number): string | undefined {
  if (now - horizon < longestStall) return undefined
  return `the store ends at ${formatTime(horizon)} and ${trouble === null ? 'catches up' : `does not grow: ${trouble}`}`
}
