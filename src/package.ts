import { readFileSync } from 'node:fs'

/** The package's folder: one up, from the sources as from the bundle. */
export const packageFolder = new URL('../', import.meta.url)

/** The package's version. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as {
  version: string
}
