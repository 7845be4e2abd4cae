import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { Document } from '../harness/document.ts'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'

const folder = import.meta.dirname
const compiler = join(folder, '../../node_modules/typescript/bin/tsc')

const server = await serve(t)
const types = await openapiTS(new URL('/openapi.json', server.url))
mkdirSync(join(folder, 'generated'), { recursive: true })
writeFileSync(join(folder, 'generated/market.d.ts'), astToString(types))
await createClient({
  input: `${server.url}/openapi.json`,
  output: { path: join(folder, 'generated/sdk'), importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'error' },
})

t.test('types and an SDK generated from the document type-check, with the clients written on them', async () => {
  await promisify(execFile)(process.execPath, [compiler, '-p', folder])
})

t.test('a client on openapi-typescript pages through the whole result', async t => {
  const { connect, pagesOfTrades, refusal } = await import('./pages.ts')
  const client = connect(server.url)
  const [whole, ...none] = await pagesOfTrades(client, 100_000)
  const pages = await pagesOfTrades(client, 7)
  t.same(none, [])
  t.ok(pages.length > 3, `${pages.length} pages`)
  t.same(pages.flat(), whole)
  t.match(await refusal(client), /page_size must be an integer from 1 to 100000/)
})

t.test('every function of a generated SDK returns records, and its pages join to the whole result', async t => {
  const { call, connectSdk, sdkPagesOfTrades } = await import('./sdk-pages.ts')
  connectSdk(server.url)
  const document = new Document(await server.json('/openapi.json'))
  for (const [, get] of document.operations) {
    const { status, records } = await call(get.operationId, document.filledIn(get))
    t.equal(status, 200, get.operationId)
    t.ok(records > 0, get.operationId)
  }
  const [whole] = await sdkPagesOfTrades(100_000)
  t.same((await sdkPagesOfTrades(7)).flat(), whole)
})
