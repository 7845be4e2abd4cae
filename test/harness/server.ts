import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { readSettings } from '../../src/commands/read-settings.ts'
import { beginHistory } from '../../src/server/history-reading.ts'
import { type RunningServer, startServer } from '../../src/server/server.ts'
import { end, storePath } from './store.ts'
import type { Test } from './tap.ts'

export const fullKey = 'sandbox-key'

/** A key file with unlimited requests. */
export const unlimited = { SANDBOX_KEYS: `${import.meta.dirname}/unlimited-keys.json` }

export type Headers = Record<string, string>

/** A server in the tests' process, with two ways to call it. */
export interface Served extends RunningServer {
  /** Calls without a socket, with the full key and accepting JSON unless the headers differ. */
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  /** The JSON of a successful response; throws otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  json(url: string, headers?: Headers): Promise<any>
}

/** Starts a server on the tests' store, or with other settings. @param early whether it serves before its store is built */
export async function startTestServer(
  environment: Record<string, string> = {},
  logger: FastifyBaseLogger = pino({ level: 'silent' }),
  early = false,
): Promise<RunningServer> {
  const now = new Date(end).toISOString()
  const settings = await readSettings([], {
    SANDBOX_PORT: '0',
    SANDBOX_PROFILE: 'tiny',
    SANDBOX_NOW: now,
    SANDBOX_DATA: storePath,
    // Most tests are about the rows of the store alone.
    SANDBOX_HISTORY_LIMIT: '0',
    ...environment,
  })
  if (settings.data === storePath && settings.now !== now && settings.now !== 'seeded')
    throw new Error(`a server frozen at ${settings.now} rebuilds the store of all tests: set the clock of a tenant`)
  return startServer({ settings, logger, progress: () => {}, begun: early ? beginHistory(settings) : undefined })
}

/** Serves the tests' store, or other settings, until the test ends. */
export async function serve(
  t: Test,
  environment?: Record<string, string>,
  logger?: FastifyBaseLogger,
  early?: boolean,
): Promise<Served> {
  const server = await startTestServer(environment, logger, early)
  t.teardown(() => server.close())
  const inject = (request: InjectOptions) => server.app.inject(request)
  const get = (url: string, headers: Headers = {}) => inject({ url, headers: { 'x-api-key': fullKey, ...headers } })
  const json = async (url: string, headers?: Headers) => {
    const answer = await get(url, headers)
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  return { ...server, inject, get, json }
}

/** Serves a store of imported data until the test ends, with unlimited requests. */
export function serveOwn(t: Test, path: string): Promise<Served> {
  return serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
}
