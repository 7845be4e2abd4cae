import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type BasePath, splitBasePath } from '../control/tenants/base-path.ts'
import type { ServedTenant } from '../control/tenants/served-tenant.ts'
import type { Answer } from '../operations/answer.ts'
import type { Key } from '../plans/keys.ts'
import type { Accepted } from './answer/encoding.ts'
import { anywhere, ownHost, type Place, splitTarget } from './host.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Made before the router sees the request. */
    record: RequestRecord
  }
}

/** What the stages of a request find out about it. Later stages, the log, the counters and the journal read it. */
export class RequestRecord {
  /** `/eu` or `/t/NAME/eu`, for example; empty if there is none. */
  readonly basePath: string
  /** The tenant and the region that the base path names. */
  readonly tenantName: string | undefined
  readonly region: string | undefined
  /** Path that a trusted proxy has removed, such as `/market`. */
  readonly forwardedPrefix: string
  /** The client sent no host, or an empty one; the header holds this server's address. */
  readonly hostless: boolean
  place: Place = anywhere
  /** Null if the request lacks the header. */
  accepted: Accepted | null = null
  /** Null until resolved. */
  tenant: ServedTenant | null = null
  /** Null if no known key was sent, or none is needed. */
  key: Key | null = null
  /** Null if the request was not for a page. */
  walk: Pick<Answer, 'origin' | 'page' | 'last'> | null = null
  rows = 0
  /** Null if content-length holds the size. */
  bytes: number | null = null
  /** The applied fault, as `<id>#<ordinal>`. */
  fault: string | null = null
  effects: readonly string[] = none
  refusal: string | null = null
  /** Whether the whole response was sent. */
  answered = false
  /** Time just before the last bytes were sent, by `elapsed`; undefined unless it is noted. Milliseconds. */
  sent: number | undefined = undefined
  /** The first bytes of the body; undefined unless they are kept. */
  kept: Buffer[] | undefined = undefined

  constructor({ basePath, tenant, region }: BasePath = noBasePath, forwardedPrefix = '', hostless = false) {
    this.basePath = basePath
    this.tenantName = tenant
    this.region = region
    this.forwardedPrefix = forwardedPrefix
    this.hostless = hostless
  }
}

const none: readonly string[] = []
const noBasePath: BasePath = { basePath: '', tenant: undefined, region: undefined }

/** Begins the record of a request: takes host and base path out of its target, and returns the URL to route. */
export function beginRecord(raw: IncomingMessage, trustProxy: boolean): string {
  const { headers } = raw
  const target = splitTarget(raw.url ?? '/')
  if (target.authority !== undefined) headers.host = target.authority
  // Absent in HTTP/1.0, empty in HTTP/1.1.
  const hostless = headers.host === '' || (headers.host === undefined && raw.httpVersion !== '1.1')
  if (hostless) headers.host = ownHost(raw.socket)
  const split = splitBasePath(target.url)
  raw.record = new RequestRecord(split, trustProxy ? prefixOf(headers['x-forwarded-prefix']) : '', hostless)
  return split.url
}

/** The path in `X-Forwarded-Prefix`, by the first proxy; empty if it is none. */
function prefixOf(header: string | string[] | undefined): string {
  const [first = ''] = [header ?? ''].flat().join().split(',')
  const prefix = first.trim().replace(/\/+$/, '')
  return /^(\/[\w.~%-]+)+$/.test(prefix) && prefix.length <= 200 ? prefix : ''
}

/** Scheme, host and port that the client used, and the path that a trusted proxy has removed. */
export function clientOrigin(request: FastifyRequest): string {
  // A trusted proxy may forward a scheme that its client invented.
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${request.host}${request.raw.record.forwardedPrefix}`
}

/** URL that the client used. */
export function fullUrl(request: FastifyRequest): string {
  const { record, url = '' } = request.raw
  return `${clientOrigin(request)}${record.basePath}${url}`
}

/** Without its query. */
export function clientUrl(request: FastifyRequest): string {
  return fullUrl(request).split('?', 1)[0]!
}
