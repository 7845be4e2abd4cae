import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Powers } from '../control/powers.ts'
import type { Tenants } from '../control/tenants/tenants.ts'
import { isDocument } from '../http/host.ts'
import { applySwitches, type Switches } from '../http/state.ts'
import { lazy } from '../market/made-once.ts'
import { second } from '../market/time.ts'
import type { Settings } from '../settings.ts'
import { buildOrExtendStore, type LabelledProgress } from '../store/build/plan-and-build.ts'
import { buildBehind, openUnbuiltIfAny } from './building-behind.ts'
import type { BegunHistory } from './history-reading.ts'
import { claimPort, Listener } from './listener.ts'
import { openApp, type Start } from './open-app.ts'
import { fewOpenFiles } from './open-files.ts'
import type { Serving } from './threads/messages.ts'
import { credentialsOf, entranceOf } from './tls/if-enabled.ts'

interface ServerOptions {
  settings: Settings
  logger: FastifyBaseLogger
  progress: LabelledProgress
  /** Whether a server waits for space on a full disk: a live one, and one that answers already. */
  patient?: boolean
  /** The history that answers while the store is being built. */
  begun?: BegunHistory | undefined
}

export interface RunningServer {
  url: string
  app: FastifyInstance
  powers: Powers
  /** Resolves when the store is served, which may be built behind the first responses. */
  built: Promise<void>
  /** Latest versions change for new walks. */
  change(switches: Partial<Switches>): void
  /** Drains in-flight requests, then stops; repeated calls have no effect. */
  close(): Promise<void>
  unref(): void
}

/** A failed start leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, logger, progress, patient = false } = options
  const fewFiles = fewOpenFiles(settings.workers)
  if (fewFiles !== undefined) logger.warn(fewFiles)
  const credentials = await credentialsOf(settings)
  const listener = new Listener(logger, settings.unreadTimeout * second, await entranceOf(settings, credentials))
  const port = await listen(listener, settings)
  const start: Start = { settings, logger, listeners: [listener], opened: [], feed: undefined, threads: undefined }
  let tenants: Tenants | undefined
  const stopping = new AbortController()
  const close = lazy(async () => {
    stopping.abort()
    // A live reader of a journal would hold the server open.
    tenants?.close()
    const drained = start.listeners.map(listener => listener.drain())
    await Promise.all([...drained, start.threads?.close(), start.feed?.stop()])
    for (const close of start.opened.reverse()) await close()
  })
  try {
    listener.whileWaiting = documentsOf(settings, logger)
    const unbuilt = await openUnbuiltIfAny(settings, logger, options.begun)
    if (unbuilt === undefined) start.feed = await buildOrExtend(listener, options)
    start.threads = await startThreads({ settings, port, credentials }, logger)
    const server = await openApp(start, unbuilt)
    tenants = server.powers.tenants
    listener.open()
    // Started last: its thread loads as much as the server, which would double the start on one processor.
    start.feed?.start()
    const built = unbuilt?.reading.building
      ? buildBehind(start, { ...unbuilt, state: server.app.state, signal: stopping.signal, progress, patient })
      : Promise.resolve()
    const change = (switches: Partial<Switches>) => {
      applySwitches(server.app.state, switches)
      start.threads?.apply(switches)
    }
    return { url: urlOf(settings, port), ...server, change, built, close, unref: () => unref(start) }
  } catch (error) {
    await close()
    throw error
  }
}

/** The listener answers with the progress meanwhile. */
function buildOrExtend(listener: Listener, { settings, logger, progress, patient }: ServerOptions) {
  const preparing = (label: string, fraction: number) => {
    listener.waitingFor = `${label}, ${Math.floor(fraction * 100)} %`
    progress(label, fraction)
  }
  const waiting = (cause: string) => {
    listener.waitingFor = cause
  }
  return buildOrExtendStore(settings, logger, preparing, {
    waiting: patient && settings.now === 'live' ? waiting : undefined,
  })
}

function unref({ feed, threads, listeners }: Start): void {
  feed?.unref()
  threads?.unref()
  for (const listener of listeners) listener.unref()
}

function urlOf({ host }: Settings, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
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

async function startThreads(serving: Serving, logger: FastifyBaseLogger) {
  if (serving.settings.workers === 1) return undefined
  const { ServingThreads } = await import('./threads/first-thread.ts')
  return new ServingThreads(serving, logger)
}
