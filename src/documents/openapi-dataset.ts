import { nameInPaths } from '../operations/dataset.ts'
import type { Family } from '../operations/operation.ts'

/**
 * A path in OpenAPI form. Tools accept parameters only as whole segments, so a dataset with several versions becomes
 * `{dataset}`, and one with a single version is literal; otherwise two paths could coincide.
 */
export function documentedPath(template: string, family: Family): string {
  return template.replace(/[a-z_]+\.:data_version/, () => segmentOf(family)).replace(/:([a-z_]+)/g, '{$1}')
}

/** Values of `{dataset}`, the default first; none if the path has no such parameter. */
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
