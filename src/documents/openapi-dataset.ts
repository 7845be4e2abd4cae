import { nameInPaths } from '../operations/dataset.ts'
import type { Family } from '../operations/operation.ts'

/**
 * A path as the document writes it. Tools that read documents take a parameter for a whole segment only, so a dataset of
 * several versions is the parameter `{dataset}`, and one of a single version stands there as it is: two operations
 * whose paths differ in parameters alone would be one path.
 */
export function documentedPath(template: string, family: Family): string {
  return template.replace(/[a-z_]+\.:data_version/, () => segmentOf(family)).replace(/:([a-z_]+)/g, '{$1}')
}

/** The values of `{dataset}`, the default first; none where the path names no dataset or the only one. */
export function datasetValues(template: string, family: Family): string[] {
  if (family.host !== 'market' || !template.includes(':data_version') || !hasVersions(family)) return []
  const name = nameInPaths(family.dataset)
  return [...family.dataset.versions, 'latest'].map(version => `${name}.${version}`)
}

function segmentOf(family: Family): string {
  if (family.host !== 'market') throw new Error('reference data have no dataset')
  return hasVersions(family) ? '{dataset}' : `${nameInPaths(family.dataset)}.${family.dataset.versions[0]}`
}

function hasVersions(family: Family): boolean {
  return family.host === 'market' && family.dataset.versions.length > 1
}
