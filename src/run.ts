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
  const up = Promise.withResolvers<() => void>()
  // At once, since the signal would end a server that is still seeding; it is acted on when the server is up.
  process.on('SIGHUP', () => void up.promise.then(readSettingsAgain => readSettingsAgain()))
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
  up.resolve(() => readAgain(running, logger, () => readSettings(argv, environment)))
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
  return error instanceof SettingsFailure || socketFault(error) || code === 'EACCES' ? 2 : 1
}

function messageOf(error: unknown): string {
  const fault = socketFault(error)
  if (fault) return fault
  if (error instanceof SettingsFailure || error instanceof StoreFailure) return (error as Error).message
  return (error as Error).stack ?? String(error)
}

/** Why the socket could not be opened, said of the setting that is at fault. */
function socketFault(error: unknown): string | undefined {
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  const cause = message.replace(/^listen \w+: /, '')
  if (code === 'EADDRINUSE') return `port (SANDBOX_PORT): ${cause}; 0 takes any free port`
  if (code === 'EACCES') return `port (SANDBOX_PORT): ${cause}; ports below 1024 need privileges`
  return `host (SANDBOX_HOST): ${cause}: not an address of this machine`
}
