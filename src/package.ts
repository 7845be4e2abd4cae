import { readFileSync } from 'node:fs'

/** The package's folder: the parent of the sources and of the bundle. */
export const packageFolder = new URL('../', import.meta.url)

/** The package's version. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as {
  version: string
}
