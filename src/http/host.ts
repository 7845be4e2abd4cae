import type { Socket } from 'node:net'
import { Failure, listed } from '../base/failure.ts'
import { splitBasePath } from '../control/tenants/base-path.ts'
import type { HostNames } from '../settings.ts'

type Region = 'eu' | 'us'
/** Service of a host; `both` for unnamed hosts: localhost, IPs, service names. */
type Service = 'market' | 'reference' | 'both'

export interface Place {
  service: Service
  region: Region
}

const places: Record<string, Place> = {
  eu: { service: 'market', region: 'eu' },
  us: { service: 'market', region: 'us' },
  reference: { service: 'reference', region: 'eu' },
}
export const anywhere: Place = { service: 'both', region: 'eu' }

/** Region and service: from the base path, then configured host names, then the first label of the host. */
export function placeOf(hostname: string, region: string | undefined, names: HostNames): Place {
  if (region) return places[region]!
  const name = hostname.toLowerCase()
  const label = Object.hasOwn(names, name) ? names[name]! : name.slice(0, Math.max(0, name.indexOf('.')))
  return Object.hasOwn(places, label) ? places[label]! : anywhere
}

/** Absolute-form URL, as clients send to a proxy: its host counts, not the header. */
export function splitTarget(target: string): { authority: string | undefined; url: string } {
  if (target.startsWith('/')) return { authority: undefined, url: target }
  const [origin = '', authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? []
  const url = target.slice(origin.length)
  return { authority, url: url.startsWith('/') ? url : authority === undefined ? url : `/${url}` }
}

/** Whether a text is a name or address, with an optional port. */
export function isHost(host: string): boolean {
  return host.length < 262 && /^[\w[][\w.:[\]-]*$/.test(host) && URL.canParse(`http://${host}`)
}

/** A substitute for clients that send no Host header. */
export function ownHost({ localAddress, localPort }: Pick<Socket, 'localAddress' | 'localPort'>): string {
  if (localAddress === undefined) return 'localhost'
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

export function isDocument(target: string): boolean {
  const [path = ''] = splitBasePath(splitTarget(target).url).url.split('?', 1)
  return /^\/(docs(\/.*)?|(openapi\.json|postman\.json|bruno\.zip)\/?|console\/about\.json)$/.test(path)
}

/** @param names further hosts for the hint */
export function checkService(place: Place, wanted: 'market' | 'reference', names: HostNames): void {
  if (place.service !== 'both' && place.service !== wanted)
    throw new Failure('notFound', `wrong host: ${rightHost[wanted](names)}`)
}

const rightHost = {
  market: (names: HostNames) =>
    `market data is on the hosts ${listed(['eu.…', 'us.…', ...namesOf(names, 'market')], 'and')}, and under /eu and /us on other hosts`,
  reference: (names: HostNames) =>
    `reference data is on the hosts ${listed(['reference.…', ...namesOf(names, 'reference')], 'and')}, and on hosts such as localhost, where its paths begin with /v1, not with /eu/v1 or /us/v1`,
}

function namesOf(names: HostNames, service: Service): string[] {
  return Object.keys(names).filter(name => places[names[name]!]!.service === service)
}
