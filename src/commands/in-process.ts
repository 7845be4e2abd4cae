import { pino } from 'pino'
import { startServer } from '../http/server.ts'
import type { Sandbox, SandboxOptions } from '../index.ts'
import type { Environment } from '../settings.ts'
import { settingsOfOptions } from './read-settings.ts'

/** A server for the program that it runs in: what it opens it closes, and nothing of it is the process's. */
export async function openSandbox(options: SandboxOptions, environment: Environment): Promise<Sandbox> {
  const settings = settingsOfOptions(options, environment)
  // Written as it comes: whoever writes in batches has to be told of the process's end.
  const logger = pino(
    { level: settings.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: line => void process.stdout.write(line) },
  )
  const running = await startServer({ settings, logger, progress: () => {} })
  const { url, app, setMaintenance, close } = running
  const inject: Sandbox['inject'] = request => app.inject(request)
  return { url, inject, setMaintenance, close, [Symbol.asyncDispose]: close }
}
