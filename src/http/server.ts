import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import { type Clock, frozenClock, liveClock } from '../clock.ts'
import { JournalSpace } from '../control/journal/journal-space.ts'
import { Tenants } from '../control/tenants.ts'
import { type Ahead, Timeline } from '../control/timeline.ts'
import { builtInKeys, Keys } from '../keys.ts'
import { lazy } from '../lazy.ts'
import { formatTime, parseTime, second } from '../market/time.ts'
import type { Context } from '../operations/context.ts'
import type { LatestVersions } from '../operations/dataset.ts'
import type { Validation } from '../operations/parameters.ts'
import { wireNames, wirePaths } from '../operations/render.ts'
import { Tokens } from '../operations/token.ts'
import { version } from '../package.ts'
import type { Settings } from '../settings.ts'
import { AheadStore } from '../store/build/ahead-store.ts'
import type { Feed } from '../store/build/feed.ts'
import { type LabelledProgress, provideStore } from '../store/build/provide-store.ts'
import { hasOwnSchema } from '../store/own-schema.ts'
import { identityOf } from '../store/provision.ts'
import { Store } from '../store/store.ts'
import { contentOf } from './about.ts'
import { createApp } from './app.ts'
import { Caches } from './caching.ts'
import { clientOrigin } from './client-url.ts'
import { controlAccess, isControlled, isLoopback } from './control-access.ts'
import { createControlApp } from './control-app.ts'
import type { ControlOptions } from './control-routes.ts'
import { isDocument } from './host.ts'
import { Listener } from './listener.ts'
import { fewOpenFiles } from './open-files.ts'
import { PageCache } from './page-cache.ts'
import { SharedCounts } from './shared-counts.ts'
import type { ServerState } from './state.ts'
import type { Entrance } from './tls/entrance.ts'

export interface ServerOptions {
  settings: Settings
  logger: FastifyBaseLogger
  /** Receives the progress of a long preparation. */
  progress: LabelledProgress
  /** Whether a live server waits for space on a full disk. */
  patient?: boolean
}

export interface RunningServer {
  url: string
  app: FastifyInstance
  /** Changes `latest` for new walks. */
  setLatest(latest: LatestVersions): void
  /** Switches maintenance on or off. */
  setMaintenance(maintained: boolean): void
  /** Drains in-flight requests, then stops; repeated calls have no effect. */
  close(): Promise<void>
  /** Lets the process end while the server is open. */
  unref(): void
}

/** Horizon lag under a live clock, which every replica's store has passed. Milliseconds. */
const horizonLag = 2000

/** Closes a resource. */
type Closing = () => unknown

/** Opens the socket, prepares the store and serves it. A failed start leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, logger, progress } = options
  const { port, host } = settings
  const fewFiles = fewOpenFiles()
  if (fewFiles !== undefined) logger.warn(fewFiles)
  const listener = new Listener(logger, settings.unreadTimeout * second, await entranceOf(settings))
  const taken = await listener.listen(port, host)
  const listeners = [listener]
  listener.whileWaiting = documentsOf(settings, logger)
  const opened: Closing[] = []
  let feed: Feed | undefined
  let app: FastifyInstance | undefined
  const close = lazy(async () => {
    // A live reader of a journal would hold the server open.
    app?.state.tenants.endStreams()
    await Promise.all([listener.drain(), feed?.stop()])
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
    app = await openApp(options, feed, listeners, opened)
    listener.open()
    // Started last: its thread loads as much as the server, which would double the start on one processor.
    feed?.start()
    const { state } = app
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
      app,
      setLatest: latest => Object.assign(state.view.latest, latest),
      setMaintenance: maintained => Object.assign(state, { maintenance: maintained }),
      close,
      unref() {
        feed?.unref()
        for (const listener of listeners) listener.unref()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Answers requests for the documents; loaded with the first request, because most starts get none. */
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

/** Loaded only when asked for. */
async function entranceOf({ tls, authority, hosts }: Settings): Promise<Entrance | undefined> {
  if (!tls) return undefined
  const { authorityIn, certificateOf } = await import('./tls/authority.ts')
  const { Entrance } = await import('./tls/entrance.ts')
  const names = Object.keys(hosts)
  return new Entrance(await certificateOf(await authorityIn(authority, names)), names)
}

const publicSecret =
  'continuation tokens are sealed with a secret derived from the seed, which anyone can derive: set tokenSecret (SANDBOX_TOKEN_SECRET)'

/** Opens the store and everything on it; `opened` collects what to close, in reverse order. */
async function openApp(
  options: ServerOptions,
  feed: Feed | undefined,
  listeners: Listener[],
  opened: Closing[],
): Promise<FastifyInstance> {
  const { settings, logger } = options
  const { trustProxy, redisUrl } = settings
  if (settings.tokenSecret === '' && !isLoopback(settings.host)) logger.warn(publicSecret)
  const store = Store.open(settings.data, { readonly: true })
  opened.push(() => store.close())
  const state = createState(settings, store, feed, opened)
  const renewal = keepFresh(store, state.view.clock)
  opened.push(() => clearInterval(renewal))
  const sharedCounts = redisUrl ? await SharedCounts.connect(redisUrl, logger) : undefined
  opened.push(() => sharedCounts?.close())
  const control = await openControl(options, state, listeners, opened)
  const app = await createApp({ state, logger, trustProxy, sharedCounts, control, server: listeners[0]!.attach })
  opened.push(() => app.close())
  return app
}

/** The control plane, on its own port or for the app of the data. */
async function openControl(
  { settings, logger }: ServerOptions,
  { tenants }: ServerState,
  listeners: Listener[],
  opened: Closing[],
): Promise<ControlOptions | undefined> {
  const powers = { tenants, families }
  const access = controlAccess(settings)
  if (settings.controlPort === 0) return { powers, access, dataOrigin: clientOrigin }
  const listener = new Listener(logger, settings.unreadTimeout * second)
  await listener.listen(settings.controlPort, settings.host)
  listeners.push(listener)
  opened.push(() => listener.drain())
  const dataPort = listeners[0]!.port()
  const dataOrigin = (request: FastifyRequest) => `${request.protocol}://${request.hostname}:${dataPort}`
  const app = await createControlApp({ control: { powers, access, dataOrigin }, logger, server: listener.attach })
  opened.push(() => app.close())
  listener.open()
  return undefined
}

/** Maximum age of a reader's snapshot; far below the horizon lag. Milliseconds. */
const snapshotAge = 200

/** Under a frozen clock the first snapshot stays. */
function keepFresh(store: Store, clock: Clock): NodeJS.Timeout | undefined {
  store.renewSnapshot()
  return clock.frozen ? undefined : setInterval(() => store.renewSnapshot(), snapshotAge).unref()
}

const megabyte = 1 << 20

function createState(settings: Settings, store: Store, feed: Feed | undefined, opened: Closing[]): ServerState {
  const clock = clockOf(settings.now, identityOf(store).end)
  const horizon = horizonOf(store, clock)
  const context = contextOf(settings, store)
  const latest = { trades: settings.latestTrades }
  const view = { clock, horizon, validation: settings.validation as Validation, latest }
  const keys = new Keys(settings.keyList ?? builtInKeys)
  const timeline = new Timeline(context, endOf(store, clock), aheadOf(settings, store, opened), settings.clockAhead)
  const operations = new Set(families.flatMap(family => family.operations.map(({ id }) => id)))
  const isKey = (text: string) => keys.find(text) !== undefined
  const ground = {
    timeline,
    view,
    seed: settings.seed,
    operations,
    ordinals: undefined,
    journals: new JournalSpace(),
    isKey,
  }
  const tenants = new Tenants(ground, keys, secretOf(settings))
  const access = controlAccess(settings)
  return {
    context,
    view: tenants.default.view,
    keys,
    tenants,
    steered: isControlled(access),
    openControl: access.open && settings.controlPort === 0,
    caches: new Caches(answerInputs(settings, store)),
    pages: new PageCache(settings.pageCache * megabyte),
    hosts: settings.hosts,
    maintenance: settings.maintenance,
    stall: () => damageOf(store) ?? (feed && stallOf(feed, horizon(), clock.now())),
  }
}

/** Lets clocks pass the end of a generated store; recorded data cannot be extended. */
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

function contextOf({ tokenSecret, tokenTtl, seed, vendorName, fxProvider }: Settings, store: Store): Context {
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

/** Everything besides clock and question that determines an answer. */
function answerInputs({ vendorName, fxProvider, validation, tokenSecret, now }: Settings, store: Store): unknown[] {
  return [version, process.version, contentOf(store, now === 'live'), vendorName, fxProvider, validation, tokenSecret]
}

function clockOf(now: string, end: number): Clock {
  if (now === 'live') return liveClock
  return frozenClock(now === 'seeded' ? end : Math.floor(parseTime(now)!))
}

function horizonOf(store: Store, clock: Clock): () => number {
  const end = endOf(store, clock)
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

function damageOf({ damage }: Store): string | undefined {
  return damage && `the store cannot be read any more: ${damage}; delete it and restart`
}

/** Answers that end longer ago are stale: more than the permitted gap of a served store. Milliseconds. */
const longestStall = 90_000

function stallOf({ trouble }: Feed, horizon: number, now: number): string | undefined {
  if (now - horizon < longestStall) return undefined
  return `the store ends at ${formatTime(horizon)} and ${trouble === null ? 'catches up' : `does not grow: ${trouble}`}`
}
