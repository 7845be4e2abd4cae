import { instrumentUrl, withQuery } from './harness/operations.ts'
import { send } from './harness/raw-http.ts'
import { fullKey, type Headers, serve, unlimited } from './harness/server.ts'
import t from './harness/tap.ts'

const trades = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')}?page_size=1`
const path = trades.split('?')[0]!
const list = '/v1/instruments?limit=1'

const server = await serve(t, unlimited)

t.test('the first host label or the base path selects the service', async t => {
  const cases: [host: string, market: number, reference: number][] = [
    ['localhost:4780', 200, 200],
    ['localhost', 200, 200],
    ['127.0.0.1:4780', 200, 200],
    ['[::1]:4780', 200, 200],
    ['market-data:4780', 200, 200],
    ['europe.localhost', 200, 200],
    ['eu', 200, 200],
    ['constructor', 200, 200],
    ['__proto__', 200, 200],
    ['eu.localhost:4780', 200, 404],
    ['us.example.com', 200, 404],
    ['EU.LocalHost', 200, 404],
    ['reference.localhost:4780', 404, 200],
    ['Reference.example.com', 404, 200],
  ]
  for (const [host, market, reference] of cases) {
    t.equal((await server.get(trades, { host })).statusCode, market, `market data on ${host}`)
    t.equal((await server.get(list, { host })).statusCode, reference, `reference data on ${host}`)
  }
  for (const base of ['/eu', '/us']) {
    t.equal((await server.get(base + trades)).statusCode, 200)
    t.equal((await server.get(base + list)).statusCode, 404)
  }
  for (const base of ['/reference', '/EU', '/eu/eu', '/europe', '/eu/us', '//eu'])
    t.equal((await server.get(base + trades)).statusCode, 404, base)
  t.match(
    (await server.get(list, { host: 'eu.localhost' })).json().message,
    /reference\.…, and on hosts such as localhost, where its paths begin with \/v1/,
    'the message names the right host',
  )
  t.match((await server.get(trades, { host: 'reference.localhost' })).json().message, /eu\..*us\./)
  t.equal(
    (await server.get('/version', { host: 'reference.localhost' })).statusCode,
    200,
    'health checks work on every host',
  )
})

t.test('the host or base path selects the region', async t => {
  const builtIn = await serve(t)
  const cases: [status: number, url: string, host: string][] = [
    [200, trades, 'localhost'],
    [200, trades, 'eu.localhost'],
    [403, trades, 'us.localhost'],
    [403, `/us${trades}`, 'localhost'],
    [200, `/eu${trades}`, 'localhost'],
    [200, `/eu${trades}`, 'us.localhost'],
  ]
  for (const [status, url, host] of cases)
    t.equal((await builtIn.get(url, { host, 'x-api-key': 'sandbox-eu-only' })).statusCode, status, `${host}${url}`)
})

t.test('next_url keeps scheme, host, port and base path', async t => {
  const cases: [url: string, host: string, expected: string][] = [
    [trades, 'localhost:4780', `http://localhost:4780${path}?`],
    [trades, 'eu.localhost:4780', `http://eu.localhost:4780${path}?`],
    [`/us${trades}`, '127.0.0.1:1', `http://127.0.0.1:1/us${path}?`],
    [`/eu${trades}`, 'market-data', `http://market-data/eu${path}?`],
    [trades, '[::1]:4780', `http://[::1]:4780${path}?`],
    [list, 'reference.localhost:9', 'http://reference.localhost:9/v1/instruments?'],
    [trades.replace('/v2', '/v3'), 'us.localhost', `http://us.localhost${path.replace('/v2', '/v3')}?`],
  ]
  for (const [url, host, expected] of cases) {
    const body = await server.json(url, { host })
    t.equal(body.next_url, `${expected}continuation_token=${body.continuation_token}`)
    const { host: again, pathname, search } = new URL(body.next_url)
    t.equal(again, host)
    t.equal((await server.get(pathname + search, { host })).statusCode, 200)
  }
})

t.test('next_url works over a socket', async t => {
  for (const base of ['', '/eu', '/us']) {
    let url = `${server.url}${base}${trades}`
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(url, { headers: { 'x-api-key': fullKey } })
      t.equal(answer.status, 200)
      url = ((await answer.json()) as { next_url: string }).next_url
      t.ok(url.startsWith(`${server.url}${base}${path}?continuation_token=`), 'the next URL keeps base and path')
    }
  }
})

t.test('the prefix that a trusted proxy removed is in next_url', async t => {
  const server = await serve(t)
  const trusting = await serve(t, { SANDBOX_TRUST_PROXY: 'true' })
  const nextPath = async (by: typeof server, prefix: string) => {
    const { next_url } = await by.json(withQuery(trades, { page_size: 1 }), { 'x-forwarded-prefix': prefix })
    return new URL(next_url).pathname
  }
  const { pathname } = new URL((await server.json(withQuery(trades, { page_size: 1 }))).next_url)
  t.equal(await nextPath(server, '/market'), pathname)
  for (const [prefix, shown] of [
    ['/market', '/market'],
    ['/market/', '/market'],
    ['/a/b, /c', '/a/b'],
    ['', ''],
    ['/', ''],
    ['market', ''],
    ['/a b', ''],
    ['//evil.example', ''],
    [`/${'x'.repeat(300)}`, ''],
  ] as const)
    t.equal(await nextPath(trusting, prefix), shown + pathname, prefix)
  const { headers } = await trusting.get(trades, { 'x-forwarded-prefix': '/market' })
  t.match(headers.vary, /X-Forwarded-Prefix/)
  t.not(headers.etag, (await trusting.get(trades)).headers.etag)
})

t.test('forwarded headers count only from a trusted proxy', async t => {
  const trusting = await serve(t, { ...unlimited, SANDBOX_TRUST_PROXY: 'true' })
  const forwarded: Headers = { host: 'inner:4780', 'x-forwarded-host': 'us.example.com', 'x-forwarded-proto': 'https' }
  const inner = await server.json(trades, forwarded)
  t.ok(inner.next_url.startsWith(`http://inner:4780${path}?`), 'the next URL names the inner host')
  const outer = await trusting.json(trades, forwarded)
  t.ok(outer.next_url.startsWith(`https://us.example.com${path}?`), 'the next URL names the outer host')
  t.equal((await trusting.get(list, forwarded)).statusCode, 404, 'the forwarded host selects the service')
  t.equal((await server.get(list, forwarded)).statusCode, 200)
  const scheme = async (proto: string) =>
    (await trusting.json(trades, { ...forwarded, 'x-forwarded-proto': proto })).next_url.split('://')[0]
  t.same(await Promise.all(['https', 'http', 'ftp', 'javascript', 'https://a/?'].map(scheme)), [
    'https',
    'http',
    'http',
    'http',
    'http',
  ])
  const broken = await trusting.get(trades, { ...forwarded, 'x-forwarded-host': 'a b' })
  t.equal(broken.statusCode, 400, 'a forwarded host is validated too')
})

t.test('the setting hosts maps further names', async t => {
  const hosts = 'api.internal=us, ref.internal=reference,Plain=eu'
  const named = await serve(t, { SANDBOX_HOSTS: hosts })
  const status = async (url: string, host: string, key = fullKey) =>
    (await named.get(url, { host, 'x-api-key': key })).statusCode
  t.same([await status(trades, 'api.internal:80'), await status(list, 'api.internal')], [200, 404])
  t.same([await status(trades, 'ref.internal'), await status(list, 'ref.internal:1')], [404, 200])
  t.same([await status(trades, 'plain'), await status(list, 'PLAIN')], [200, 404])
  t.equal(await status(trades, 'api.internal', 'sandbox-eu-only'), 403)
  t.equal(await status(trades, 'other.internal', 'sandbox-eu-only'), 200)
  const hint = async (url: string, host: string) => (await named.get(url, { host })).json().message
  t.match(await hint(trades, 'ref.internal'), 'eu.…, us.…, api.internal and plain')
  t.match(await hint(list, 'plain'), 'reference.… and ref.internal')
})

t.test('an invalid host is 400', async t => {
  for (const host of [
    'a b',
    '"',
    '<a>',
    "a'b",
    'a/b',
    'a?b',
    'a#b',
    'u@a',
    ':80',
    'a:b',
    'a:99999',
    '[::1',
    '[a]',
    'é',
  ]) {
    const answer = await server.get(trades, { host })
    t.equal(answer.statusCode, 400, host)
    t.match(answer.json(), { result: 'error', message: /^Host must be / })
  }
  for (const host of ['a_b.c-d:80', 'xn--caf-dma.example', '10.0.0.1', '[2001:db8::1]:80'])
    t.equal((await server.get(trades, { host })).statusCode, 200, host)
})

t.test('next_url is right for every form of request', async t => {
  const own = new URL(server.url).host
  const absolute = trades.replace('/v2', '/v3')
  const cases: [target: string, version: string, host: string[], origin: string][] = [
    [`http://us.localhost:4799${absolute}`, '1.1', ['Host: other'], 'http://us.localhost:4799'],
    [`HTTP://us.localhost${absolute}`, '1.1', ['Host: eu.localhost'], 'http://us.localhost'],
    [`http://localhost:1/us${trades}`, '1.1', ['Host: other'], 'http://localhost:1/us'],
    [`http://eu.localhost${trades}`, '1.0', [], 'http://eu.localhost'],
    [trades, '1.0', [], `http://${own}`],
    [`/us${trades}`, '1.0', [], `http://${own}/us`],
    [trades, '1.1', ['Host:'], `http://${own}`],
  ]
  for (const [target, version, host, origin] of cases) {
    const head = [`GET ${target} HTTP/${version}`, `X-Api-Key: ${fullKey}`, 'Connection: close', ...host, '', '']
    const answer = await send(server.url, head.join('\r\n'))
    t.equal(answer.status, 200, `${target} ${version}: ${answer.body}`)
    const wanted = target.includes('/v3/') ? path.replace('/v2', '/v3') : path
    t.equal(JSON.parse(answer.body).next_url.split('?')[0], origin + wanted)
  }
})

t.test('no Host header breaks a response', async t => {
  const hostile = [
    '"',
    'a"b',
    '<script>',
    "'",
    '\\',
    'a\tb',
    'a b',
    '',
    ':',
    ':80',
    'a:b:c',
    '[',
    '[::1',
    '..',
    '.',
    'x'.repeat(5000),
    'constructor',
    '__proto__',
    'é',
    'toString.localhost',
    '%00',
    'a/b',
    'a?b',
    'a#b',
    'eu.',
  ]
  for (const host of hostile)
    for (const url of [trades, list]) {
      const answer = await server.get(url, { host })
      t.ok(answer.statusCode < 500, `${answer.statusCode} for ${host.slice(0, 40)}`)
      const body = answer.json()
      if (answer.statusCode === 200) t.ok(typeof body.next_url === 'string', 'there is a next page')
      else t.same(Object.keys(body), ['result', 'message'])
    }
})

t.test('Host headers and absolute targets are read over a socket', async t => {
  const request = (target: string, version: string, ...headers: string[]) =>
    [`GET ${target} HTTP/${version}`, `X-Api-Key: ${fullKey}`, 'Connection: close', ...headers, '', ''].join('\r\n')
  const cases: [name: string, bytes: string, statuses: number[]][] = [
    ['no Host under HTTP/1.0', request(trades, '1.0'), [200]],
    ['an absolute target', request(`http://eu.localhost${trades}`, '1.1', 'Host: other'), [200]],
    ['an absolute target elsewhere', request('http://example.com/v1/exchanges', '1.1', 'Host: localhost'), [200]],
    ['an absolute target of no path', request('http://example.com', '1.1', 'Host: localhost'), [200]],
    ['a broken absolute target', request('http://[/v1/exchanges', '1.1', 'Host: localhost'), [400]],
    ['an asterisk', request('*', '1.1', 'Host: localhost'), [200, 400, 404]],
    ['an empty Host', request(trades, '1.1', 'Host:'), [200]],
    ['two Hosts', request(trades, '1.1', 'Host: a', 'Host: b'), [200, 400]],
    ['a Host that ends the line early', request(trades, '1.1', 'Host: a\r\nX-Injected: 1'), [200]],
    ['a Host with a bare line feed', request(trades, '1.1', 'Host: a\nX-Injected: 1'), [200, 400]],
    ['a Host with a carriage return', request(trades, '1.1', 'Host: a\rb'), [400]],
  ]
  for (const [name, bytes, statuses] of cases) {
    const answer = await send(server.url, bytes)
    t.ok(statuses.includes(answer.status), `${name} is ${answer.status}: ${answer.body.slice(0, 200)}`)
    t.ok(['success', 'error'].includes(JSON.parse(answer.body).result), name)
    t.notOk(answer.headers.includes('x-injected'), 'no header was injected')
  }
})
