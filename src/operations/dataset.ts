import { Failure, shown } from '../failure.ts'

/** A commodity with its versions, as it stands in paths: `trades.v1`. */
export interface Dataset {
  commodity: string
  /** What paths call it, where that is another name. */
  inPath?: string
  versions: readonly string[]
}

/** What paths and plans call a dataset. */
export function nameInPaths({ commodity, inPath = commodity }: Dataset): string {
  return inPath
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
  const name = nameInPaths(dataset)
  if (query.commodity !== undefined && query.commodity !== commodity && query.commodity !== name)
    throw new Failure('badParameter', `commodity must be ${commodity}, as in the path, not ${shown(query.commodity)}`)
  const fromPath = knownVersion(dataset, inPath, latest)
  if (query.data_version === undefined) return fromPath
  const fromQuery = knownVersion(dataset, query.data_version, latest)
  if (inPath === 'latest') return fromQuery
  if (fromQuery !== fromPath)
    throw new Failure(
      'badParameter',
      `data_version must be ${inPath}, as in the path, not ${shown(query.data_version)}`,
    )
  return fromPath
}

/** The version that a selector names. @throws Failure where the dataset has no such version */
export function knownVersion(
  { commodity, inPath: name = commodity, versions }: Dataset,
  version: string,
  latest: LatestVersions,
): string {
  if (version === 'latest') return latest[commodity] ?? versions[0]!
  if (versions.includes(version)) return version
  const known = [...versions, 'latest'].map(known => `${name}.${known}`).join(', ')
  throw new Failure('notFound', `unknown version ${shown(version)} of ${name}; use ${known}`)
}

/** The bit that stands for a version in the store: v1 is 1, v2 is 2, v3 is 4. */
export function versionBit(version: string): number {
  return 1 << (Number(version.slice(1)) - 1)
}
