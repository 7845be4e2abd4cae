import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document, type Json, urlWith } from '../harness/document.ts'
import { freePort, until } from '../harness/process.ts'
import { fullKey, serve } from '../harness/server.ts'
import t from '../harness/tap.ts'

const folder = import.meta.dirname
const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
const file = join(folder, 'generated', 'proxied.json')

const server = await serve(t)
const document = new Document(await server.json('/openapi.json'))
const port = await freePort()
const proxy = `http://127.0.0.1:${port}`

mkdirSync(join(folder, 'generated'), { recursive: true })
writeFileSync(file, JSON.stringify(document.root))
const options = [`--port=${port}`, '--errors', '--verboseLevel=fatal']
const prism = spawn(process.execPath, [program, 'proxy', file, server.url, ...options], { stdio: 'ignore' })
t.teardown(() => prism.kill('SIGKILL'))
const isUp = () =>
  fetch(proxy).then(
    () => true,
    () => false,
  )
await until(isUp, up => up)

interface Page {
  records: number
  /** What Prism finds wrong in the request or the response. */
  violations: string | null
  continuation_token?: string
}

async function pageOf(url: string): Promise<Page> {
  const answer = await fetch(proxy + url, { headers: { 'x-api-key': fullKey } })
  const text = await answer.text()
  const violations = answer.headers.get('sl-violations') ?? (answer.status === 200 ? null : text)
  const { data = [], continuation_token } = JSON.parse(text)
  // Some data are an object by code.
  return { records: Object.keys(data).length, violations, continuation_token }
}

/** The first pages of a walk, of one record each. Required parameters stand beside the token, as generated clients send them. */
async function walk(path: string, get: Json): Promise<Page[]> {
  const values = document.filledIn(get)
  const needed = document.parametersOf(get).filter(({ in: place, required }) => place === 'query' && required)
  const required = Object.fromEntries(needed.map(({ name }) => [name, values.query[name]]))
  const size = 'limit' in values.query ? { limit: 1 } : { page_size: 1 }
  const pages = [await pageOf(urlWith(path, { ...values, query: { ...values.query, ...size } }))]
  while (pages.length < 3 && pages.at(-1)!.continuation_token) {
    const { continuation_token } = pages.at(-1)!
    pages.push(await pageOf(urlWith(path, { ...values, query: { ...required, continuation_token } })))
  }
  return pages
}

t.test('Prism as a validating proxy finds no violation in any operation', async t => {
  for (const [path, get] of document.operations) {
    const isPaged = document.parametersOf(get).some(({ name }) => name === 'page_size')
    const whole = await pageOf(urlWith(path, document.filledIn(get)))
    const pages = isPaged ? [whole, ...(await walk(path, get))] : [whole]
    t.same(
      pages.flatMap(({ violations }) => violations ?? []),
      [],
      get.operationId,
    )
    t.ok(
      pages.every(({ records }) => records > 0),
      `${get.operationId} has records`,
    )
    t.equal(pages.length, isPaged ? 4 : 1, `pages of ${get.operationId}`)
  }
})

t.test('Prism reports a request that the document does not allow', async t => {
  const { violations } = await pageOf('/v1/instruments?order=sideways')
  t.match(violations, 'order')
})
