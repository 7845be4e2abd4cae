import { copyFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import t from 'tap'
import { Store } from '../src/store.ts'
import { type Declared, operations, urlOf, withQuery } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import { storePath } from './harness/store.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Json = any

const server = await serve(t)
const document: Json = await server.json('/openapi.json')
const { components } = document

/** Every operation of the document, with its path. */
const documented: [path: string, get: Json][] = Object.entries<Json>(document.paths).map(([path, { get }]) => [
  path,
  get,
])

/** What the document says of an operation's path. */
function documentedAt(template: string): Json {
  return document.paths[template.replace(/:([a-z_]+)/g, '{$1}')].get
}

function resolve({ $ref, ...own }: Json): Json {
  if ($ref === undefined) return own
  const found = $ref
    .slice(2)
    .split('/')
    .reduce((node: Json, name: string) => node?.[name], document)
  if (found === undefined) throw new Error(`${$ref} leads nowhere`)
  return { ...found, ...own }
}

/** Every object in a JSON value. */
function objectsIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
}

/**
 * Checks by the document's schemas, but closed: a field that is answered and not documented is found too. Published they
 * are open, since a field that is added breaks no client.
 */
function closedSchemas(): Ajv2020 {
  const $defs = JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'))
  for (const schema of objectsIn($defs)) if (schema.properties && schema.type) schema.additionalProperties ??= false
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  formats.default(ajv)
  return ajv.addSchema({ $id: 'document', $defs })
}

const ajv = closedSchemas()

function check({ content }: Json, body: Json): string {
  const name = content['application/json'].schema.$ref.split('/').at(-1)
  const validate = ajv.getSchema(`document#/$defs/${name}`) as ValidateFunction
  return validate(body) ? '' : `${name}: ${ajv.errorsText(validate.errors)}`
}

t.test('the document has every operation under each of its paths, as a GET and nothing else', async t => {
  t.equal(document.openapi, '3.1.1')
  const templates = operations.flatMap(({ operation }) => [operation.path, ...operation.also])
  t.same(
    documented.map(([path]) => path),
    templates.map(template => template.replace(/:([a-z_]+)/g, '{$1}')),
  )
  for (const item of Object.values<Json>(document.paths)) t.notOk('head' in item)
  const ids = documented.map(([, { operationId }]) => operationId)
  t.same(ids, [...new Set(ids)], 'ids are unique')
  for (const { operation } of operations) t.ok(ids.includes(operation.id))
  const tags = document.tags.map(({ name }: Json) => name)
  for (const [, get] of documented) t.ok(tags.includes(get.tags[0]), get.operationId)
})

t.test('every reference leads somewhere, and nothing shared is unused', async t => {
  const all = objectsIn(document).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref as string]))
  for (const $ref of all) resolve({ $ref })
  const { securitySchemes, ...others } = components
  for (const [kind, named] of Object.entries<object>(others))
    for (const name of Object.keys(named)) t.ok(all.includes(`#/components/${kind}/${name}`), name)
  t.match(securitySchemes, { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } })
})

for (const declared of operations) {
  const { family, operation, urls } = declared
  const paths = [operation.path, ...operation.also].map((template, n) => [template, urls[n]!] as const)

  t.test(`${operation.id} answers as it is documented`, async t => {
    for (const [template, url] of paths) {
      const { responses, parameters, security } = documentedAt(template)
      t.same(security, family.host === 'reference' ? [] : undefined, 'a key is needed for market data')
      t.equal(check(responses[200], await server.json(url)), '', url)
      const asked = withQuery(url, everyParameter(parameters.map(resolve)))
      t.equal(check(responses[200], await server.json(asked)), '', asked)
      const { headers } = await server.get(url)
      for (const name of Object.keys(responses[200].headers)) t.ok(name in headers, name)
      const again = await server.get(url, { 'if-none-match': String(headers.etag) })
      t.same([again.statusCode, again.body], [304, ''])
      t.same(Object.keys(resolve(responses[304])), ['description', 'headers'])
    }
  })

  t.test(`the example of ${operation.id} is what it answers`, async t => {
    for (const [template, url] of paths) {
      const { example } = documentedAt(template).responses[200].content['application/json']
      const paged = 'page_size' in operation.query.properties
      const answer = await server.json(paged ? withQuery(url, { page_size: 2, limit: undefined }) : url)
      const shown = paged ? answer : { ...answer, data: answer.data.slice(0, 2) }
      t.equal(JSON.stringify(example), JSON.stringify(operation.counted ? { ...shown, count: 2 } : shown))
      t.ok(example.data.length > 0 && example.data.length <= 2)
    }
  })

  t.test(`${operation.id} fails as it is documented`, async t => {
    const { responses } = documentedAt(operation.path)
    for (const [status, url, headers] of failuresOf(declared)) {
      const answer = await server.get(url, headers)
      t.equal(answer.statusCode, status, url.slice(0, 200))
      t.equal(check(resolve(responses[status]), answer.json()), '')
    }
  })
}

t.test('every operation gives records when it is tried out with the values that are filled in', async t => {
  for (const [template, get] of documented) {
    const filled = get.parameters
      .map(resolve)
      .map(({ schema, example = schema.default, ...own }: Json) => ({ ...own, example }))
      .filter(({ example }: Json) => example !== undefined)
    const inPath = Object.fromEntries(
      filled.flatMap((one: Json) => (one.in === 'path' ? [[one.name, one.example]] : [])),
    )
    const query = new URLSearchParams(
      filled.flatMap((one: Json) =>
        one.in === 'query' ? [one.example].flat().map(value => [one.name, String(value)]) : [],
      ),
    )
    const { data } = await server.json(`${template.replace(/\{(\w+)\}/g, (_, name) => inPath[name])}?${query}`)
    t.ok(data.length > 0, get.operationId)
  }
})

/** A value for each optional parameter whose schema says enough to make one: the answer echoes them all. */
function everyParameter(parameters: Json[]): Record<string, string> {
  const own = parameters.filter(({ description }) => !description?.startsWith('another name'))
  const given = own.flatMap(({ name, in: place, example, schema }) => {
    const value = schema.default ?? schema.enum?.at(-1) ?? byType[schema.format ?? schema.type]?.(name)
    return place === 'path' || example !== undefined || value === undefined ? [] : [[name, String(value)]]
  })
  return Object.fromEntries(given)
}

const byType: Record<string, (name: string) => unknown> = {
  boolean: () => true,
  int64: () => 1,
  'date-time': name => (name.includes('start') ? '2026-01-30T00:00:00Z' : '2026-01-30T12:00:00Z'),
}

type Call = [status: number, url: string, headers?: Record<string, string>]

/** Calls that an operation refuses, one for each reason that it can have. */
function failuresOf({ family, operation, urls }: Declared): Call[] {
  const [url] = urls as [string]
  const wrongHost = family.host === 'market' ? 'reference.localhost' : 'eu.localhost'
  const all: Call[] = [
    [404, url, { host: wrongHost }],
    [406, url, { accept: 'text/html' }],
    [414, withQuery(url, { continuation_token: 'x'.repeat(20_000) })],
  ]
  if ('page_size' in operation.query.properties)
    all.push([400, withQuery(url, { page_size: 0 })], [400, withQuery(url, { continuation_token: 'x' })])
  if (family.host === 'reference') return all
  const unversioned = urlOf(operation.path, { ...operation.example, data_version: 'v9' })
  if (operation.path.includes(':data_version')) all.push([404, unversioned])
  return [...all, [401, url, { 'x-api-key': '' }], [401, url, { 'x-api-key': 'nobody' }]]
}

t.test('a parameter is required where no call goes without it, and shown with the value of the example', async t => {
  for (const { operation } of operations)
    for (const parameter of documentedAt(operation.path).parameters.map(resolve)) {
      const { name, in: place, required = false, example, schema } = parameter
      const declared = operation.query.properties[name]
      const needed =
        place === 'path' || (declared && operation.query.required?.includes(name) && declared.default === undefined)
      t.equal(required, needed ?? false, `${operation.id} ${name}`)
      if (required) t.ok(example !== undefined, `${operation.id} ${name} has an example`)
      if (example !== undefined) t.equal(String(example), operation.example[name])
      t.same(
        [schema.minimum, schema.maximum],
        place === 'query' ? [declared?.minimum, declared?.maximum] : [undefined, undefined],
      )
    }
})

t.test('the examples of failures are what the server says', async t => {
  const server = await serve(t, { SANDBOX_KEYS: '' })
  const limited = { 'x-api-key': 'sandbox-limited' }
  for (let n = 0; n < 10; n++) await server.get(marketPath, limited)
  const calls: [response: string, url: string, headers?: Record<string, string>][] = [
    ['BadRequest', `${marketPath}?page_size=0`],
    ['Unauthorized', marketPath, { 'x-api-key': '' }],
    ['Forbidden', `/us${marketPath}`, { 'x-api-key': 'sandbox-eu-only' }],
    ['NotFound', marketPath.replace('cbse', 'cbs')],
    ['NotAcceptable', marketPath, { accept: 'text/html' }],
    ['URITooLong', `/${'x'.repeat(20_000)}`],
    ['TooManyRequests', marketPath, limited],
  ]
  for (const [name, url, headers] of calls) {
    const { description, content, headers: documented } = components.responses[name]
    const answer = await server.get(url, headers)
    const { message } = content['application/json'].example
    t.equal(answer.json().message.replace(/in \d+ s$/, 'in 42 s'), message)
    for (const header of Object.keys(documented)) t.ok(header in answer.headers, `${name} has ${header}`)
    t.ok(description)
  }
})

/** Fields of a schema that say nothing of what they hold, and those of what is nested in it. */
function undescribed({ properties = {}, items, additionalProperties }: Json, path: string): string[] {
  const own = Object.entries<Json>(properties)
  const silent = own.flatMap(([name, { description }]) => (description ? [] : [`${path}.${name}`]))
  const nested = [...own, ...[items, additionalProperties].flatMap(inner => (inner ? [['[]', inner]] : []))]
  return [...silent, ...nested.flatMap(([name, inner]) => undescribed(inner, `${path}.${name}`))]
}

t.test('every parameter and every field of a record says what it is', async t => {
  for (const [, { operationId, parameters }] of documented)
    for (const { name, description } of parameters.map(resolve)) t.ok(description, `${operationId} ${name}`)
  for (const [name, schema] of Object.entries<Json>(components.schemas))
    if (name.endsWith('Record')) t.same(undescribed(schema, name), [])
})

t.test('the servers of the document answer, however it was asked for', async t => {
  const server = await serve(t, { SANDBOX_HOSTS: 'market.test=eu,codes.test=reference' })
  const asked = [
    'localhost',
    'localhost:4780',
    'eu.localhost',
    'us.localhost',
    'reference.localhost',
    'market.test',
    '10.0.0.1',
  ]
  for (const host of asked)
    for (const basePath of ['', '/us']) {
      const { servers, paths } = await server.json(`${basePath}/openapi.json`, { host })
      const item = paths['/v1/exchanges']
      t.ok(servers.length === 2 && item.servers.length === 1)
      for (const [path, { url }] of [
        ...servers.map((one: Json) => [marketPath, one]),
        ['/v1/exchanges', item.servers[0]],
      ]) {
        const address = new URL(url + path)
        const answer = await server.get(address.pathname, { host: address.host })
        t.equal(answer.statusCode, 200, `${url} as ${host}${basePath} is told`)
      }
      const own = `http://${host}${basePath}`
      if (host !== 'reference.localhost' || basePath) t.equal(servers[0].url, own)
      const { next_url } = paths[marketTemplate].get.responses[200].content['application/json'].example
      t.ok(next_url.startsWith(servers[0].url), next_url)
    }
})

const marketPath = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
const marketTemplate = '/v2/data/trades.{data_version}/exchanges/{exchange}/{instrument_class}/{instrument}/trades'

t.test('the document has the names that the settings give', async t => {
  const server = await serve(t, { SANDBOX_VENDOR_NAME: 'acme', SANDBOX_FX_PROVIDER: 'fixer' })
  const text = (await server.get('/openapi.json')).body
  t.notMatch(text, /vendor_/)
  const { paths, components } = JSON.parse(text)
  t.ok('/v2/data/analytics.{data_version}/fixer_fx_rates' in paths)
  t.ok('acme_legacy_symbol' in components.schemas.InstrumentsRecord.properties)
  const { parameters } = paths['/v1/instruments'].get
  t.ok(parameters.some(({ name }: Json) => name === 'acme_legacy_symbol'))
  const orderBy = parameters.find(({ name }: Json) => name === 'orderBy')
  t.match(JSON.stringify(orderBy), '"acme_legacy_symbol"')
})

t.test('no key is told but the one that everyone knows, and that only where it opens anything', async t => {
  const scheme = components.securitySchemes.ApiKey
  t.match(scheme.description, /`sandbox-key`/)
  const own = await serve(t, { SANDBOX_KEYS: `${import.meta.dirname}/harness/unlimited-keys.json` })
  for (const path of ['/openapi.json', '/docs/docs.js', '/docs/'])
    t.notMatch((await own.get(path)).body, /(sandbox|other)-key/)
})

t.test('a store that knows nothing of the examples has a document without them', async t => {
  const path = `${t.testdir()}/own.sqlite`
  copyFileSync(storePath, path)
  const own = Store.open(path, { readonly: false })
  own.run("UPDATE instrument SET code = 'my-' || code")
  own.close()
  const server = await serve(t, { SANDBOX_DATA: path })
  const { paths } = await server.json('/openapi.json')
  const shown = (path: string) => 'example' in paths[path].get.responses[200].content['application/json']
  t.same([shown(marketTemplate), shown('/v1/assets')], [false, true])
})

t.test('documents need no key, count for no limit, and the page brings all it loads', async t => {
  for (const path of ['/', '/openapi.json', '/docs/', '/docs/docs.js', '/docs/swagger-ui.js', '/docs/swagger-ui.css']) {
    const answer = await server.inject({ url: path })
    t.equal(answer.statusCode, 200, path)
    t.notOk('x-ratelimit-limit' in answer.headers)
    const head = await server.inject({ method: 'HEAD', url: path })
    t.same([head.statusCode, head.body, head.headers['content-type']], [200, '', answer.headers['content-type']])
  }
  const { body, headers } = await server.inject({ url: '/docs/' })
  t.notMatch(body, /https?:/)
  t.match(headers['content-security-policy'], "default-src 'self'")
  for (const [, file] of body.matchAll(/(?:href|src)="([^"]+)"/g))
    t.equal((await server.inject({ url: `/docs/${file}` })).statusCode, 200, file!)
  t.equal((await server.inject({ url: '/docs/package.json' })).statusCode, 404)
})

t.test('whoever opens the bare address is led to the documents, and programs to their links', async t => {
  const inBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  for (const [from, to] of [
    ['/', '/docs/'],
    ['/docs', '/docs/'],
    ['/eu/', '/eu/docs/'],
  ] as const) {
    const { statusCode, headers } = await server.inject({ url: from, headers: inBrowser })
    t.same([statusCode, new URL(headers.location!, `http://localhost${from}`).pathname], [302, to])
  }
  for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
    const links = (await server.inject({ url: '/', headers: { accept } })).json()
    for (const name of ['docs', 'openapi', 'about', 'live', 'ready'])
      t.equal((await server.inject({ url: links[name] })).statusCode, 200, links[name])
  }
})
