import type { DocumentServers } from '../../documents/openapi.ts'
import type { HostNames } from '../../settings.ts'
import { type Place, placeOf } from '../host.ts'

interface Reached {
  /** Scheme, host and port: `http://eu.localhost:4780`. */
  origin: string
  /** Base path: `/eu`, `/t/NAME` or both. */
  basePath: string
  place: Place
}

/** The client's own host comes first. */
export function serversOf({ origin, basePath, place }: Reached, hosts: HostNames): DocumentServers {
  const tenantPath = basePath.replace(/\/(?:eu|us)$/, '')
  const own = place.service === 'reference' ? [] : [marketServer(origin + basePath, place.region)]
  const others = (['eu', 'us'] as const)
    .filter(region => own.length === 0 || region !== place.region)
    // The base path selects the region on any host, without name resolution.
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
