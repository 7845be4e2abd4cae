import { once } from 'node:events'
import { until } from './harness/process.ts'
import { send } from './harness/raw-http.ts'
import { type Headers, type Served, serve } from './harness/server.ts'
import t from './harness/tap.ts'

const path = '/sandbox/tenants'
const token = '0123456789abcdef'

/** Requests a new tenant. */
async function create(server: Served, headers: Headers = {}, payload = '{}') {
  const given = { 'content-type': 'application/json', ...headers }
  const answer = await server.inject({ method: 'POST', url: path, headers: given, payload })
  return { status: answer.statusCode, message: answer.json().message }
}

const countOf = async (server: Served, headers: Headers = {}) => (await server.json(path, headers)).tenants.length

t.test('on loopback the control plane refuses other sites, host names, proxies and content types', async t => {
  const server = await serve(t)
  const before = await countOf(server)
  const refused: [status: number, message: RegExp, headers: Headers, payload?: string][] = [
    [403, /another origin, such as "https:\/\/other\.test"/, { origin: 'https://other.test' }],
    [403, /another origin/, { origin: 'null' }],
    [403, /another origin/, { origin: 'http://localhost:1' }],
    [403, /another site/, { 'sec-fetch-site': 'cross-site' }],
    [403, /not under the host "rebound\.test".*SANDBOX_CONTROL_HOSTS/, { host: 'rebound.test' }],
    [403, /not through a proxy/, { 'x-forwarded-for': '127.0.0.1' }],
    [415, /application\/json/, { 'content-type': 'text/plain' }],
    [400, /^the body is not valid JSON: .* at position 1/, {}, '{now:1}'],
    [400, /^a body is required, as application\/json: \{/, {}, ''],
    [413, /at most 1 MiB/, {}, JSON.stringify({ name: 'x'.repeat(2 << 20) })],
    [
      413,
      /^the body of POST \/sandbox\/tenants must be at most 16 KiB, not 16395 bytes/,
      {},
      JSON.stringify({ name: 'x'.repeat(16 << 10) }),
    ],
  ]
  for (const [status, message, headers, payload] of refused)
    t.match(await create(server, headers, payload), { status, message }, JSON.stringify(headers))
  t.equal(await countOf(server), before, 'nothing was created')
  for (const host of ['localhost:4780', '127.0.0.1', '[::1]:80'])
    t.match(await create(server, { host, origin: `http://${host}` }), { status: 201 }, host)
})

t.test('a server reachable from outside has no control plane without a token', async t => {
  const server = await serve(t, { SANDBOX_TRUST_PROXY: 'true' })
  t.match(await create(server), { status: 403, message: /SANDBOX_CONTROL_TOKEN/ })
})

t.test('with a token configured every request needs it, and other hosts are still refused', async t => {
  const server = await serve(t, { SANDBOX_CONTROL_TOKEN: token, SANDBOX_CONTROL_HOSTS: 'control.test' })
  const authorization = `Bearer ${token}`
  t.match(await create(server), { status: 401, message: /Authorization: Bearer/ })
  t.match(await create(server, { authorization: `Bearer ${token}x` }), {
    status: 401,
    message: /Authorization is wrong/,
  })
  t.match(await create(server, { authorization: `Basic ${token}` }), { status: 401 })
  t.match(await create(server, { authorization, host: 'rebound.test' }), { status: 403 })
  t.match(await create(server, { authorization, origin: 'https://other.test' }), { status: 403 })
  t.match(await create(server, { authorization, host: 'control.test' }), { status: 201 })
})

t.test('the port of the data names the port of the control plane', async t => {
  const server = await serve(t, { SANDBOX_CONTROL_PORT: '48177' })
  t.match(await create(server), { status: 404, message: 'the control plane is on port 48177' })
  const there = await fetch(`http://127.0.0.1:48177${path}`)
  t.equal(there.status, 200)
  await there.text()
})

t.test('on its own port the control plane refuses with the same body and headers as the data', async t => {
  await serve(t, { SANDBOX_CONTROL_PORT: '5161' })
  const cases: [bytes: string, status: number, message: RegExp][] = [
    ['GET /sandbox/%zz HTTP/1.1', 400, /percent-encoded UTF-8/],
    ['GET /nothing HTTP/1.1', 404, /serves only \/sandbox\//],
    ['GARBAGE', 400, /not valid HTTP\/1\.1/],
    ['MAKE /sandbox/tenants HTTP/1.1', 405, /must be GET, POST, PUT, PATCH or DELETE$/],
  ]
  for (const [line, status, message] of cases) {
    const answer = await send('http://127.0.0.1:5161', `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    t.equal(answer.status, status, line)
    t.match(JSON.parse(answer.body), { result: 'error', message })
    t.match(answer.headers, /\nx-request-id: \S+/)
    t.match(answer.headers, /\nx-content-type-options: nosniff/)
  }
  const { headers } = await fetch(`http://127.0.0.1:5161${path}`, { headers: { 'x-request-id': 'mine' } })
  t.same([headers.get('x-request-id'), headers.get('referrer-policy')], ['mine', 'no-referrer'])
})

t.test('a stopping server drains both ports at once', async t => {
  const server = await serve(t, { SANDBOX_CONTROL_PORT: '5162' })
  const reached = once(server.app.server, 'request')
  const slow = fetch(`${server.url}/v1/assets`, { headers: { 'x-sandbox-fault': 'delay=PT1S' } })
  await reached
  const closed = server.close()
  const refused = until(
    () => send('http://127.0.0.1:5162', '').catch(({ code }) => code),
    code => code === 'ECONNREFUSED',
  )
  t.equal(await Promise.race([slow, refused]), 'ECONNREFUSED')
  t.equal((await slow).status, 200)
  await closed
})
