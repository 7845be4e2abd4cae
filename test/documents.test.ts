import { EventEmitter, once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strFromU8, unzipSync } from 'fflate'
import { settingsOfOptions } from '../src/commands/read-settings.ts'
import { hold } from '../src/http/answer/held.ts'
import { isDocument } from '../src/http/host.ts'
import { createWaitingApp } from '../src/server/waiting-app.ts'
import { Store } from '../src/store/store.ts'
import type { Json } from './harness/document.ts'
import { fullKey, type Headers, serve } from './harness/server.ts'
import { storePath } from './harness/store.ts'
import t from './harness/tap.ts'

const server = await serve(t)
const { components } = await server.json('/openapi.json')

const marketPath = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
const marketTemplate = '/v2/data/{dataset}/exchanges/{exchange}/{instrument_class}/{instrument}/trades'

t.test('the servers in the document answer, whatever URL it was requested from', async t => {
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
      t.ok(servers.length === 2 && item.servers.length === 1, 'the document and the item have their servers')
      for (const [path, { url }] of [
        ...servers.map((one: Json) => [marketPath, one]),
        ['/v1/exchanges', item.servers[0]],
      ]) {
        const address = new URL(url + path)
        const answer = await server.get(address.pathname, { host: address.host })
        t.equal(answer.statusCode, 200, `${url} is listed for ${host}${basePath}`)
      }
      const own = `http://${host}${basePath}`
      if (host !== 'reference.localhost' || basePath) t.equal(servers[0].url, own)
      const { next_url } = paths[marketTemplate].get.responses[200].content['application/json'].example
      t.ok(next_url.startsWith(servers[0].url), next_url)
    }
})

t.test('the example failures match real ones', async t => {
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
    t.ok(description, 'it has a description')
  }
})

t.test('behind a trusted proxy the document has the URLs of the proxy', async t => {
  const server = await serve(t, { SANDBOX_TRUST_PROXY: 'true' })
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'eu.data.test' }
  const { servers, paths } = await server.json('/openapi.json', headers)
  t.same(
    [servers, paths['/v1/exchanges'].servers].flat().map(({ url }: Json) => url),
    ['https://eu.data.test', 'https://eu.data.test/us', 'https://reference.data.test'],
  )
})

t.test('the document uses the configured names', async t => {
  const server = await serve(t, { SANDBOX_VENDOR_NAME: 'acme', SANDBOX_FX_PROVIDER: 'fixer' })
  const text = (await server.get('/openapi.json')).body
  t.notMatch(text, /vendor_/)
  const { paths, components } = JSON.parse(text)
  t.ok('/v2/data/analytics.v2/fixer_fx_rates' in paths, 'the provider is in the path')
  t.ok('acme_legacy_symbol' in components.schemas.InstrumentsRecord.properties, "the field has the operator's name")
  const { parameters } = paths['/v1/instruments'].get
  t.ok(
    parameters.some(({ name }: Json) => name === 'acme_legacy_symbol'),
    "the parameter has the operator's name",
  )
  const orderBy = parameters.find(({ name }: Json) => name === 'orderBy')
  t.match(JSON.stringify(orderBy), '"acme_legacy_symbol"')
})

t.test('the document names no key except the built-in one, if that is valid', async t => {
  const scheme = components.securitySchemes.ApiKey
  t.match(scheme.description, /`sandbox-key`/)
  const own = await serve(t, { SANDBOX_KEYS: `${import.meta.dirname}/harness/unlimited-keys.json` })
  for (const path of ['/openapi.json', '/postman.json', '/console/about.json', '/docs/'])
    t.notMatch((await own.get(path)).body, /(sandbox|other)-key/)
})

t.test('a store without the example entities has a document without examples', async t => {
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

t.test('example tokens are accepted at every clock time', async t => {
  const server = await serve(t)
  const clock = '/sandbox/tenants/default/clock'
  // Within the store, which would be extended otherwise.
  await server.inject({ method: 'POST', url: `${clock}/back`, payload: { by: 'PT25H' } })
  // The last step makes tokens of the first document expire.
  for (const by of ['PT0S', 'PT18H', 'PT7H']) {
    const moved = await server.inject({ method: 'POST', url: `${clock}/advance`, payload: { by } })
    t.equal(moved.statusCode, 200, moved.body)
    const { paths } = await server.json('/openapi.json')
    const { parameters } = paths[marketTemplate].get
    const [token] = parameters.find(({ name }: Json) => name === 'continuation_token').schema.examples
    t.equal((await server.get(`${marketPath}?continuation_token=${token}`)).statusCode, 200, by)
  }
})

t.test('the document has an ETag of its bytes, whatever URL it was requested from', async t => {
  const ask = (headers: Headers = {}) => server.get('/openapi.json', headers)
  const first = await ask()
  const etag = String(first.headers.etag)
  t.match(etag, /^"[\w-]{22}"$/)
  const known = await ask({ 'if-none-match': etag })
  t.same([known.statusCode, known.body], [304, ''])
  for (const answer of [first, known])
    t.match(answer.headers, { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding, Origin' })

  const ways: Headers[] = [
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br' },
    ...Array.from({ length: 20 }, (_, n) => ({ host: `host-${n}` })),
  ]
  const answers = await Promise.all(ways.map(ask))
  const tags = answers.map(({ headers }) => String(headers.etag))
  t.equal(new Set(tags).size, ways.length)
  t.ok(answers[0]!.rawPayload.equals(first.rawPayload), 'all clients get the same bytes')
  for (const [n, way] of ways.entries()) {
    t.equal((await ask({ ...way, 'if-none-match': tags[n]! })).statusCode, 304, 'rebuilding it gives the same bytes')
    t.equal((await ask({ ...way, 'if-none-match': tags.at(n - 1)! })).statusCode, 200)
  }
})

t.test('documents need no key and do not count against limits, and the page loads all its files', async t => {
  for (const path of [
    '/',
    '/openapi.json',
    '/postman.json',
    '/bruno.zip',
    '/docs/',
    '/docs/reference.js',
    '/docs/swagger-ui.js',
    '/docs/swagger-ui.css',
  ]) {
    const answer = await server.inject({ url: path })
    t.equal(answer.statusCode, 200, path)
    t.notOk('x-ratelimit-limit' in answer.headers, 'documents are not counted against a limit')
    const head = await server.inject({ method: 'HEAD', url: path })
    t.same([head.statusCode, head.body, head.headers['content-type']], [200, '', answer.headers['content-type']])
  }
  const { body, headers } = await server.inject({ url: '/docs/' })
  t.notMatch(body, /https?:/)
  t.match(headers['content-security-policy'], "default-src 'none'; script-src 'self'")
  for (const [, file] of body.matchAll(/(?:href|src)="([^"]+)"/g))
    t.equal((await server.inject({ url: `/docs/${file}` })).statusCode, 200, file!)
  for (const file of ['package.json', 'constructor', 'toString', '__proto__'])
    for (const folder of ['docs', 'console'])
      t.equal((await server.inject({ url: `/${folder}/${file}` })).statusCode, 404, file)
})

t.test('a Postman and a Bruno collection have a request for each path, under the URLs of their client', async t => {
  const { paths } = await server.json('/us/openapi.json')
  const postman = await server.get('/us/postman.json')
  t.match(postman.headers['content-disposition'], 'filename="market-data.postman_collection.json"')
  const { item, variable } = postman.json()
  t.match(variable, [{ value: 'http://localhost:80/us' }, { value: 'http://localhost:80' }, { value: fullKey }])
  const collected: Json[] = item.flatMap(({ item }: Json) => item.map(({ request }: Json) => request))
  const urls = collected.map(({ url }) => `/${url.path.join('/')}`)
  for (const { url, auth } of collected) {
    const sent = url.query.filter(({ disabled }: Json) => !disabled).map(({ key, value }: Json) => [key, value])
    t.same([...new URLSearchParams(url.raw.split('?')[1])], sent, url.raw)
    const { security } = paths[`/${url.path.join('/')}`.replace(/:(\w+)/g, '{$1}')].get
    t.equal(auth?.type, security?.length === 0 ? 'noauth' : undefined, 'open operations send no key')
  }
  t.same(
    urls,
    Object.keys(paths).map(path => path.replace(/\{(\w+)\}/g, ':$1')),
  )

  const bruno = await server.get('/us/bruno.zip')
  t.equal(bruno.headers['content-type'], 'application/zip')
  const files = Object.entries(unzipSync(bruno.rawPayload)).map(([path, bytes]) => [path, strFromU8(bytes)])
  const requests = files.filter(([, text]) => /^ {2}type: http$/m.test(text!))
  t.equal(requests.length, urls.length)
  const disabled = collected.flatMap(({ url }) => url.query.filter(({ disabled }: Json) => disabled))
  t.ok(disabled.length > 0, 'some parts are disabled')
  t.equal(requests.flatMap(([, text]) => text!.match(/^ {2}~\w+: /gm) ?? []).length, disabled.length)
  for (const [path] of files) t.match(path, /^[\w(),/ -]+\.(json|bru)$/, 'every system takes the name')
  for (const url of urls)
    t.ok(
      requests.some(([, text]) => text!.includes(url)),
      url,
    )
  t.match(Object.fromEntries(files)['Market data/collection.bru'], '  baseUrl: http://localhost:80/us\n')
})

t.test('documents under new names are refused while unread responses fill the memory, known ones are not', async t => {
  const paths = ['/openapi.json', '/postman.json', '/bruno.zip']
  const statuses = async (host: string) => {
    const found: number[] = []
    for (const path of paths) found.push((await server.get(path, { host })).statusCode)
    return found
  }
  t.strictSame(await statuses('localhost'), [200, 200, 200])
  const unread = Object.assign(new EventEmitter(), { closed: false, destroyed: false }) as ServerResponse
  hold(unread, 64 << 20)
  t.strictSame(await statuses('new.localhost'), [503, 200, 200], 'known since its first refusal')
  t.strictSame(await statuses('localhost'), [200, 200, 200])
  unread.emit('close')
  t.strictSame(await statuses('other.localhost'), [200, 200, 200])
})

t.test('a document in parts and a compressed one have the same content, and HEAD has its length', async t => {
  const { host } = new URL(server.url)
  for (const path of ['/openapi.json', '/docs/swagger-ui.js', '/sandbox/openapi.json']) {
    const whole = await server.get(path, { host })
    t.equal(Number(whole.headers['content-length']), whole.rawPayload.length, path)
    t.ok(whole.rawPayload.length > 1 << 16, 'it is large')
    const zipped = await fetch(server.url + path)
    t.equal(await zipped.text(), whole.body)
    const head = await server.inject({ method: 'HEAD', url: path, headers: { host } })
    t.same([head.statusCode, head.body], [200, ''])
    t.equal(head.headers['content-length'], whole.headers['content-length'])
  }
})

t.test('a collection has an ETag of its bytes', async t => {
  for (const url of ['/postman.json', '/bruno.zip']) {
    const [first, again] = [await server.get(url), await server.get(url)]
    t.ok(first.rawPayload.equals(again.rawPayload), 'the document is the same again')
    const etag = String(first.headers.etag)
    const known = await server.get(url, { 'if-none-match': etag })
    t.same([known.statusCode, known.body, again.headers.etag], [304, '', etag])
  }
})

t.test('the bare address redirects browsers to the console and lists links for programs', async t => {
  const inBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  for (const [from, to] of [
    ['/', '/console/'],
    ['/?view=requests&tenant=a', '/console/?view=requests&tenant=a'],
    ['/console', '/console/'],
    ['/console?view=controls', '/console/?view=controls'],
    ['/docs', '/docs/'],
    ['/eu/', '/eu/console/'],
  ] as const) {
    const { statusCode, headers } = await server.inject({ url: from, headers: inBrowser })
    const { pathname, search } = new URL(headers.location!, `http://localhost${from}`)
    t.same([statusCode, pathname + search], [302, to])
  }
  for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
    const links = (await server.inject({ url: '/', headers: { accept } })).json()
    for (const name of ['console', 'docs', 'openapi', 'postman', 'bruno', 'about', 'live', 'ready', 'metrics'])
      t.equal((await server.inject({ url: links[name] })).statusCode, 200, links[name])
  }
})

t.test('while the store is being built the API reference and the document are served, without examples', async t => {
  const answer = await createWaitingApp(await settingsOfOptions({ hosts: 'market.test=eu' }, {}))
  const waiting = createServer(answer).listen(0, '127.0.0.1')
  t.teardown(() => waiting.close())
  await once(waiting, 'listening')
  const url = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}`
  const early = (await (await fetch(`${url}/eu/openapi.json`)).json()) as Json
  const late = await server.json('/openapi.json')
  t.same(Object.keys(early.paths), Object.keys(late.paths))
  // Some examples depend on the range of the store.
  const withoutExample = (parameters: Json) =>
    Object.values<Json>(parameters).map(({ example: _, ...parameter }) => parameter)
  t.same(withoutExample(early.components.parameters), withoutExample(late.components.parameters))
  t.same({ ...early.components, parameters: {} }, { ...late.components, parameters: {} })
  t.equal(early.servers[0].url, `${url}/eu`)
  t.notOk(
    'example' in early.paths[marketTemplate].get.responses[200].content['application/json'],
    'there is no example before the store is built',
  )
  for (const path of ['/docs', '/docs/reference.js', '/docs/swagger-ui.js', '/console/about.json'])
    t.equal((await fetch(url + path)).status, 200, path)
  t.same(['/docs', '/eu/docs/reference.js', '/openapi.json?x', '/console/about.json'].map(isDocument), [
    true,
    true,
    true,
    true,
  ])
  t.same(
    ['/', '/console/', '/ready', '/v1/docs', '/docsx', '/sandbox/openapi.json'].map(isDocument),
    Array(6).fill(false),
  )
})

t.test('the pages of the documentation link only to what is served', async t => {
  const [start] = await pageOf('readme')
  const names = [...start!.matchAll(/<a href="([a-z-]+)\.html"/g)].map(([, name]) => name!)
  t.ok(new Set(names).size > 10, 'many names are checked')
  const pages = new Map(await Promise.all([...new Set(names)].map(async name => [name, await pageOf(name)] as const)))
  for (const [name, [body]] of pages)
    for (const [, target] of body!.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^https?:/.test(target!)) continue
      const [file = '', anchor] = target!.split('#')
      const known = pages.get(file === '' ? name : file.replace('.html', ''))
      if (known === undefined)
        t.equal((await server.inject({ url: `/docs/${file}` })).statusCode, 200, `${name}: ${target}`)
      else if (anchor) t.match(known[0], `id="${anchor}"`, `${name}: ${target}`)
    }
})

t.test('examples in the documentation call the address under which the page is read', async t => {
  const bodyAt = async (name: string, host: string) => (await pageOf(name, { host }))[0]!
  const near = await bodyAt('operations', 'localhost:5000')
  for (const one of [
    'http://eu.localhost:5000/v2/',
    'http://reference.localhost:5000/v1/',
    '>http://localhost:5000/us/v2/',
  ])
    t.ok(near.includes(one), one)
  const far = await bodyAt('operations', '10.0.0.1')
  for (const one of ['http://10.0.0.1/eu/v2/', '"next_url":"http://10.0.0.1/us/v3/', "'http://10.0.0.1/v1/instruments"])
    t.ok(far.includes(one.replaceAll('"', '&#34;')), one)
  t.match(await bodyAt('operations', 'us.localhost:5000'), 'http://eu.localhost:5000/v2/')
  for (const name of ['readme', 'testing', 'powers', 'operations', 'running', 'settings'])
    t.notMatch(await bodyAt(name, 'market.test'), /(localhost|127\.0\.0\.1):4780/, name)
  const url = '/docs/powers.html'
  const { etag } = (await server.inject({ url, headers: { host: 'one.test' } })).headers
  for (const [host, status] of [
    ['one.test', 304],
    ['two.test', 200],
    ['"><script>', 400],
  ] as const)
    t.equal((await server.inject({ url, headers: { host, 'if-none-match': etag } })).statusCode, status, host)
})

t.test('an unknown page says so, to browsers as a page', async t => {
  for (const url of ['/docs/nothing.html', '/console/nothing.js', '/docs/pictures/nothing.svg']) {
    const page = await server.inject({ url, headers: { accept: 'text/html' } })
    t.same([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
    t.match(page.body, 'there is no page or file')
    t.match((await server.inject({ url })).json(), { result: 'error', message: /there is no page or file/ })
  }
})

async function pageOf(name: string, headers: Headers = {}): Promise<string[]> {
  const { statusCode, body } = await server.inject({ url: `/docs/${name}.html`, headers })
  if (statusCode !== 200) throw new Error(`${name}: ${statusCode}`)
  return [body]
}
