import { strToU8, type Zippable, zipSync } from 'fflate'
import { type Collection, type CollectionRequest, collectionOf, type Folder, type RequestValue } from './collection.ts'
import type { DocumentText } from './openapi.ts'

/** The same collection gives the same bytes, so that its ETag is stable. */
const date = '1980-01-01T00:00:00'

/** A Bruno collection: a folder of text files, as a zip. */
export function brunoZip(document: DocumentText): Uint8Array {
  const files = Object.entries(brunoFiles(collectionOf(document)))
  const entries: Zippable = Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)]))
  return zipSync(entries, { mtime: date })
}

function brunoFiles({ name, description, variables, folders }: Collection): Record<string, string> {
  const root = fileName(name)
  const key = { key: 'X-Api-Key', value: '{{apiKey}}', placement: 'header' }
  return {
    [`${root}/bruno.json`]: `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n`,
    [`${root}/collection.bru`]: fileOf(
      block('auth', { mode: 'apikey' }),
      block('auth:apikey', key),
      block('vars:pre-request', variables),
      prose(description),
    ),
    ...Object.assign({}, ...folders.map((folder, n) => folderFiles(root, folder, n + 1))),
  }
}

function folderFiles(root: string, { name, description, requests }: Folder, seq: number): Record<string, string> {
  const folder = `${root}/${fileName(name)}`
  const files = requests.map((request, n) => [`${folder}/${fileName(request.name)}.bru`, requestFile(request, n + 1)])
  return {
    [`${folder}/folder.bru`]: fileOf(block('meta', { name, seq }), prose(description)),
    ...Object.fromEntries(files),
  }
}

function requestFile(request: CollectionRequest, seq: number): string {
  const { name, description, url, inPath, query, needsKey } = request
  return fileOf(
    block('meta', { name, type: 'http', seq }),
    block('get', { url, body: 'none', auth: needsKey ? 'inherit' : 'none' }),
    values('params:query', query),
    values('params:path', inPath),
    prose(description),
  )
}

function fileOf(...blocks: string[]): string {
  return blocks.filter(text => text !== '').join('\n')
}

function block(name: string, fields: Record<string, string | number>): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${name}: ${value}\n`)
  return lines.length === 0 ? '' : `${name} {\n${lines.join('')}}\n`
}

/** `~` switches a parameter off. */
function values(name: string, given: readonly RequestValue[]): string {
  return block(name, Object.fromEntries(given.map(({ name, value, sent }) => [sent ? name : `~${name}`, value])))
}

function prose(text: string): string {
  return `docs {\n${text.replace(/^/gm, '  ')}\n}\n`
}

/** Characters that every file system accepts. */
function fileName(name: string): string {
  return name.replace(/[^\w(),-]+/g, ' ').trim()
}
