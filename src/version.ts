import { readFileSync } from 'node:fs'

/** The package's version; its package.json is one folder up, from the sources as from what is built of them. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
