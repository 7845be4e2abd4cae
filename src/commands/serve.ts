import type { FastifyBaseLogger } from 'fastify'
import { createLogger } from '../http/log.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import type { Environment, LogLevel, Settings } from '../settings.ts'
import { progressReporter } from './progress.ts'
import { readSettings } from './read-settings.ts'

/** Serves until it is told to stop. */
export async function serve(argv: string[], environment: Environment): Promise<undefined> {
  const up = Promise.withResolvers<() => void>()
  // At once, since the signal would end a server that is still seeding; it is acted on when the server is up.
  process.on('SIGHUP', () => void up.promise.then(readSettingsAgain => readSettingsAgain()))
  const settings = readSettings(argv, environment)
  const logger = await createLogger(settings.logLevel as LogLevel, process.stdout.isTTY)
  let server: RunningServer | undefined
  const starting = startServer({ settings, logger, progress: progressReporter(process.stderr) })
  onSignal(async () => {
    logger.info('stopping: answers under way go out, nothing new is taken')
    if (server) await server.close()
    logger.flush(() => process.exit(0))
  })
  server = await starting
  logger.info(
    { url: server.url, seed: settings.seed, profile: settings.profile, now: settings.now },
    `ready on ${server.url}`,
  )
  const running = server
  up.resolve(() => readAgain(running, logger, () => readSettings(argv, environment)))
}

/** So long further signals are taken for the first one: of one Ctrl-C both the terminal and npm tell. Milliseconds. */
const sameSignal = 1000

/** Told once, by either signal: a store that is still being built is left to the next start. Who repeats it will not wait. */
function onSignal(stop: () => void): void {
  let first: number | undefined
  const hear = () => {
    if (first !== undefined && performance.now() - first > sameSignal) process.exit(1)
    if (first === undefined) stop()
    first ??= performance.now()
  }
  process.on('SIGTERM', hear).on('SIGINT', hear)
}

/** What may change while the server runs; wrong settings change nothing. */
function readAgain(server: RunningServer, logger: FastifyBaseLogger, read: () => Settings): void {
  try {
    const { latestTrades, maintenance } = read()
    server.setLatest({ trades: latestTrades })
    server.setMaintenance(maintenance)
    logger.info(`settings read again: trades.latest is ${latestTrades}, maintenance is ${maintenance ? 'on' : 'off'}`)
  } catch (error) {
    logger.error(`settings not taken over: ${(error as Error).message}`)
  }
}
