import { Failure, shown } from './failure.ts'

/** A commodity with its versions, as it stands in paths: `trades.v1`. */
export interface Dataset {
  commodity: string
  versions: readonly string[]
}

/** Which version `latest` means for each commodity; absent: the first one. May change while the server runs. */
export type LatestVersions = Record<string, string | undefined>

/** The version to serve, from the selectors in the path and the query. */
export function resolveVersion(
  dataset: Dataset,
  inPath: string,
  query: { commodity?: string; data_version?: string },
  latest: LatestVersions,
): string {
  const { commodity } = dataset
  if (query.commodity !== undefined && query.commodity !== commodity)
    throw new Failure('badParameter', `commodity is ${shown(query.commodity)}, but the path says ${commodity}`)
  const fromPath = knownVersion(dataset, inPath, latest)
  if (query.data_version === undefined) return fromPath
  const fromQuery = knownVersion(dataset, query.data_version, latest)
  if (inPath === 'latest') return fromQuery
  if (fromQuery !== fromPath)
    throw new Failure('badParameter', `data_version is ${shown(query.data_version)}, but the path says ${inPath}`)
  return fromPath
}

function knownVersion({ commodity, versions }: Dataset, version: string, latest: LatestVersions): string {
  if (version === 'latest') return latest[commodity] ?? versions[0]!
  if (versions.includes(version)) return version
  const known = [...versions, 'latest'].map(known => `${commodity}.${known}`).join(', ')
  throw new Failure('notFound', `${commodity} has no version ${shown(version)}; known are ${known}`)
}

/** The bit that stands for a version in the store: v1 is 1, v2 is 2, v3 is 4. */
export function versionBit(version: string): number {
  return 1 << (Number(version.slice(1)) - 1)
}
