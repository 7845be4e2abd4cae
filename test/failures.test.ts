import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Kind, type TSchema } from '@sinclair/typebox'
import type { LightMyRequestResponse } from 'fastify'
import { asFailure } from '../src/base/failure.ts'
import { anyText } from './harness/any-text.ts'
import { ofRecords } from './harness/of-records.ts'
import { bareUrl, operations, urlOf } from './harness/operations.ts'
import { fc, runs } from './harness/properties.ts'
import { type RawAnswer, send } from './harness/raw-http.ts'
import { fullKey, serve, unlimited } from './harness/server.ts'
import { storePath } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'

const server = await serve(t, unlimited)
const fileHash = () => createHash('sha256').update(readFileSync(storePath)).digest('hex')
const before = fileHash()

/** Invalid values by kind of parameter. Text is limited only in length and control characters. */
const wrong: Record<string, string[]> = {
  Integer: ['x', '1.5', '-1', '1e-3', '0x1', '9'.repeat(400), '1;DROP TABLE trade', '[1]'],
  Boolean: ['x', '2', 'yes'],
  Union: ['x', 'ASC ', 'asc,desc', '0'],
  time: ['x', '2026-02-30', '2026-01-30T99:00', '99999999999999', '2026-01-30T00:00:00+99:99'],
  interval: ['x', '0s', '31d', '1w', '-1h', '1'],
  continuation_token: ['x', 'null', '../../etc/passwd', 'A'.repeat(500)],
}

/** Invalid for every kind; sent unescaped. */
const alwaysWrong = ['', '%00', 'a%00b', '%0a', "'%00", '%', '%zz', '1%', '%E0%A4%A', '%c0%af', '%ff', 'x'.repeat(7000)]

/** Strange values that are valid as text; none may cause an internal error. */
const strange = [
  "'",
  '"',
  "' OR 1=1 --",
  '%25',
  '\\',
  '{"a":1}',
  '😀',
  '%F0%9F%98%80',
  '*',
  '%2527',
  ';',
  '&',
  '=',
  '..',
]

function kindOf(name: string, schema: TSchema): string {
  if (name === 'continuation_token' || name === 'interval') return name
  return schema.format === 'date-time' || name.endsWith('_time') || name.endsWith('_timestamp') ? 'time' : schema[Kind]
}

/**
 * The missing part of a proper refusal: a 4xx status and a short message that names the parameter; undefined if
 * complete.
 */
function flawOf({ statusCode, body }: LightMyRequestResponse, name: string): string | undefined {
  const { result, message, ...rest } = JSON.parse(body)
  const right = statusCode >= 400 && statusCode < 500 && result === 'error' && Object.keys(rest).length === 0
  return right && message.includes(name) && message.length <= 500 ? undefined : `${statusCode}: ${body.slice(0, 300)}`
}

function isRefusal(t: Test, answer: LightMyRequestResponse, name: string, what: string): void {
  t.equal(flawOf(answer, name), undefined, what.slice(0, 150))
}

/** Whether a parameter accepts any text. */
function takesText(schema: TSchema): boolean {
  return schema[Kind] === 'Array' || (schema[Kind] === 'String' && !schema.format)
}

/** Encodings are decoded in one place, so each is tried once per parameter name and kind. */
const encoded = new Set<string>()

for (const { family, operation } of operations) {
  const parameters: Record<string, TSchema> = { ...operation.query.properties }
  if (family.host === 'market' || 'limit' in parameters) parameters.continuation_token = { [Kind]: 'String' } as TSchema
  const once = (name: string, kind: string) => encoded.size < encoded.add(`${name} ${kind}`).size

  t.test(`${operation.id} refuses every invalid value and names the parameter`, async t => {
    const flaws: string[] = []
    for (const [name, schema] of Object.entries(parameters)) {
      // Clients send all kinds of values in it, and none breaks their trades.
      if (name === 'index_inserted_at') continue
      const kind = kindOf(name, schema)
      const bare = bareUrl(operation, name)
      const url = bare + (bare.includes('?') ? '&' : '?')
      const ask = async (rest: string, mayBeRight = false) => {
        const answer = await server.get(`${url}${name}${rest}`)
        const flaw = mayBeRight && answer.statusCode === 200 ? undefined : flawOf(answer, name)
        if (flaw !== undefined) flaws.push(`${name}${rest.slice(0, 100)} is ${flaw}`)
      }
      for (const value of (wrong[kind] ?? []).map(encodeURIComponent)) await ask(`=${value}`)
      const first = once(name, kind)
      for (const value of first ? alwaysWrong : []) await ask(`=${value}`)
      await ask('')
      if (schema[Kind] !== 'Array') await ask(`=1&${name}=1`)
      for (const value of first || takesText(schema) ? strange : []) await ask(`=${value}`, true)
    }
    t.same(flaws, [])
    const [name] = Object.keys(parameters)
    if (name) t.equal((await server.get(`${operation.path}?${name}=${'x'.repeat(20_000)}`)).statusCode, 414)
  })

  const segments = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  t.test(`${operation.id} refuses every invalid code in its path`, async t => {
    const flaws: string[] = []
    for (const name of segments) {
      const marked = urlOf(operation.path, { ...operation.example, [name]: 'MARK' }).split('?')[0]!
      const broken = once(name, family.name) ? [...alwaysWrong.slice(1), ...strange, 'x'.repeat(150)] : []
      for (const value of [...broken, 'CBSEX', 'constructor', '__proto__']) {
        const answer = await server.get(marked.replace('MARK', value))
        const flaw = [400, 404, 414].includes(answer.statusCode) ? flawOf(answer, '') : `${answer.statusCode}`
        if (flaw !== undefined) flaws.push(`${name}: ${value} is ${flaw}`)
      }
      const answer = await server.get(urlOf(operation.path, { ...operation.example, [name]: 'nope' }))
      if (answer.statusCode !== 404 || flawOf(answer, '"nope"')) flaws.push(`${name}: unknown is ${answer.body}`)
    }
    t.same(flaws, [])
  })
}

t.test('an instrument of another profile is refused with the name of that profile', async t => {
  const hint = /; the profile standard \(SANDBOX_PROFILE\) has (it|some|more contracts of btc-usd)$/
  const cases: [path: string, hinted: boolean][] = [
    ['/exchanges/cbse/spot/sol-usd/trades', true],
    ['/exchanges/CBSE/spot/SOL-USD/trades', true],
    ['/exchanges/okex/spot/btc-usdt/trades', true],
    ['/exchanges/binc/future/btc-usd-260327/trades', true],
    ['/exchanges/bbit/future/btc-usd-260327/trades', true],
    ['/spot_exchange_rate/sol/usd', true],
    ['/spot_exchange_rate/usd/sol', true],
    ['/exchanges/cbse/spot/nope-usd/trades', false],
    ['/exchanges/cbse/option/bct-usd/trades', false],
    ['/exchanges/nope/spot/btc-usd/trades', false],
    ['/spot_exchange_rate/btc/zra', false],
  ]
  for (const [path, hinted] of cases) {
    const answer = await server.get(`/v2/data/trades.v1${path}`)
    t.equal(answer.statusCode, 404)
    t.equal(hint.test(answer.json().message), hinted, `${path}: ${answer.json().message}`)
  }
  for (const [asset, hinted] of [
    ['wsteth', true],
    ['krw', false],
  ] as const) {
    const { message } = (await server.get(`/v2/data/state_price.v1/aggregation/${asset}`)).json()
    t.equal(hint.test(message), hinted, message)
  }
})

t.test('an invalid path segment is quoted in the message', async t => {
  const cases: [segment: string, shown: RegExp][] = [
    ['%zz', /"%zz"/],
    ["it's%ff", /"it's%ff"/],
    ['x'.repeat(300), /"x{60}…"/],
  ]
  for (const [segment, shown] of cases) {
    const answer = await server.get(`/v2/data/trades.v1/exchanges/cbse/spot/${segment}/trades?page_size=1`)
    isRefusal(t, answer, '', segment)
    t.match(answer.json().message, shown)
  }
})

t.test('an invalid path is reported as such, whatever error the framework throws', async t => {
  const messageOf = (code: string) =>
    asFailure(Object.assign(new Error('no'), { code }), '/v1/%zz/longest?x=%yyyyyyyyyy').message
  t.match(messageOf('FST_ERR_BAD_URL'), 'not "%zz"')
  t.match(messageOf('FST_ERR_MAX_PARAM_LENGTH'), '"longest" in the path')
})

t.test('an integer beyond the safe range of a double is refused as too large', async t => {
  const answer = await server.get('/v1/instruments?trade_count_min=9007199254740993')
  t.equal(answer.statusCode, 400)
  t.match(answer.json().message, /^trade_count_min must be an integer of at least 0 and at most 9007199254740991, not /)
  t.equal((await server.get('/v1/instruments?trade_count_min=9007199254740991')).statusCode, 200)
})

t.test(
  'no URL leads to an internal error',
  ofRecords(async t => {
    const [, ...rest] = operations.flatMap(({ urls }) => urls)
    const anyPiece = anyText(40).map(encodeURIComponentSafely)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rest), fc.nat(), anyPiece, fc.boolean(), async (url, at, text, encoded) => {
        const place = at % (url.length + 1)
        const broken = `/${(url.slice(0, place) + (encoded ? text : text.replaceAll('%', '')) + url.slice(place)).slice(1)}`
        const answer = await server.get(broken)
        t.ok(answer.statusCode < 500, broken)
        t.ok(['success', 'error'].includes(answer.json().result), 'the result is success or error')
      }),
      runs(150),
    )
  }),
)

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))
}

t.test('methods other than GET, HEAD and OPTIONS are 405 on known paths, 404 on others', async t => {
  const trades = operations[0]!.urls[0]!
  const named = ['c', '%63', 'c'.repeat(150)].map(code => `/eu/v2/data/trades.v1/exchanges/a/b/${code}/trades`)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const url of [trades, '/v1/exchanges', '/version', ...named]) {
      const answer = await server.inject({
        method,
        url,
        payload: '{"a":',
        headers: { 'content-type': 'application/json' },
      })
      isRefusal(t, answer, method, `${method} ${url}`)
      t.equal(answer.statusCode, 405)
      t.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
    }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
    for (const payload of ['{"a":', 'x'.repeat(2_000_000)])
      for (const type of ['application/json', 'text/plain', 'image/png']) {
        const request = { method, payload, headers: { 'content-type': type } }
        const elsewhere = await server.inject({ ...request, url: '/nowhere' })
        isRefusal(t, elsewhere, '/nowhere', `${method} /nowhere`)
        t.equal(elsewhere.statusCode, 404, `${method} of ${type}`)
        t.equal((await server.inject({ ...request, url: trades })).statusCode, method === 'OPTIONS' ? 204 : 405)
      }
  const options = await server.inject({ method: 'OPTIONS', url: trades })
  t.same([options.statusCode, options.body, options.headers.allow], [204, '', 'GET, HEAD, OPTIONS'])
  t.equal((await server.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode, 404)
})

t.test(
  'an Accept header that excludes JSON is 406, any other is accepted',
  ofRecords(async t => {
    const cases: [string, number][] = [
      ['application/json', 200],
      ['*/*', 200],
      ['application/*;q=0.5', 200],
      ['text/html, application/json;q=0.1', 200],
      ['APPLICATION/JSON', 200],
      ['text/html', 406],
      ['text/*, image/png', 406],
      ['application/xml', 406],
      ['', 200],
      ['application/json;charset=utf-8', 200],
      ['application/json; Q=0.001', 200],
      ['application/json;q=0', 406],
      ['application/json; q=0.000', 406],
      ['*/*;q=0', 406],
      ['application/*;q=0', 406],
      ['application/jsonp', 406],
      ['text/json', 406],
      ['application/json;q=0, text/html', 406],
      ['*/*;q=0, application/json', 200],
      ['application/json, application/*;q=0', 200],
      ['application/jsonp, */*;q=0.1', 200],
      ['text/html, image/gif, *; q=.2', 200],
    ]
    for (const { urls } of operations)
      for (const [accept, status] of urls === operations[0]!.urls ? cases : cases.slice(4, 6))
        t.equal((await server.get(urls[0]!, { accept })).statusCode, status, accept)
  }),
)

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: localhost', `X-Api-Key: ${fullKey}`, 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  )
const trades = operations[0]!.urls[0]!

t.test('invalid HTTP gets the common error shape and never a hanging connection', async t => {
  const cases: [status: number, bytes: string | Buffer][] = [
    [400, 'garbage\r\n\r\n'],
    [400, 'GET\r\n\r\n'],
    [400, 'GET / HTTP/9.9\r\n\r\n'],
    [400, 'GET / FTP/1.1\r\n\r\n'],
    [405, 'get / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [405, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'GET /v1/exchanges?a=\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost a\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\n: a\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nX-Api-Key: \x01\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    [400, Buffer.from(Array.from({ length: 300 }, (_, n) => n % 256))],
    [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, get('/%00%zz')],
    [404, get('/%00')],
    [404, get('/v1//exchanges')],
    [417, get('/v1/exchanges', 'Expect: foo')],
    [431, get('/v1/exchanges', `X-Long: ${'x'.repeat(20_000)}`)],
    [431, get('/v1/exchanges', ...Array.from({ length: 3000 }, (_, n) => `X-${n}: ${n}`))],
    [414, get(`/${'x'.repeat(70_000)}`)],
    [414, get(`/${'x'.repeat(16_100)}`)],
    [414, get(`/${'x'.repeat(16_300)}`, `X-Short: ${'x'.repeat(500)}`)],
    [431, get(`/${'x'.repeat(15_900)}`, `X-Short: ${'x'.repeat(500)}`)],
    [405, get(trades).replace('GET', 'DELETE')],
    [401, get(trades).replace(fullKey, "' OR '1'='1")],
    [401, get(trades, 'X-Api-Key: sandbox-key')],
    [200, 'GET /\r\n\r\n'],
    [200, get(trades)],
    [200, get(trades).replace('HTTP/1.1', 'HTTP/1.0').replace('Host: localhost\r\n', '')],
  ]
  for (const [status, bytes] of cases) {
    const name = JSON.stringify(bytes.toString('latin1').slice(0, 80))
    const answer: RawAnswer = await send(server.url, bytes)
    t.equal(answer.status, status, `${name} is ${answer.status}: ${answer.body.slice(0, 200)}`)
    t.match(answer.headers, 'content-type: application/json; charset=utf-8')
    if (status === 200) continue
    t.match(JSON.parse(answer.body), { result: 'error', message: /.{10}/ }, name)
  }
})

t.test('headers are refused by number, too, and the message says so', async t => {
  const withHeaders = (count: number) =>
    send(server.url, get('/live', 'Connection: close', ...Array.from({ length: count }, (_, n) => `a${n}: b`)))
  const few = await withHeaders(900)
  const many = await withHeaders(1001)
  t.same([few.status, many.status], [200, 431])
  t.match(JSON.parse(many.body).message, /at most 1000 headers; at least 1001 headers were sent/)
})

t.test('an abandoned request has no effect on the server', async t => {
  const pieces = [
    '',
    'GET ',
    get(trades).slice(0, -2),
    get(`${trades}?page_size=100000`),
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nx',
  ]
  for (const piece of pieces) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    if (piece) await new Promise(resolve => socket.write(piece, resolve))
    socket.resetAndDestroy()
  }
  t.equal((await fetch(`${server.url}/live`)).status, 200)
})

t.test('invalid requests leave the store unchanged byte for byte', async t => {
  t.equal(fileHash(), before)
})

t.test('no message has control characters of a request as they are', async t => {
  const keys = `${t.testdir()}/keys.json`
  writeFileSync(keys, JSON.stringify([{ key: fullKey, name: 'one pair', instruments: ['*/*/btc-usd'] }]))
  const guarded = await serve(t, { SANDBOX_KEYS: keys })
  const odd = ['\u0085', '\u009b31m', '\u202e', '\u2028', '\u007f']
  for (const text of odd) {
    const code = encodeURIComponent(`btc${text}`)
    const { statusCode, body } = await guarded.get(`/v2/data/trades.v1/exchanges/cbse/spot/${code}/trades`)
    t.equal(statusCode, 403)
    t.notOk(body.includes(text), encodeURIComponent(text))
    const payload = `{"a${text}": 1}`
    const headers = { 'content-type': 'application/json' }
    const refused = await guarded.inject({ method: 'POST', url: '/sandbox/tenants', headers, payload })
    t.equal(refused.statusCode, 400)
    t.notOk(refused.body.includes(text), encodeURIComponent(text))
  }
})
