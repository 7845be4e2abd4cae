import { readdirSync, readFileSync } from 'node:fs'
import { families } from '../../routes/index.ts'
import { schemaVersion } from '../../src/store/schema-version.ts'
import { root } from './command.ts'
import { dayPicture } from './day-picture.ts'
import { documents, withDocuments } from './generated-documents.ts'
import type { Served } from './server.ts'
import { takerSidesTable } from './taker-sides.ts'

type Asker = Pick<Served, 'inject'>

/** The Markdown pages of the documentation, by path from the project's root. */
export const pageNames = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${root}/docs`)
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

export function page(name: string): string {
  return readFileSync(`${root}/${name}`, 'utf8')
}

/** A code block of a page, by language and contained text. */
export function codeBlock(name: string, language: string, mark: string): string {
  const blocks = [...page(name).matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, ofLanguage, code]) => ofLanguage === language && code!.includes(mark))
  if (!found) throw new Error(`${name} has no ${language} with ${mark}`)
  return found[2]!
}

/** Generated files in their current form: pages with tables and responses, and the picture of README.md; those of docs/market.md take longer. */
export async function currentFiles(server: Asker): Promise<Map<string, string>> {
  const tables = { ...documents(families), taker_sides: takerSidesTable() }
  const files = new Map([['docs/pictures/day.svg', await dayPicture(server)]])
  for (const name of pageNames) {
    const text = page(name).replace(/user_version = \d+/, `user_version = ${schemaVersion}`)
    files.set(name, await withAnswers(withDocuments(text, tables), server))
  }
  return files
}

/** A console block with one curl call: the whole response, or the output of `jq`. */
const call = /(```console\n\$ curl -s ((?:-[A-Z] \w+ |-\S+ '[^']*' )*)'([^']+)'( \| jq [.\w]+)?\n)[\s\S]*?(?=```)/g

async function withAnswers(text: string, { inject }: Asker): Promise<string> {
  let current = text
  for (const [block, command = '', options = '', address = '', filter] of text.matchAll(call)) {
    const { host, pathname, search } = new URL(address)
    const { headers, ...request } = requestOf(options)
    const { body } = await inject({ url: pathname + search, ...request, headers: { host, ...headers } })
    current = current.replace(block, () => `${command}${filter ? filtered(body, filter) : body}\n`)
  }
  return current
}

/** The request that curl sends for -X, -H and --json. */
function requestOf(options: string) {
  const given = [...options.matchAll(/(-\S+) (?:'([^']*)'|(\w+))/g)].map(([, name, quoted, word]) => [
    name,
    quoted ?? word!,
  ])
  const optionOf = (wanted: string) => given.find(([name]) => name === wanted)?.[1]
  const payload = optionOf('--json')
  const lines = given.flatMap(([name, value]) => (name === '-H' ? [value!.split(/: (.*)/)] : []))
  return {
    method: (optionOf('-X') ?? (payload === undefined ? 'GET' : 'POST')) as 'GET' | 'POST' | 'PUT' | 'DELETE',
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(lines.map(([name, value]) => [name!.toLowerCase(), value])),
    },
    ...(payload === undefined ? {} : { payload }),
  }
}

/** Output of `jq .data`. */
function filtered(body: string, filter: string): string {
  const names = filter.replace(' | jq ', '').split('.').filter(Boolean)
  const value = names.reduce((part, name) => part[name], JSON.parse(body))
  return JSON.stringify(value, null, 2)
}
