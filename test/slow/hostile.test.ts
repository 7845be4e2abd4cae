import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { ask, start, until } from '../harness/process.ts'
import { send } from '../harness/raw-http.ts'
import { fullKey, serve, unlimited } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'

const trades = instrumentUrl({ exchange_code: 'bnce', class: 'spot', code: 'btc-usdt' }, 'trades')
const small = withQuery(trades, { page_size: 1 })
const large = withQuery(trades, { page_size: 100_000 })
const settings = { SANDBOX_NOW: '2026-01-31T00:00:00Z', SANDBOX_DATA: storePath, ...unlimited }

const server = start(t, settings)
const url = await server.ready()

/** The server's private memory in MB, if the system reports it. */
function memory(): number {
  if (!existsSync('/proc/self/status')) return 0
  const [, anonymous = ''] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? []
  return Number(anonymous) / 1024
}

async function open(): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const head = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: localhost', `X-Api-Key: ${fullKey}`, ...headers, '', ''].join('\r\n')
const last = (target: string, ...headers: string[]) => head(target, 'Connection: close', ...headers)

/** Statuses of all responses on a connection. */
const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

// From here on another client sends requests, which the following tests must not affect.
let asked = 0
let asking = true
const bystander = (async () => {
  while (asking) {
    const { status, data } = await ask(`${url}${small}`)
    if (status !== 200 || data.length !== 1) return `request ${asked} is ${status}`
    asked++
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  return ''
})()

// Started here and checked at the end, because they take time.
const slow = Promise.all(
  Array.from({ length: 50 }, async (_, n) => {
    const socket = await open()
    const received = text(socket)
    const pieces = n % 2 ? [...head(small, 'X-Slow: yes').slice(0, -3)] : []
    const dripping = setInterval(() => socket.writable && socket.write(pieces.shift() ?? 'a'), 200)
    if (n % 5 === 0) clearInterval(dripping)
    // The connection is closed after the response, and a write to it would be an error.
    socket.once('data', () => clearInterval(dripping))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    return received.finally(() => clearInterval(dripping))
  }),
)

const idle = memory()

t.test('megabyte URLs and large headers are refused without using memory', async t => {
  const cases: [status: number, bytes: string][] = [
    [414, last(`/${'x'.repeat(1_000_000)}`)],
    [414, last(`${small}&cursor=${'x'.repeat(1_000_000)}`)],
    [414, `GET /${'x'.repeat(1_000_000)}`],
    [431, last(small, `X-Long: ${'x'.repeat(20_000)}`)],
    [431, last(small, `X-Long: ${'x'.repeat(1_000_000)}`)],
    [431, last(small, `Cookie: ${'a=b; '.repeat(10_000)}`)],
  ]
  for (let n = 0; n < 10; n++)
    await Promise.all(
      cases.map(async ([status, bytes]) => {
        const answer = await send(url, bytes)
        if (n === 0) t.match(JSON.parse(answer.body), { result: 'error', message: /.{10}/ })
        t.equal(answer.status, status, bytes.slice(0, 40))
        t.match(answer.headers, 'connection: close')
      }),
    )
})

t.test('pipelined requests are answered one by one and in order', async t => {
  const targets = Array.from({ length: 200 }, (_, n) => (n % 3 === 1 ? '/v1/exchanges' : n % 3 === 2 ? '/no' : small))
  const pieces = [...targets.map(target => head(target)), last('/live')]
  const expected = [...targets.map(target => (target === '/no' ? 404 : 200)), 200]
  for (const writes of [[pieces.join('')], pieces]) {
    const socket = await open()
    const received = text(socket)
    for (const bytes of writes) socket.write(bytes)
    t.strictSame(statusesIn(await received), expected)
  }
})

t.test(
  'a client that pipelines hundreds of large pages without reading uses little memory and delays nobody',
  async t => {
    const page = '/v2/data/state_price.v1/aggregation/weth?page_size=1000'
    const before = memory()
    const sockets = await Promise.all(Array.from({ length: 4 }, open))
    for (const socket of sockets) socket.pause().write(head(page).repeat(600))
    for (let n = 0; n < 50; n++) t.equal((await ask(`${url}${small}`)).status, 200)
    t.ok(memory() - before < 200, `${Math.round(memory() - before)} MB more`)
    for (const socket of sockets) socket.destroy()
  },
)

t.test('every request of a packet is answered, wherever the packet is split', async t => {
  const requests = 1200
  const bytes = Buffer.from(head('/live').repeat(requests - 1) + last('/live'))
  for (const length of [bytes.length, 65_536, 777, 4096 + 1]) {
    const socket = await open()
    const received = text(socket)
    for (let n = 0; n < bytes.length; n += length) socket.write(bytes.subarray(n, n + length))
    t.strictSame(statusesIn(await received), Array(requests).fill(200), `pieces of ${length}`)
  }
})

t.test('a half-closed connection still gets its response', async t => {
  for (const target of [small, large]) {
    for (const requests of [1, 20]) {
      const socket = await open()
      socket.end(head('/live').repeat(requests - 1) + head(target))
      const received = await text(socket)
      t.same(
        [statusesIn(received), received.endsWith('}') || received.endsWith('0\r\n\r\n')],
        [Array(requests).fill(200), true],
      )
    }
  }
})

t.test('an unexpected body is read neither as a body nor as the next request', async t => {
  const smuggled = head('/nowhere')
  const cases: [statuses: number[], request: string][] = [
    [[200, 200], head(small, `Content-Length: ${smuggled.length}`) + smuggled],
    [[200, 200], `${head(small, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`],
    [[400], head(small, 'Content-Length: 5', 'Content-Length: 6')],
    [[400], head(small, 'Content-Length: -1')],
    [[405, 200], `${head(small, 'Content-Length: 5').replace('GET', 'POST')}hello`],
  ]
  for (const [statuses, request] of cases) {
    const socket = await open()
    const received = text(socket)
    socket.write(request + last('/live'))
    t.strictSame(statusesIn(await received), statuses, JSON.stringify(request.slice(-60)))
  }
  // The request is processed before its body proves invalid; nothing follows.
  for (const broken of [
    `${head(small, 'Transfer-Encoding: chunked')}zz\r\nhello\r\n`,
    `${head(small, 'Transfer-Encoding: chunked')}-1\r\n\r\n`,
    head(small, 'Transfer-Encoding: gzip'),
  ]) {
    const socket = await open()
    const received = text(socket)
    socket.write(broken + last('/live'))
    t.strictSame(statusesIn(await received), [200, 400], JSON.stringify(broken.slice(-60)))
  }
})

t.test('invalid bytes are answered after complete responses to earlier requests', async t => {
  const garbage = 'GARBAGE\r\n\r\n'
  const gzipped = head(small, 'Accept-Encoding: gzip, identity;q=0')
  const cases: [statuses: number[], bytes: string][] = [
    [[200, 400], head(small) + garbage],
    [[200, 400], gzipped + garbage],
    [[200, 404, 200, 400], head(small) + head('/no') + head(large) + garbage],
    [[200, 431], head(small) + head(small, `X-Long: ${'x'.repeat(20_000)}`)],
    [[200], last(small) + garbage],
  ]
  for (const [statuses, bytes] of cases) {
    const socket = await open()
    const received = text(socket)
    socket.write(bytes)
    t.strictSame(statusesIn(await received), statuses, JSON.stringify(bytes.slice(-60)))
  }

  const socket = (await open()).pause()
  socket.write(head(large))
  await once(socket, 'readable')
  for (let n = 0; n < 3; n++) await new Promise(resolve => socket.write(garbage, resolve))
  t.equal((await ask(`${url}${small}`)).status, 200, 'the invalid bytes have arrived before the page is sent')
  const received = await text(socket)
  const [page = '', refusal] = received.split('\r\n0\r\n\r\n')
  t.strictSame(statusesIn(received), [200, 400])
  t.notMatch(page, 'HTTP/1.1 400')
  t.match(refusal, /^HTTP\/1\.1 400 Bad Request\r\n(.+\r\n)+\r\n\{"result":"error".+\}$/)
})

t.test('an endless body is refused and not read', async t => {
  const socket = await open()
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  socket.write(head(small, 'Content-Length: 1000000000').replace('GET', 'POST'))
  const chunk = Buffer.alloc(65_536, 'x')
  for (let sent = 0; sent < 20_000_000 && socket.writable; sent += chunk.length)
    await new Promise(resolve => socket.write(chunk, resolve))
  socket.destroy()
  t.strictSame(statusesIn(received), [405])
  t.equal((await ask(`${url}/live`)).status, 200)
})

t.test('other protocols are answered in HTTP/1.1 or ignored', async t => {
  const cases: [statuses: number[], bytes: string][] = [
    [[200], last(small, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x')],
    [[200], last(small, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')],
    [[405], 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    [[400, 405, 404], 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [[400], 'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [[204], 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [[200], last(small, 'Range: bytes=0-10')],
    [[200], last(small, 'Accept-Encoding: exi, pack200-gzip;q=9, *;q=x')],
    [[406], last(small, 'Accept-Encoding: identity;q=0, *;q=0')],
    [[406], last(small, 'Accept: text/html')],
    [[200], last(`http://eu.localhost${small}`)],
    [[404], last('http://example.com/nowhere')],
    [[400], last(small).replace('Host: localhost\r\n', '')],
    [[400], last(small, 'Host: other')],
    [[200], last(small).replace('HTTP/1.1', 'HTTP/1.0')],
    [[200], head(small).replace('HTTP/1.1', 'HTTP/1.0')],
  ]
  for (const [statuses, bytes] of cases) {
    const answer = await send(url, bytes)
    const name = JSON.stringify(bytes.slice(0, 60))
    t.ok(statuses.includes(answer.status || 0), `${name} is ${answer.status}: ${answer.body.slice(0, 100)}`)
    if (answer.status === 200 || !answer.body) continue
    t.match(JSON.parse(answer.body), { result: 'error', message: /.{10}/ }, name)
  }
})

t.test('clients that request much and read nothing use few resources', async t => {
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open()))
  for (const [n, socket] of sockets.entries())
    socket.pause().write(head(large, `Accept-Encoding: ${['identity', 'gzip', 'zstd'][n % 3]}`))
  for (let n = 0; n < 20; n++) t.equal((await ask(`${url}${small}`)).status, 200)
  for (const socket of sockets) socket.destroy()
})

t.test('a connection is closed when its client reads nothing, but not when it reads slowly or waits', async t => {
  const patient = await serve(t, { ...unlimited, SANDBOX_UNREAD_TIMEOUT: '2' })
  const asking = async (bytes: string) => {
    const socket = connect(Number(new URL(patient.url).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.pause().write(bytes)
    return socket
  }
  const events = await asking(head('/sandbox/tenants/default/journal/stream'))
  const late = await asking(last(small, 'X-Sandbox-Fault: delay=PT5S'))
  const unread = await Promise.all(Array.from({ length: 20 }, () => asking(head(large).repeat(12))))
  const slow = await asking(head(large).repeat(11) + last(large))
  let end = ''
  for await (const piece of slow) {
    end = piece.toString('latin1')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  t.equal(end.slice(-5), '0\r\n\r\n', 'the slow client has its responses')
  t.equal(statusesIn(await text(late))[0], 200, 'the waiting client has its response')
  const connections = promisify(patient.app.server.getConnections.bind(patient.app.server))
  await until(connections, count => count === 1)
  t.match(String(events.resume().read()), /^HTTP\/1\.1 200 /, 'the live journal stays open')
  for (const socket of [events, ...unread]) socket.destroy()
})

t.test('slow senders are disconnected, each with a response', async t => {
  for (const received of await slow) {
    t.strictSame(statusesIn(received), [408])
    t.match(JSON.parse(received.split('\r\n\r\n')[1]!), { result: 'error', message: /in time/ })
  }
})

t.test('hostile requests leave the server unchanged and affect no other client', async t => {
  asking = false
  t.equal(await bystander, '')
  t.ok(asked > 100, `${asked} requests meanwhile`)
  const grown = memory() - idle
  t.ok(grown < 200, `${Math.round(grown)} MB more`)
  t.notMatch(server.stdout, /"level":[56]0/)
  t.equal(server.stderr, '')
})

t.test('a stopping server logs it, completes pending responses, and exits with 0', async t => {
  const stopping = start(t, settings)
  const base = await stopping.ready()
  const socket = connect(Number(new URL(base).port), '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write(head(large))
  await once(socket, 'readable')
  stopping.child.kill('SIGTERM')
  const notReady = await until(
    // An idle connection may be closed just as it is reused.
    () => ask(`${base}/ready`).catch(() => ({ status: 200 })),
    ({ status }) => status !== 200,
  )
  t.match(notReady, { status: 503, result: 'error', message: /stopping/ })
  t.equal((await ask(`${base}/live`)).status, 200)
  const answer = await fetch(`${base}${small}`, { headers: { 'x-api-key': fullKey } })
  t.same([answer.status, answer.headers.get('connection')], [200, 'close'], 'new requests are answered until then')
  await answer.text()
  const [, ...chunks] = (await text(socket)).split('\r\n')
  t.equal(chunks.at(-3), '0', 'the pending response is complete')
  t.strictSame(await stopping.exited, { code: 0, signal: null })
})
