import type { FastifyBaseLogger } from 'fastify'
import { families } from '../routes/index.ts'
import { service } from '../routes/service.ts'
import { createLogger, type LogLevel } from './log.ts'
import { progressReporter } from './progress.ts'
import { type RunningServer, startServer } from './server.ts'
import { readSettings, type Settings, SettingsFailure } from './settings.ts'
import { StoreFailure } from './store.ts'

/** The process: reads its settings, serves until it is told to stop, and says by its exit code how it went. */
export async function run(argv: string[], environment: Record<string, string | undefined>): Promise<void> {
  try {
    await serve(argv, environment)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    process.stderr.write(`market-data-sandbox: ${messageOf(error)}\n`)
    process.exit()
  }
}

async function serve(argv: string[], environment: Record<string, string | undefined>): Promise<void> {
  const settings = readSettings(argv, environment)
  const logger = await createLogger(settings.logLevel as LogLevel, process.stdout.isTTY)
  let server: RunningServer | undefined
  const starting = startServer({ settings, families, service, logger, progress: progressReporter(process.stderr) })
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
  process.on('SIGHUP', () => readAgain(running, logger, () => readSettings(argv, environment)))
}

/** Told once, by either signal: a store that is still being built is left to the next start. */
function onSignal(stop: () => void): void {
  process.once('SIGTERM', stop).once('SIGINT', stop)
}

/** What may change while the server runs; wrong settings change nothing. */
function readAgain(server: RunningServer, logger: FastifyBaseLogger, read: () => Settings): void {
  try {
    const { latestTrades } = read()
    server.setLatest({ trades: latestTrades })
    logger.info(`settings read again: trades.latest is ${latestTrades}`)
  } catch (error) {
    logger.error(`settings not taken over: ${messageOf(error)}`)
  }
}

function exitCodeOf(error: unknown): number {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof SettingsFailure || code === 'EADDRINUSE' || code === 'EACCES' ? 2 : 1
}

function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `port (SANDBOX_PORT): ${message.replace(/^listen EADDRINUSE: /, '')}; 0 takes any free port`
  if (error instanceof SettingsFailure || error instanceof StoreFailure) return message
  return (error as Error).stack ?? String(error)
}
