import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import { Counts, type ReadableCounts } from '../control/counts.ts'
import type { SharedOrdinals } from '../control/faults/faults.ts'
import { JournalSpace } from '../control/journal/journal-space.ts'
import type { Powers } from '../control/powers.ts'
import { Tenants } from '../control/tenants.ts'
import { type Ahead, Timeline } from '../control/timeline.ts'
import { lazy } from '../lazy.ts'
import { formatTime, second } from '../market/time.ts'
import type { Context } from '../operations/context.ts'
import type { LatestVersions } from '../operations/dataset.ts'
import type { Settings } from '../settings.ts'
import { AheadStore } from '../store/build/ahead-store.ts'
import type { Feed } from '../store/build/feed.ts'
import { type LabelledProgress, provideStore } from '../store/build/provide-store.ts'
import type { Store } from '../store/store.ts'
import { createApp } from './app.ts'
import { clientOrigin } from './client-url.ts'
import type { RunVerb } from './control.ts'
import { controlAccess, isLoopback } from './control-access.ts'
import { createControlApp } from './control-app.ts'
import { type ControlOptions, runHere } from './control-routes.ts'
import { isDocument } from './host.ts'
import { claimPort, Listener } from './listener.ts'
import { fewOpenFiles } from './open-files.ts'
import { contextOf, damageOf, openReading, type Reading } from './reading.ts'
import { SharedCounts } from './shared-counts.ts'
import { applySwitches, type Switches, stateOf, switchesOf } from './state.ts'
import type { ServingThreads } from './threads/first-thread.ts'
import { entranceOf } from './tls/entrance-of.ts'

export interface ServerOptions {
  settings: Settings
  logger: FastifyBaseLogger
  progress: LabelledProgress
  /** A live server waits for space on a full disk. */
  patient?: boolean
}

export interface RunningServer {
  url: string
  app: FastifyInstance
  powers: Powers
  /** For new walks. */
  setLatest(latest: LatestVersions): void
  setMaintenance(maintained: boolean): void
  /** Drains in-flight requests, then stops; repeated calls have no effect. */
  close(): Promise<void>
  unref(): void
}

type Closing = () => unknown

/** A failed start leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, logger, progress } = options
  const { host } = settings
  const fewFiles = fewOpenFiles()
  if (fewFiles !== undefined) logger.warn(fewFiles)
  const listener = new Listener(logger, settings.unreadTimeout * second, await entranceOf(settings))
  const port = await listen(listener, settings)
  const listeners = [listener]
  listener.whileWaiting = documentsOf(settings, logger)
  const opened: Closing[] = []
  let feed: Feed | undefined
  let threads: ServingThreads | undefined
  let tenants: Tenants | undefined
  const close = lazy(async () => {
    // A live reader of a journal would hold the server open.
    tenants?.endStreams()
    await Promise.all([listener.drain(), threads?.close(), feed?.stop()])
    for (const close of opened.reverse()) await close()
  })
  try {
    const preparing = (label: string, fraction: number) => {
      listener.waitingFor = `${label}, ${Math.floor(fraction * 100)} %`
      progress(label, fraction)
    }
    const waiting = (cause: string) => {
      listener.waitingFor = cause
    }
    feed = await provideStore(settings, logger, preparing, options.patient ? waiting : undefined)
    threads = await startThreads(settings, port, logger)
    const server = await openApp({ ...options, feed, listeners, threads, opened })
    tenants = server.powers.tenants
    listener.open()
    // Started last: its thread loads as much as the server, which would double the start on one processor.
    feed?.start()
    const { state } = server.app
    const change = (switches: Partial<Switches>) => {
      applySwitches(state, switches)
      threads?.apply(switches)
    }
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      ...server,
      setLatest: latest => change({ latest }),
      setMaintenance: maintenance => change({ maintenance }),
      close,
      unref() {
        feed?.unref()
        threads?.unref()
        for (const listener of listeners) listener.unref()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Loaded with the first request, because most starts get none. */
function documentsOf(settings: Settings, logger: FastifyBaseLogger): Listener['whileWaiting'] {
  const app = lazy(async () => (await import('./waiting-app.ts')).createWaitingApp(settings))
  return (request, response) => {
    if (!isDocument(request.url ?? '/')) return false
    app().then(
      answer => answer(request, response),
      error => {
        logger.error(error, 'the documents cannot be served')
        response.destroy()
      },
    )
    return true
  }
}

async function listen(listener: Listener, { port, host, workers }: Settings): Promise<number> {
  if (workers > 1 && port !== 0) await claimPort(port, host)
  return listener.listen(port, host, workers > 1)
}

async function startThreads(settings: Settings, port: number, logger: FastifyBaseLogger) {
  if (settings.workers === 1) return undefined
  const { ServingThreads } = await import('./threads/first-thread.ts')
  return new ServingThreads(settings, port, logger)
}

const publicSecret =
  'continuation tokens are sealed with a secret derived from the seed, which is public: set tokenSecret (SANDBOX_TOKEN_SECRET)'

interface Start extends ServerOptions {
  feed: Feed | undefined
  listeners: Listener[]
  threads: ServingThreads | undefined
  opened: Closing[]
}

async function openApp(start: Start): Promise<{ app: FastifyInstance; powers: Powers }> {
  const { settings, logger, listeners, threads, opened } = start
  if (settings.tokenSecret === '' && !isLoopback(settings.host)) logger.warn(publicSecret)
  const reading = openReading(settings)
  opened.push(() => reading.close())
  const { counts, ordinals } = await openCounts(start)
  const { tenants, state } = createState(start, reading, ordinals)
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

/** On its own port, or for the app of the data. */
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
  opened.push(() => listener.drain())
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
  ordinals: SharedOrdinals | undefined,
) {
  const operations = new Set(families.flatMap(family => family.operations.map(({ id }) => id)))
  const ground = {
    timeline: new Timeline(context, end, aheadOf(settings, store, opened), settings.clockAhead),
    view,
    seed: settings.seed,
    operations,
    ordinals,
    journals: new JournalSpace(),
    outbox: threads?.outbox,
    isKey: (text: string) => keys.find(text) !== undefined,
  }
  const tenants = new Tenants(ground, keys, secretOf(settings))
  const stall = () => damageOf(store) ?? (feed && stallOf(feed, view.horizon(), view.clock.now()))
  return { tenants, state: stateOf(settings, { context, keys, caches, tenants, stall }) }
}

/** Recorded data cannot be extended. */
function aheadOf(settings: Settings, store: Store, opened: Closing[]): Ahead | undefined {
  if (!store.generated) return undefined
  const ahead = new AheadStore(settings)
  opened.push(() => ahead.close())
  const contextOnce = new Map<Store, Context>()
  return {
    end: () => ahead.end,
    async reach(to) {
      const reached = await ahead.reach(to)
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

/** More than the permitted gap of a served store. */
const longestStall = 90_000

function stallOf({ trouble }: Feed, horizon: number, now: number): string | undefined {
  if (now - horizon < longestStall) return undefined
  return `the store ends at ${formatTime(horizon)} and ${trouble === null ? 'catches up' : `does not grow: ${trouble}`}`
}
