import { Failure } from './failure.ts'

export type Region = 'eu' | 'us'
/** What a host serves; `both` is any host that says nothing of it: localhost, an IP, a service name. */
export type Service = 'market' | 'reference' | 'both'

export interface Place {
  service: Service
  region: Region
}

const places: Record<string, Place> = {
  eu: { service: 'market', region: 'eu' },
  us: { service: 'market', region: 'us' },
  reference: { service: 'reference', region: 'eu' },
}
const anywhere: Place = { service: 'both', region: 'eu' }

export type HostNames = Record<string, 'eu' | 'us' | 'reference'>

/** Where a request arrived: its base path decides, then a configured host name, then the first label of the host. */
export function placeOf(hostname: string, basePath: string, names: HostNames): Place {
  if (basePath) return places[basePath.slice(1)]!
  const name = hostname.toLowerCase()
  const label = names[name] ?? name.slice(0, Math.max(0, name.indexOf('.')))
  return Object.hasOwn(places, label) ? places[label]! : anywhere
}

const basePathPattern = /^\/(?:eu|us)(?=\/)/

/** `/eu/v2/data/…` is `/v2/data/…` on the eu host, for clients whose host names are not theirs to choose. */
export function splitBasePath(url: string): { basePath: string; url: string } {
  const basePath = basePathPattern.exec(url)?.[0] ?? ''
  return { basePath, url: url.slice(basePath.length) }
}

const rightHost = {
  market: 'market data is served by the hosts eu.… and us.…, or under /eu and /us on any other host',
  reference:
    'reference data is served by the host reference.…, or on any host that is not eu.… or us.…, without a region in the path',
}

/** Refuses market data asked of the reference host, and the reverse. */
export function checkService(place: Place, wanted: 'market' | 'reference'): void {
  if (place.service !== 'both' && place.service !== wanted)
    throw new Failure('notFound', `not on this host: ${rightHost[wanted]}`)
}
