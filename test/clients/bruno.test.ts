import { collectionBruToJson, bruToJsonV2 as requestBruToJson } from '@usebruno/lang'
import { strFromU8, unzipSync } from 'fflate'
import { serve } from '../harness/server.ts'
import t from '../harness/tap.ts'

const server = await serve(t)
const zip = new Uint8Array(await (await fetch(`${server.url}/bruno.zip`)).arrayBuffer())
const files = Object.fromEntries(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)]))

t.test('Bruno reads every request of its collection, and each works unchanged', async t => {
  const { auth, vars } = collectionBruToJson(files['Market data/collection.bru']!)
  const variables = Object.fromEntries(vars.req.map(({ name, value }) => [name, value]))
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name]!)
  const requests = Object.keys(files).filter(path => /\/.*\/(?!folder)[^/]+\.bru$/.test(path))
  t.ok(requests.length > 30, `${requests.length} requests`)
  for (const path of requests) {
    const { http, params = [] } = requestBruToJson(files[path]!)
    const inPath = Object.fromEntries(params.filter(({ type }) => type === 'path').map(one => [one.name, one.value]))
    const url = filled(http.url).replace(/(?<=\/):(\w+)/g, (_, name: string) => inPath[name]!)
    const { key, value } = auth.apikey
    const headers: Record<string, string> = http.auth === 'inherit' ? { [key]: filled(value) } : {}
    t.equal((await fetch(url, { headers })).status, 200, `${path}: ${url}`)
  }
})
