import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { connect, type Socket } from 'node:net'
import { createServer, connect as secure } from 'node:tls'
import { pino } from 'pino'
import { authorityIn, certificateOf } from '../src/server/tls/authority.ts'
import { send } from './harness/raw-http.ts'
import { fullKey, serve } from './harness/server.ts'
import t from './harness/tap.ts'

const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
const names = ['eu.market.example', 'us.market.example', 'codes.example']

const cache = t.testdir({ 'market-data-sandbox': {} })
const environment = {
  SANDBOX_TLS: 'true',
  SANDBOX_HOSTS: 'EU.market.example=eu,us.market.example=us,codes.example=reference',
  XDG_CACHE_HOME: cache,
}
const server = await serve(t, environment)
const { port } = new URL(server.url)
const [folder] = readdirSync(`${cache}/market-data-sandbox`)
const authority = `${cache}/market-data-sandbox/${folder}`
const ca = readFileSync(`${authority}/ca.pem`)

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses freely
  body: any
}

/** A response over HTTPS, from a socket of its own or through a tunnel. */
async function getSecurely(url: string, socket?: Socket): Promise<Answer> {
  const tunnel = socket && { createConnection: () => secure({ socket, ca, servername: new URL(url).hostname }) }
  const agent = Object.assign(new Agent(), tunnel)
  const sent = request(url, { ca, agent, headers: { 'x-api-key': fullKey } }).end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, body: JSON.parse(Buffer.concat(await answer.toArray()).toString()) }
}

/** A connection after CONNECT, with the status line of the response. */
async function tunnelTo(authority: string, before = ''): Promise<{ socket: Socket; status: string }> {
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${before}CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  let received = ''
  while (!/HTTP\/1\.1 \d+ (Connection|Forbidden)[\s\S]*\r\n\r\n/.test(received))
    received += String((await once(socket, 'data'))[0])
  return { socket, status: received.slice(received.lastIndexOf('HTTP/1.1')).split('\r\n')[0]! }
}

t.test('one port serves HTTP and HTTPS, and next_url has the scheme of the request', async t => {
  for (const name of ['localhost', '127.0.0.1']) {
    const { status, body } = await getSecurely(`https://${name}:${port}${path}?page_size=1`)
    t.equal(status, 200)
    t.ok(body.next_url.startsWith(`https://${name}:${port}${path}?`), 'the next URL keeps scheme, name and port')
    t.equal((await getSecurely(body.next_url)).status, 200)
  }
  const plain = await fetch(`${server.url}${path}?page_size=1`, { headers: { 'x-api-key': fullKey } })
  t.match(((await plain.json()) as { next_url: string }).next_url, server.url)
})

t.test('a tunnel to a name of SANDBOX_HOSTS reaches its region and service, with HTTPS and with HTTP', async t => {
  const cases: [name: string, path: string, status: number][] = [
    ['us.market.example', path, 200],
    ['EU.Market.Example', path, 200],
    ['codes.example', '/v1/exchanges', 200],
    ['codes.example', path, 404],
  ]
  for (const [name, path, expected] of cases) {
    const { socket, status } = await tunnelTo(`${name}:443`)
    t.equal(status, 'HTTP/1.1 200 Connection Established')
    const answer = await getSecurely(`https://${name}${path}`, socket)
    t.equal(answer.status, expected, `${name}${path}`)
    if (answer.body.next_url) t.match(answer.body.next_url, `https://${name.toLowerCase()}${path}?`)
  }
  const { socket } = await tunnelTo('us.market.example:80')
  socket.write('GET /v1/exchanges HTTP/1.1\r\nHost: us.market.example\r\nConnection: close\r\n\r\n')
  t.match(String((await once(socket, 'data'))[0]), 'HTTP/1.1 404', 'a market host has no reference data')
  socket.destroy()
})

t.test('the proxy refuses every other name, and passes requests to this server itself', async t => {
  const get = (url: string) => send(server.url, `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  for (const name of [
    'example.com',
    'market.example',
    'us.market.example.com',
    'localhost',
    '127.0.0.1:1',
    '[::1]:1',
  ]) {
    t.equal((await tunnelTo(name)).status, 'HTTP/1.1 403 Forbidden', name)
    const { status, body } = await get(`http://${name}/live`)
    t.equal(status, 403, name)
    t.match(JSON.parse(body), {
      result: 'error',
      message: /^the proxy serves the names of SANDBOX_HOSTS only \(eu\.market/,
    })
  }
  for (const name of ['us.market.example', 'codes.example:8080', `localhost:${port}`, `127.0.0.1:${port}`])
    t.equal((await get(`http://${name}/live`)).status, 200, name)
})

t.test('a tunnel works after pipelined requests', async t => {
  const before = 'GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20)
  const { socket, status } = await tunnelTo('us.market.example:443', before)
  t.equal(status, 'HTTP/1.1 200 Connection Established')
  t.equal((await getSecurely('https://us.market.example/live', socket)).status, 200)
})

t.test('the private key is for its owner alone, and the authority is made once for the same names', async t => {
  t.equal(statSync(`${authority}/ca-key.pem`).mode & 0o777, 0o600)
  const made = await Promise.all([serve(t, environment), serve(t, environment)])
  t.same(readdirSync(`${cache}/market-data-sandbox`), [folder])
  t.same(readFileSync(`${authority}/ca.pem`), ca)
  for (const { url } of made) t.equal((await getSecurely(url.replace('http', 'https').concat('/live'))).status, 200)
  await serve(t, { ...environment, SANDBOX_HOSTS: 'other.example=eu' })
  t.equal(readdirSync(`${cache}/market-data-sandbox`).length, 2, 'other names have an authority of their own')
})

t.test('servers that start concurrently create and share one authority', async t => {
  const shared = { ...environment, XDG_CACHE_HOME: `${cache}/shared` }
  mkdirSync(`${cache}/shared`)
  await Promise.all([serve(t, shared), serve(t, shared), serve(t, shared)])
  t.equal(readdirSync(`${cache}/shared/market-data-sandbox`).length, 1)
})

t.test('clients reject certificates of the authority for other names', async t => {
  const forged = await certificateOf({ ...(await authorityIn(authority, names)), names: ['bank.example'] })
  const bank = createServer(forged, socket => socket.end()).listen(0, '127.0.0.1')
  t.teardown(() => bank.close())
  bank.on('tlsClientError', () => {})
  await once(bank, 'listening')
  const { port } = bank.address() as { port: number }
  const client = secure({ port, host: '127.0.0.1', ca, servername: 'bank.example' })
  await t.rejects(once(client, 'secureConnect'), /permitted subtree violation/)
})

t.test('a fault resets connections with TLS, too', async t => {
  for (const fault of ['reset=before', 'reset=0', 'reset=10']) {
    const headers = { 'x-api-key': fullKey, 'x-sandbox-fault': fault }
    const sent = request(`${server.url.replace('http', 'https')}/v1/exchanges`, { ca, agent: false, headers })
    const failed = new Promise(resolve => {
      sent.on('error', resolve).on('response', answer => answer.resume().on('error', resolve))
    })
    sent.end()
    t.match(await failed, { code: 'ECONNRESET' }, fault)
  }
})

t.test('connections without a complete handshake do not delay the end', async t => {
  const closing = await serve(t, environment)
  const { port } = new URL(closing.url)
  for (const bytes of [[], [22], [22, 3, 1, 2, 0, 1], [22, 0, 0, 0, 0, 0, 0]]) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(Buffer.from(bytes))
  }
  await closing.close()
  await t.rejects(fetch(closing.url), 'closed')
})

t.test('without tls, CONNECT is refused, and the log names a handshake', async t => {
  const lines: { why?: string }[] = []
  const plain = await serve(t, {}, pino({}, { write: line => void lines.push(JSON.parse(line)) }))
  const answer = await send(plain.url, 'CONNECT us.market.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')
  t.equal(answer.status, 405)
  await t.rejects(getSecurely(plain.url.replace('http', 'https')), 'no TLS')
  t.match(lines.at(-1), { status: 400, why: /^a TLS handshake arrived, .* --tls$/ })
})
