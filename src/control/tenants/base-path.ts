const regionPattern = /^\/(?:eu|us)(?=\/)/
const tenantPattern = /^\/t\/([^/?#]*)(?=\/)/

/** Base path: `/t/NAME` for a tenant, `/eu` or `/us` for a region. */
export interface BasePath {
  basePath: string
  tenant: string | undefined
  region: string | undefined
}

/** `/eu/v2/data/…` means `/v2/data/…` on the eu host, for clients that cannot choose their host name. */
export function splitBasePath(url: string): BasePath & { url: string } {
  const [tenantPath = '', tenant] = url.startsWith('/t/') ? (tenantPattern.exec(url) ?? []) : []
  const rest = url.slice(tenantPath.length)
  const regionPath = regionPattern.exec(rest)?.[0] ?? ''
  const region = regionPath === '' ? undefined : regionPath.slice(1)
  return { basePath: tenantPath + regionPath, tenant, region, url: rest.slice(regionPath.length) }
}
