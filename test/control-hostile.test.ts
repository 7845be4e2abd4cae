import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { Pipelines } from '../src/http/connection/pipelining.ts'
import { joined } from '../src/http/control/control-routes.ts'
import { controlOf } from './harness/control.ts'
import { send } from './harness/raw-http.ts'
import { type Headers, serve } from './harness/server.ts'
import t, { type Test } from './harness/tap.ts'

const token = '0123456789abcdef'
const server = await serve(t)
const ask = controlOf(server)

/** Everything that a client of the control plane can change. */
async function stateOf(headers: Headers = {}, { json } = server) {
  const read = async (path: string) => (await json(`/sandbox/tenants${path}`, headers)) as object
  return [await read(''), await read('/default/state')]
}

/** The response to a request over a socket, which the server may close before it has read the whole body. */
async function sent(head: string[], body: Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  // A refused upload ends with EPIPE or ECONNRESET.
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', part => {
    text += part
  })
  socket.write(`${[...head, `Content-Length: ${body.length}`, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  socket.write(body)
  await new Promise(resolve => socket.on('close', resolve))
  return text
}

t.test('over a socket, rebound names, other sites, other types and bodies of 10 MB are refused', async t => {
  const before = await stateOf()
  const small = Buffer.from('{"name": "attack"}')
  const huge = Buffer.from(JSON.stringify({ name: 'x'.repeat(10 << 20) }))
  const own = `Host: 127.0.0.1:${new URL(server.url).port}`
  const json = 'Content-Type: application/json'
  const cases: [status: number, head: string[], body: Buffer][] = [
    [403, ['Host: rebound.test', json], small],
    [403, ['Host: 127.0.0.1.rebound.test', json], small],
    [400, ['Host: localhost@rebound.test', json], small],
    [403, ['Host: 2130706433', json], small],
    [400, ['Host:', json], small],
    [403, [own, json, 'Origin: https://other.test'], small],
    [403, [own, json, 'Sec-Fetch-Site: cross-site'], small],
    [415, [own, 'Content-Type: text/plain'], small],
    [415, [own, 'Content-Type: application/x-www-form-urlencoded'], small],
    [415, [own, 'Content-Type: multipart/form-data; boundary=x'], small],
    [415, [own], small],
    [415, [own, json, 'Content-Encoding: gzip'], small],
    [415, [own, 'Content-Type: application/json; charset=utf-16'], small],
    [413, [own, json], huge],
  ]
  for (const [status, head, body] of cases) {
    const answer = await sent(['POST /sandbox/tenants HTTP/1.1', ...head], body)
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"result":"error","message":"`), head.join(', '))
  }
  t.same(await stateOf(), before)
})

t.test('too many rules are refused at once, whatever their number', async t => {
  await ask('POST', '/tenants/default/faults', { id: 'kept', do: { status: 503 }, when: { page: 9 } })
  const before = await stateOf()
  const rules = (count: number) => Array.from({ length: count }, () => ({ do: { status: 503 } }))
  const path = '/tenants/default/faults'
  t.match(await ask('PUT', path, rules(101)), { status: 400, message: /^the body must be an array of at most 100/ })
  t.match(await ask('PUT', path, rules(100_000)), { status: 413, message: /at most 1 MiB/ })
  const { status, message } = await ask(
    'PUT',
    path,
    Array.from({ length: 500_000 }, () => 0),
  )
  t.match({ status, length: message.length < 300 }, { status: 400, length: true })
  const nested = await server.inject({
    method: 'PUT',
    url: `/sandbox${path}`,
    headers: { 'content-type': 'application/json' },
    payload: `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
  })
  t.equal(nested.statusCode, 400)
  t.ok(nested.body.length < 500, nested.body)
  t.same(await stateOf(), before)
})

t.test('objects cannot be changed through their prototype', async t => {
  const before = await stateOf()
  for (const payload of ['{"__proto__": {"limit": 1}}', '{"constructor": {"prototype": {"limit": 1}}}']) {
    const headers = { 'content-type': 'application/json' }
    const answer = await server.inject({ method: 'POST', url: '/sandbox/tenants', headers, payload })
    t.equal(answer.statusCode, 400, answer.body)
  }
  t.same(await stateOf(), before)
  t.notOk('limit' in {}, 'no parameter is built in')
})

t.test('guessed tokens are refused with the same response, and open nothing', async t => {
  const guarded = await serve(t, { SANDBOX_CONTROL_TOKEN: token })
  const right = { authorization: `Bearer ${token}` }
  const before = await stateOf(right, guarded)
  const guesses = [
    ...['', '*', 'null', 'undefined', 'true', '0', 'sandbox-key', token.slice(0, -1), `${token}0`, token.toUpperCase()],
    ...[token.repeat(100), `${token} ${token}`, `${token}\u00e9`, '\u0000'.repeat(16)],
    ...Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(16, '0')),
  ]
  const bodies = new Set<string>()
  for (const guess of guesses) {
    const headers = { authorization: `Bearer ${guess}`, 'content-type': 'application/json' }
    const answer = await guarded.inject({ method: 'POST', url: '/sandbox/tenants', headers, payload: '{}' })
    t.equal(answer.statusCode, 401, guess)
    bodies.add(answer.body)
  }
  t.equal(bodies.size, 2, 'one response for a missing token, one for a wrong token')
  const elsewhere: [url: string, headers: Headers][] = [
    [`/sandbox/tenants?token=${token}`, {}],
    ['/sandbox/tenants', { 'x-api-key': token }],
    ['/sandbox/tenants', { cookie: `token=${token}` }],
    ['/sandbox/tenants', { authorization: token }],
    ['/sandbox/tenants', { 'proxy-authorization': `Bearer ${token}` }],
  ]
  for (const [url, headers] of elsewhere) t.equal((await guarded.get(url, headers)).statusCode, 401, url)
  t.same(await stateOf(right, guarded), before)
})

const refusedNames = [
  ...['', ' ', '.', '..', '../default', 'a/b', 'a\\b', 'a.b', 'a%2fb', 'a b', 'a\nb', 'a\u0000', '-a', '_a', '-', 'A'],
  ...['é', '名', '🦊', 'a\u200b', '\ud800', '__proto__', '<script>', "'; DROP TABLE x", '$(id)', 'x'.repeat(41)],
]

t.test('invalid tenant names are refused in bodies and unknown ones in paths, and create nothing', async t => {
  const before = await stateOf()
  for (const name of [...refusedNames, null, 1, true, [], {}])
    t.match(
      await ask('POST', '/tenants', { name }),
      { status: 400, message: /^name must be 1 to 40 lower-case letters, digits, _ and -/ },
      JSON.stringify(name),
    )
  t.match(await ask('POST', '/tenants', { name: 'default' }), { status: 409, message: /"default" already exists/ })
  // URLs cannot contain a lone surrogate, and their parsers resolve dots.
  const inPaths = refusedNames.filter(name => !['\ud800', '.', '..'].includes(name))
  for (const name of ['constructor', 'toString', 'hasOwnProperty', ...inPaths]) {
    const path = `/tenants/${encodeURIComponent(name)}/faults`
    const { status, message } = await ask('PUT', path, [])
    t.match({ status, message }, { status: 404, message: /^(there is no tenant|nothing is served at)/ }, name)
    t.equal((await server.get(`/t/${encodeURIComponent(name)}/v1/exchanges`)).statusCode, 404, name)
  }
  t.same(await stateOf(), before)
})

t.test('names of built-in objects are ordinary tenant names', async t => {
  for (const name of ['constructor', 'prototype', 'a', '0', 'x'.repeat(40)]) {
    const { status, key } = await ask('POST', '/tenants', { name })
    t.equal(status, 201, name)
    t.equal((await server.get('/v1/exchanges', { 'x-api-key': key })).statusCode, 200)
    t.equal((await server.get(`/t/${name}/v1/exchanges`)).statusCode, 200)
    t.match(await ask('DELETE', `/tenants/${name}`), { status: 204 })
    t.match(await ask('DELETE', `/tenants/${name}`), { status: 404 })
  }
})

const posted = 'POST /sandbox/tenants HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

function connected(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () => resolve(socket))
    socket.setEncoding('latin1').on('error', () => {})
  })
}

t.test('a body that is no HTTP is refused at once, and one that never comes frees its connection', async t => {
  for (const body of [
    'Transfer-Encoding: chunked\r\n\r\nZZZ\r\n',
    'Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX',
    'Transfer-Encoding: xchunked\r\n\r\n',
  ])
    t.match(await send(server.url, posted + body), { status: 400, headers: /connection: close/ }, body)
  const gone = await connected()
  gone.end(`${posted}Content-Length: 20\r\n\r\n{}`)
  t.match(await text(gone), /^HTTP\/1\.1 400 /, 'a client that is gone before its body')
  const early = await connected()
  early.write('GET /live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{}')
  t.equal((await text(early)).match(/HTTP\/1\.1/g)?.length, 1, 'a response before the body is the only one')
})

t.test('the body of a request is read, whatever other connections wait for', async t => {
  const slow = 'GET /v1/assets HTTP/1.1\r\nHost: localhost\r\nX-Sandbox-Fault: delay=PT0.05S\r\n\r\n'
  const pipelined = await connected()
  pipelined.write(slow.repeat(20))
  const crowd = await Promise.all(Array.from({ length: 255 }, connected))
  const body = '{"name":"crowded"}'
  const answer = await send(server.url, `${posted}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  t.equal(answer.status, 201, 'in a crowd')
  for (const socket of [pipelined, ...crowd]) socket.destroy()
  const own = await connected()
  own.end(`${slow.repeat(3)}${posted}Connection: close\r\nContent-Length: 2\r\n\r\n{}`)
  t.same((await text(own)).match(/^HTTP\/1\.1 \d+/gm)?.at(-1), 'HTTP/1.1 201', 'after requests on its own connection')
})

const chunkCount = 10_000
const chunked = `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(chunkCount)}`

/** A connection after one whose chunks the server has seen. */
async function connectedLater(t: Test, handle: RequestListener): Promise<Socket> {
  const pipelines = new Pipelines((request, response) => {
    if (request.url === '/first') response.end()
    else handle(request, response)
  })
  const server = createServer((request, response) => pipelines.take(request, response))
  pipelines.watch(server)
  await new Promise<void>(resolve => server.listen(0, resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const first = 'POST /first HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  await send(`http://127.0.0.1:${port}`, first)
  return connect(port, '127.0.0.1')
}

t.test('chunks of a body are not parsed before somebody reads it', async t => {
  let waiting: Parameters<RequestListener> | undefined
  const socket = await connectedLater(t, (...call) => {
    waiting = call
  })
  socket.write(`${chunked}0\r\n\r\n`)
  while (waiting === undefined || waiting[0].socket.bytesRead < 1000) await turn()
  const [request, response] = waiting
  await turn()
  t.equal(request.readableLength, 0)
  t.equal((await text(request)).length, chunkCount, 'then all are')
  response.end()
  await once(socket, 'data')
  socket.destroy()
})

t.test('chunks of a body leave time for others', async t => {
  let [most, now, isOver] = [0, 0, false]
  const socket = await connectedLater(t, request => {
    request.on('data', () => {
      now++
      if (now % 500 > 0) return
      const end = performance.now() + 11
      while (performance.now() < end);
    })
    request.once('end', () => {
      isOver = true
    })
  })
  socket.write(`${chunked}0\r\n\r\n`)
  while (!isOver) {
    now = 0
    await turn()
    most = Math.max(most, now)
  }
  socket.destroy()
  t.ok(most < chunkCount / 4, `${most} chunks in a turn`)
})

t.test('chunks that have arrived are joined', async t => {
  const body = new PassThrough()
  for (let n = 0; n < 1000; n++) body.write('x')
  body.end()
  const parts: Buffer[] = []
  for await (const part of joined(body)) parts.push(part)
  t.equal(parts.length, 1)
  t.equal(String(parts[0]), 'x'.repeat(1000))
})

t.test('the end of a body that nobody reads any more is no error of the server', async t => {
  const body = new PassThrough()
  const parts = joined(body).resume()
  await turn()
  body.destroy(new Error('aborted'))
  await new Promise(resolve => parts.once('close', resolve))
  t.ok(parts.errored, 'the parts end with an error')
})

t.test('a long reply is whole for a client that has closed its side', async t => {
  const { key, tenant } = await ask('POST', '/tenants', { name: 'long' })
  const url = `/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades?page_size=1&x=${'x'.repeat(1500)}`
  for (let n = 0; n < 100; n++) await server.get(url, { 'x-api-key': key })
  const socket = await connected()
  socket.end(`GET /sandbox/tenants/${tenant}/journal/har HTTP/1.0\r\nHost: localhost\r\n\r\n`)
  const [, json = ''] = (await text(socket)).split('\r\n\r\n')
  t.equal(JSON.parse(json).log.entries.length, 100)
  t.ok(json.length > 200_000, `${json.length} characters`)
})
