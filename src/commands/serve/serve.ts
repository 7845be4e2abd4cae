import type { createLogger } from '../../http/observe/log.ts'
import { beginHistory } from '../../server/history-reading.ts'
import type { RunningServer } from '../../server/server.ts'
import { certificateIn } from '../../server/tls/authority.ts'
import type { Environment, LogLevel, Settings } from '../../settings.ts'
import { progressReporter } from '../progress.ts'
import { settingsOf } from '../read-settings.ts'
import { ownFlags } from '../usage/command-help.ts'
import { readFlags } from '../usage/flags.ts'
import { removeOnExit, writeReady } from './ready-file.ts'
import { reload } from './reload.ts'
import { onEndOfNpm, onSignal } from './stopping.ts'

export async function serve(argv: string[], environment: Environment): Promise<undefined> {
  const up = Promise.withResolvers<() => Promise<void>>()
  // Registered first: without a handler the signal would end a server that is still seeding.
  process.on('SIGHUP', () => void up.promise.then(reload => reload()))
  const read = async () => {
    const { settings, own } = readFlags(argv, { flags: ownFlags('serve') })
    return { settings: await settingsOf(settings, environment), readyFile: own['ready-file'] }
  }
  const { settings, readyFile } = await read()
  if (readyFile !== undefined) removeOnExit(readyFile)
  // Its thread takes as long to load as the server, which loads meanwhile.
  const begun = beginHistory(settings)
  const [{ createLogger }, { startServer }] = await Promise.all([
    import('../../http/observe/log.ts'),
    import('../../server/server.ts'),
  ])
  const logger = await createLogger(settings.logLevel as LogLevel, process.stdout.isTTY)
  const starting = startServer({
    settings,
    logger,
    progress: progressReporter(process.stderr),
    patient: true,
    begun,
  })
  let server: RunningServer | undefined
  let stopping = false
  const stop = async (why: string) => {
    if (stopping) return
    stopping = true
    // The progress has no line end yet.
    if (!server && process.stderr.isTTY) process.stderr.write('\n')
    logger.info(why)
    if (server) await server.close()
    logger.flush(() => process.exit(0))
  }
  onSignal(() => stop('stopping: draining in-flight requests'))
  onEndOfNpm(environment, () => stop('stopping: npm has ended'))
  try {
    server = await starting
  } catch (error) {
    // Ctrl+C also ends the process that builds the store.
    if (stopping) return
    await begun?.history.close()
    throw error
  }
  await announce(server, settings, logger)
  if (readyFile !== undefined) writeReady(readyFile, server.url)
  const running = server
  up.resolve(() => reload(running, logger, settings, async () => (await read()).settings))
  // A build that fails ends the server.
  await running.built.catch(error => {
    if (!stopping) throw error
  })
}

type Logger = Awaited<ReturnType<typeof createLogger>>

/** One line of JSON, or what a newcomer needs on a terminal. */
async function announce(server: RunningServer, settings: Settings, logger: Logger): Promise<void> {
  if (!logger.isLevelEnabled('info')) return
  if (logger.forPeople) {
    const { bannerOf } = await import('./banner.ts')
    process.stdout.write(bannerOf(server, settings))
    return
  }
  const { url } = server
  const control = settings.controlPort === 0 ? undefined : url.replace(/\d+$/, `${settings.controlPort}`)
  const { seed, profile, data, now } = settings
  const market = server.app.state.context.store.generated ? { seed, profile } : { data }
  const tls = settings.tls ? { tls: certificateIn(settings.authority) } : {}
  const and = control === undefined ? '' : `, control plane on ${control}`
  logger.info({ url, control, ...tls, ...market, now }, `ready on ${url}${and}`)
}
