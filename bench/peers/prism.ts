import type { PreparedLoad } from '../load.ts'
import { inResults, writeResult } from '../places.ts'
import { commandOf } from './install.ts'
import { peer } from './peer.ts'

/** Prism mocks an OpenAPI document: each page is the example of a path. */
export function prism(prepared: readonly PreparedLoad[]) {
  const { file, version } = commandOf('@stoplight/prism-cli', 'prism')
  const document = {
    openapi: '3.0.3',
    info: { title: 'pages', version: '1' },
    paths: Object.fromEntries(prepared.map(({ load, page }) => [`/${load.id}`, { get: { responses: answer(page) } }])),
  }
  const path = writeResult(inResults('peers', 'prism.json'), JSON.stringify(document))
  return peer('prism', `Prism ${version}`, port => [file, 'mock', path, '--host', '127.0.0.1', '--port', String(port)])
}

function answer(page: Buffer) {
  const example = JSON.parse(page.toString())
  return { 200: { description: 'a page', content: { 'application/json': { schema: { type: 'object' }, example } } } }
}
