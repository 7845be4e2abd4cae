import type { FastifyBaseLogger } from 'fastify'
import { createLogger } from '../http/log.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import type { Environment, LogLevel, Settings } from '../settings.ts'
import { progressReporter } from './progress.ts'
import { readSettings } from './read-settings.ts'

/** Serves until a signal stops it. */
export async function serve(argv: string[], environment: Environment): Promise<undefined> {
  const up = Promise.withResolvers<() => void>()
  // Registered first: without a handler the signal would end a server that is still seeding.
  process.on('SIGHUP', () => void up.promise.then(reload => reload()))
  const settings = readSettings(argv, environment)
  const logger = await createLogger(settings.logLevel as LogLevel, process.stdout.isTTY)
  let server: RunningServer | undefined
  const starting = startServer({ settings, logger, progress: progressReporter(process.stderr) })
  onSignal(async () => {
    logger.info('stopping: draining in-flight requests')
    if (server) await server.close()
    logger.flush(() => process.exit(0))
  })
  server = await starting
  logger.info(
    { url: server.url, seed: settings.seed, profile: settings.profile, now: settings.now },
    `ready on ${server.url}`,
  )
  const running = server
  up.resolve(() => reload(running, logger, () => readSettings(argv, environment)))
}

/** Signals within this time count as one: after Ctrl+C both the terminal and npm send SIGINT. Milliseconds. */
const sameSignal = 1000

/** Calls `stop` once; a later signal exits at once. A store that is still being built is left to the next start. */
function onSignal(stop: () => void): void {
  let first: number | undefined
  const handle = () => {
    if (first !== undefined && performance.now() - first > sameSignal) process.exit(1)
    if (first === undefined) stop()
    first ??= performance.now()
  }
  process.on('SIGTERM', handle).on('SIGINT', handle)
}

/** Applies the settings that may change at run time; wrong settings change nothing. */
function reload(server: RunningServer, logger: FastifyBaseLogger, read: () => Settings): void {
  try {
    const { latestTrades, maintenance } = read()
    server.setLatest({ trades: latestTrades })
    server.setMaintenance(maintenance)
    logger.info(`settings reloaded: trades.latest is ${latestTrades}, maintenance is ${maintenance ? 'on' : 'off'}`)
  } catch (error) {
    logger.error(`settings not reloaded: ${(error as Error).message}`)
  }
}
