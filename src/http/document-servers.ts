import type { DocumentServers } from '../documents/openapi.ts'
import type { HostNames } from '../settings.ts'
import { type Place, placeOf } from './host.ts'

/** How a client reached this server. */
export interface Reached {
  /** Scheme, host and port: `http://eu.localhost:4780`. */
  origin: string
  /** What the client's URL began with: `/eu`, `/t/NAME` or both. */
  basePath: string
  place: Place
}

/** Where market and reference data are for such a client: first where it asked itself, if they are there. */
export function serversOf({ origin, basePath, place }: Reached, hosts: HostNames): DocumentServers {
  const tenantPath = basePath.replace(/\/(?:eu|us)$/, '')
  const own = place.service === 'reference' ? [] : [marketServer(origin + basePath, place.region)]
  const others = (['eu', 'us'] as const)
    .filter(region => own.length === 0 || region !== place.region)
    // On any host the base path says the region: no name has to be resolved.
    .map(region => marketServer(`${origin}${tenantPath}/${region}`, region))
  return {
    market: [...own, ...others],
    reference: [{ url: referenceUrl(origin, hosts) + tenantPath, description: 'reference data' }],
  }
}

function marketServer(url: string, region: string) {
  return { url, description: `market data, region ${region}` }
}

function referenceUrl(origin: string, hosts: HostNames): string {
  const url = new URL(origin)
  if (placeOf(url.hostname, undefined, hosts).service !== 'market') return origin
  const mapped = Object.keys(hosts).find(name => hosts[name] === 'reference')
  url.hostname = mapped ?? url.hostname.replace(/^(eu|us)\.|^/, 'reference.')
  return url.origin
}
