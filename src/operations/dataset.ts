import { badParameter, Failure, shown } from '../base/failure.ts'

export interface Dataset {
  commodity: string
  inPath?: string
  versions: readonly string[]
}

export function nameInPaths({ commodity, inPath = commodity }: Dataset): string {
  return inPath
}

/** Version that `latest` selects by dataset; the first by default. May change at run time. */
export type LatestVersions = Record<string, string | undefined>

/** @param echoed commodity in the echo, if an operation has its own */
export function resolveVersion(
  dataset: Dataset,
  inPath: string,
  query: { commodity?: string; data_version?: string },
  latest: LatestVersions,
  echoed = dataset.commodity,
): string {
  const names = [dataset.commodity, nameInPaths(dataset), echoed]
  if (query.commodity !== undefined && !names.includes(query.commodity))
    throw badParameter(`commodity must be ${echoed}, as in the path, not ${shown(query.commodity)}`)
  const fromPath = knownVersion(dataset, inPath, latest)
  if (query.data_version === undefined) return fromPath
  const fromQuery = knownVersion(dataset, query.data_version, latest)
  if (inPath === 'latest') return fromQuery
  if (fromQuery !== fromPath)
    throw badParameter(`data_version must be ${inPath}, as in the path, not ${shown(query.data_version)}`)
  return fromPath
}

/** @throws Failure for an unknown version */
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

/** Bit of a version in the store: v1 is 1, v2 is 2, v3 is 4. */
export function versionBit(version: string): number {
  return 1 << (versionNumber(version) - 1)
}

export function versionNumber(version: string): number {
  return Number(version.slice(1))
}
