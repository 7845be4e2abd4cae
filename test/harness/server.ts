import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import type { Test } from 'tap'
import { readSettings } from '../../src/commands/read-settings.ts'
import { type RunningServer, startServer } from '../../src/http/server.ts'
import { end, storePath } from './store.ts'

export const fullKey = 'sandbox-key'

/** A key file that lets the tests ask as often as they like. */
export const unlimited = { SANDBOX_KEYS: `${import.meta.dirname}/unlimited-keys.json` }

export type Headers = Record<string, string>

/** A server of the tests' own process, and the two ways to ask it. */
export interface Served extends RunningServer {
  /** Without a socket, with the full key and as JSON, unless the headers say otherwise. */
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  /** What a successful answer says; anything else is thrown. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json(url: string, headers?: Headers): Promise<any>
}

/** Starts a server on the tests' store, or on what the settings say. */
export function startTestServer(
  environment: Record<string, string> = {},
  logger: FastifyBaseLogger = pino({ level: 'silent' }),
): Promise<RunningServer> {
  const settings = readSettings([], {
    SANDBOX_PORT: '0',
    SANDBOX_PROFILE: 'tiny',
    SANDBOX_NOW: new Date(end).toISOString(),
    SANDBOX_DATA: storePath,
    ...environment,
  })
  return startServer({ settings, logger, progress: () => {} })
}

/** Serves the tests' store, or what the settings say, until the test is over. */
export async function serve(
  t: Test,
  environment?: Record<string, string>,
  logger?: FastifyBaseLogger,
): Promise<Served> {
  const server = await startTestServer(environment, logger)
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
