import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { createLogger } from '../http/log.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import { certificateIn } from '../http/tls/authority.ts'
import {
  type Environment,
  type LogLevel,
  type SettingName,
  type Settings,
  SettingsFailure,
  settingNames,
} from '../settings.ts'
import { ownFlags } from './command-help.ts'
import { readFlags } from './flags.ts'
import { progressReporter } from './progress.ts'
import { settingsOf } from './read-settings.ts'

export async function serve(argv: string[], environment: Environment): Promise<undefined> {
  const up = Promise.withResolvers<() => void>()
  // Registered first: without a handler the signal would end a server that is still seeding.
  process.on('SIGHUP', () => void up.promise.then(reload => reload()))
  const read = () => readServeSettings(argv, environment)
  const { settings, readyFile } = read()
  if (readyFile !== undefined) removeOnExit(readyFile)
  const logger = await createLogger(settings.logLevel as LogLevel, process.stdout.isTTY)
  let server: RunningServer | undefined
  const starting = startServer({ settings, logger, progress: progressReporter(process.stderr), patient: true })
  onSignal(async () => {
    logger.info('stopping: draining in-flight requests')
    if (server) await server.close()
    logger.flush(() => process.exit(0))
  })
  server = await starting
  const { url } = server
  const control = settings.controlPort === 0 ? undefined : url.replace(/\d+$/, `${settings.controlPort}`)
  logger.info(
    {
      url,
      control,
      ...(settings.tls && { tls: certificateIn(settings.authority) }),
      seed: settings.seed,
      profile: settings.profile,
      now: settings.now,
    },
    `ready on ${url}${control === undefined ? '' : `, control plane on ${control}`}`,
  )
  if (readyFile !== undefined) writeReady(readyFile, url)
  const running = server
  up.resolve(() => reload(running, logger, settings, () => read().settings))
}

function readServeSettings(argv: string[], environment: Environment) {
  const { settings, own } = readFlags(argv, { flags: ownFlags('serve') })
  return { settings: settingsOf(settings, environment), readyFile: own['ready-file'] }
}

/** A file of an earlier run must not look like one of this run. */
function removeOnExit(path: string): void {
  const remove = () => {
    for (const file of [path, unfinished(path)]) rmSync(file, { force: true })
  }
  try {
    remove()
    writeFileSync(unfinished(path), '')
  } catch (error) {
    throw new SettingsFailure(`--ready-file cannot be written: ${(error as Error).message}`)
  }
  process.on('exit', remove)
}

/** Renamed when complete, so a reader never sees a partial file. */
function writeReady(path: string, url: string): void {
  writeFileSync(unfinished(path), `${JSON.stringify({ url, pid: process.pid })}\n`)
  renameSync(unfinished(path), path)
}

function unfinished(path: string): string {
  return `${path}.part`
}

/** Signals within this time count as one: after Ctrl+C both the terminal and npm send SIGINT. */
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

const changeable: readonly SettingName[] = ['latestTrades', 'maintenance']

/** Settings that differ and need a restart; `keys` also if only its file has changed. */
function changedSettings(began: Settings, now: Settings): string[] {
  const differs = (name: keyof Settings) => !isDeepStrictEqual(began[name], now[name])
  return settingNames.filter(
    name => !changeable.includes(name) && (differs(name) || (name === 'keys' && differs('keyList'))),
  )
}

/** Applies the settings that may change at run time; wrong settings change nothing. */
function reload(server: RunningServer, logger: FastifyBaseLogger, began: Settings, read: () => Settings): void {
  try {
    const settings = read()
    const { latestTrades, maintenance } = settings
    for (const name of changedSettings(began, settings))
      logger.warn(`the setting ${name} has changed; restart the server to apply it`)
    server.setLatest({ trades: latestTrades })
    server.setMaintenance(maintenance)
    logger.info(`settings reloaded: trades.latest is ${latestTrades}, maintenance is ${maintenance ? 'on' : 'off'}`)
  } catch (error) {
    logger.error(`settings not reloaded: ${(error as Error).message}`)
  }
}
