import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import t from 'tap'
import { serve } from '../harness/server.ts'

const folder = import.meta.dirname
const compiler = join(folder, '../../node_modules/typescript/bin/tsc')

t.test('a client generated from the document type-checks, and its pages are the whole answer', async t => {
  const server = await serve(t)
  const types = await openapiTS(new URL('/openapi.json', server.url))
  mkdirSync(join(folder, 'generated'), { recursive: true })
  writeFileSync(join(folder, 'generated/market.d.ts'), astToString(types))
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })

  const { connect, pagesOfTrades, refusal } = await import('./pages.ts')
  const client = connect(server.url)
  const [whole, ...none] = await pagesOfTrades(client, 100_000)
  const pages = await pagesOfTrades(client, 7)
  t.same(none, [])
  t.ok(pages.length > 3, `${pages.length} pages`)
  t.same(pages.flat(), whole)
  t.match(await refusal(client), /page_size must be an integer from 1 to 100000/)
})
