import type { InjectOptions } from 'fastify'
import { sandboxSteering } from '../control/steering.ts'
import { loggerTo } from '../http/observe/log.ts'
import { startServer } from '../server/server.ts'
import type { Environment, LogLevel } from '../settings.ts'
import { settingsOfOptions } from './read-settings.ts'

/** Closing it frees everything and leaves the process alone. */
export async function openSandbox(options: object, environment: Environment) {
  const settings = await settingsOfOptions(options, environment)
  // Written unbuffered, because a buffer would have to be flushed at exit.
  const lines = { write: (line: string) => void process.stdout.write(line) }
  const logger = loggerTo(lines, settings.logLevel as LogLevel, false)
  const running = await startServer({ settings, logger, progress: () => {} })
  const { url, app, powers, change, unref } = running
  let closed = false
  const close = () => {
    closed = true
    return running.close()
  }
  const inject = async (request: InjectOptions | string) => {
    if (closed) throw new Error('the sandbox is closed: call inject before close')
    return app.inject(request)
  }
  // A program reads the journal of its own sandbox, however late.
  powers.tenants.default.journal.begin()
  const setMaintenance = (maintenance: boolean) => change({ maintenance })
  return { url, inject, setMaintenance, ...sandboxSteering(powers, url), unref, close, [Symbol.asyncDispose]: close }
}
