import { nameInPaths } from '../operations/dataset.ts'
import type { Family } from '../operations/operation.ts'

/**
 * A path in OpenAPI form. Tools accept parameters only as whole segments, so a dataset with several versions becomes
 * `{dataset}`, and one with a single version is literal; otherwise two paths could coincide.
 */
export function documentedPath(template: string, family: Family): string {
  const [first, ...others] = versionsOf(family)
  return template
    .replace(/[a-z_]+\.:data_version/, others.length > 0 ? '{dataset}' : first!)
    .replace(/:([a-z_]+)/g, '{$1}')
}

/** Values of `{dataset}`, the default first; none if the path has no such parameter. */
export function datasetValues(template: string, family: Family): string[] {
  const versions = versionsOf(family)
  if (!template.includes(':data_version') || versions.length < 2) return []
  return [...versions, versions[0]!.replace(/[^.]+$/, 'latest')]
}

/** The dataset with each of its versions, as in paths; none for reference data. */
function versionsOf(family: Family): string[] {
  if (family.host === 'reference') return []
  const name = nameInPaths(family.dataset)
  return family.dataset.versions.map(version => `${name}.${version}`)
}
