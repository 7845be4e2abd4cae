import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Caches } from '../http/caching.ts'
import type { Place } from '../http/host.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Key, Keys } from '../keys.ts'
import type { HostNames } from '../settings.ts'
import type { Store } from '../store/store.ts'
import type { LatestVersions } from './dataset.ts'
import type { Validation } from './parameters.ts'
import type { WireName } from './render.ts'
import type { Tokens } from './token.ts'

/** What every operation is served with. One per server, handed in; nothing of it is global. */
export interface Sandbox {
  store: Store
  /** Whether the store is known to hold all that statements read: they need not be tried at the start. */
  proven: boolean
  /** First instant that the store's data reach back to, and the first that no answer reaches. Milliseconds since 1970 UTC. */
  start: number
  horizon(): number
  /** Why answers end long before now, for people, where the store should grow and is far behind. */
  stall(): string | undefined
  clock: Clock
  keys: Keys
  tokens: Tokens
  caches: Caches
  latest: LatestVersions
  /** Whether no operation is answered. May change while the server runs. */
  maintenance: boolean
  hosts: HostNames
  validation: Validation
  wireName: WireName
  /** An operation's path as it is served: its segments carry the rate provider's name. */
  wirePath: WireName
}

declare module 'node:http' {
  interface IncomingMessage {
    /** `/eu` or `/us` where the client's URL began with it; taken off before the path is looked up. */
    basePath?: string
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    sandbox: Sandbox
    metrics: Metrics
  }
  interface FastifyRequest {
    place: Place
    key: Key | null
  }
}

/** Scheme, host and port under which the client reached this server. */
export function clientOrigin(request: FastifyRequest): string {
  // A trusted proxy may still pass on what its client made up.
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${request.host}`
}

/** The URL under which the client reached this path: its own scheme, host, port and base path. */
export function clientUrl(request: FastifyRequest): string {
  const { basePath = '', url = '' } = request.raw
  return `${clientOrigin(request)}${basePath}${url.split('?', 1)[0]}`
}
