import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { Failure, shown } from '../base/failure.ts'
import { percentDecoded } from '../base/percent.ts'
import type { HostNames } from '../settings.ts'
import { acceptsJson } from './answer/accept.ts'
import { acceptedEncoding, encodings } from './answer/encoding.ts'
import { isHost, placeOf } from './host.ts'
import type { ServerState } from './state.ts'

/** Longer than any URL of the operations. */
export const longestUrl = 16_000

export function checkUrl(request: FastifyRequest): void {
  if (request.originalUrl === '*' && request.method !== 'OPTIONS')
    throw new Failure('badUrl', 'the path must start with /; * is for OPTIONS')
  if (request.url.length > longestUrl)
    throw new Failure('tooLong', `the URL must have at most ${longestUrl} characters`)
}

/** Replaces Node's own check, which has no body. The host becomes part of `next_url`. */
export function checkHost({ headers, host, raw }: FastifyRequest): void {
  if (headers.host === undefined) throw new Failure('badRequest', 'Host is required in an HTTP/1.1 request')
  // RFC 9112, section 3.2: a proxy in front may have read the other header.
  if (raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    throw new Failure('badRequest', 'Host must be given once')
  if (!isHost(host))
    throw new Failure('badRequest', `Host must be a name or an address with an optional port, not ${shown(host)}`)
}

/** Value of Retry-After, in seconds. */
const maintenanceLasts = '60'

/** Runs before all other checks, as production's gateway does. */
export function checkMaintenance({ maintenance }: ServerState): void {
  if (!maintenance) return
  const message = 'under maintenance: the setting maintenance (SANDBOX_MAINTENANCE) is on; retry later'
  throw new Failure('unavailable', message, { 'retry-after': maintenanceLasts })
}

export function checkAccept({ headers: { accept } }: FastifyRequest): void {
  if (!acceptsJson(accept))
    throw new Failure('notAcceptable', `Accept must allow application/json, not ${shown(String(accept))}`)
}

export function checkEncoding(request: FastifyRequest): void {
  const header = request.headers['accept-encoding']
  if (header === undefined) return
  const accepted = acceptedEncoding(String(header))
  if (accepted === null)
    throw new Failure(
      'notAcceptable',
      `Accept-Encoding must allow identity or one of ${encodings.join(', ')}, not ${shown(String(header))}`,
    )
  request.raw.record.accepted = accepted
}

/** Finds the encoding, the region and the service of a request. */
export function placed(hosts: HostNames): onRequestHookHandler {
  return (request, _reply, done) => {
    checkEncoding(request)
    const { record } = request.raw
    record.place = placeOf(request.hostname, record.region, hosts)
    done()
  }
}

/** Refuses invalid percent-encoding, which a filter would silently match against nothing. */
export function checkEscapes(url: string): void {
  const query = url.indexOf('?') + 1
  if (query === 0 || !url.includes('%', query)) return
  for (const pair of url.slice(query).split('&')) {
    if (percentDecoded(pair) !== undefined) continue
    const [name = '', ...value] = pair.split('=')
    const label = /^\w{1,40}$/.test(name) ? name : shown(name)
    throw new Failure(
      'badParameter',
      `${label} must be percent-encoded UTF-8 (% itself is %25), not ${shown(value.join('='))}`,
    )
  }
}
