import { readFileSync } from 'node:fs'

export const packageFolder = new URL('../', import.meta.url)

export const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as {
  version: string
}
