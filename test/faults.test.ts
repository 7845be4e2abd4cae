import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { drawOf } from '../src/control/faults/draw.ts'
import { compileGlob } from '../src/control/faults/glob.ts'
import { strikesOf } from '../src/control/faults/strikes.ts'
import { controlOf } from './harness/control.ts'
import { instrumentUrl } from './harness/operations.ts'
import { fullKey, serve } from './harness/server.ts'
import t, { type Test } from './harness/tap.ts'

const instrument = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const trades = instrumentUrl(instrument, 'trades')
const bars = `${instrumentUrl(instrument, 'ohlcv')}?interval=1h&page_size=2`

const server = await serve(t)
const ask = controlOf(server)
let made = 0

/** A tenant with rules: functions to send requests and control it. */
async function tenant(t: Test, ...rules: object[]) {
  const name = `f${++made}`
  const { key } = await ask('POST', '/tenants', { name })
  t.teardown(() => ask('DELETE', `/tenants/${name}`))
  const path = `/tenants/${name}/faults`
  t.match(await ask('PUT', path, rules), { status: 200 })
  const own = { 'x-api-key': key as string }
  const inject = (url: string, headers = {}) => server.get(url, { ...own, ...headers })
  return { name, key: key as string, path, own, get: inject }
}

/** The bytes received over a socket, and whether the response is complete. */
async function received(url: string, headers: Record<string, string>, method = 'GET') {
  const request = get(server.url + url, { headers, method, agent: false })
  // A reset within the body is also an error of the request.
  request.on('error', () => {})
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    let failure: string | undefined
    try {
      for await (const chunk of answer) chunks.push(chunk)
    } catch (error) {
      failure = (error as NodeJS.ErrnoException).code
    }
    const body = Buffer.concat(chunks)
    return { status: answer.statusCode, headers: answer.headers, body, bytes: body.length, failure }
  } catch (error) {
    return { status: 0, headers: {}, body: Buffer.alloc(0), bytes: 0, failure: (error as NodeJS.ErrnoException).code }
  }
}

t.test('a rule matches by operation, region, path, key and page, and the first due rule applies', async t => {
  const { get, path } = await tenant(
    t,
    { id: 'other', when: { operation: 'listValuesLocked' }, do: { status: 500 } },
    { id: 'us', when: { region: 'us' }, do: { status: 502 } },
    { id: 'third', when: { operation: 'listTrades', page: 3 }, do: { status: 503 } },
    { id: 'glob', when: { path: '**/eth-*/trades' }, on: { first: 1 }, do: { status: 504 } },
    { id: 'key', when: { key: 'sandbox-key' }, do: { status: 418 } },
  )
  const statuses = async (url: string) => {
    const { statusCode, headers } = await get(url)
    return [statusCode, headers['x-sandbox-fault']]
  }
  t.same(await statuses(trades), [200, undefined])
  t.same(await statuses(`/us${trades}`), [502, 'us#1'])
  t.same(await statuses(trades.replace('btc-usd', 'eth-usd')), [504, 'glob#1'])
  t.same(await statuses(trades.replace('btc-usd', 'eth-usd')), [200, undefined])
  const first = (await get(`${trades}?page_size=2`)).json()
  const second = (await get(first.next_url)).json()
  t.same(await statuses(second.next_url), [503, 'third#1'])
  const { faults } = await ask('GET', path)
  t.same(
    faults.map(({ id, seen }: { id: string; seen: number }) => [id, seen]),
    [
      ['other', 0],
      ['us', 1],
      ['third', 1],
      ['glob', 2],
      ['key', 0],
    ],
  )
})

t.test('first, nth, every and share select requests until the count is reached', async t => {
  const cases: [on: object | undefined, until: object | undefined, failing: number[]][] = [
    [undefined, undefined, [1, 2, 3, 4, 5, 6]],
    [{ first: 2 }, undefined, [1, 2]],
    [{ nth: 3 }, undefined, [3]],
    [{ every: 2 }, undefined, [2, 4, 6]],
    [{ every: 2 }, { count: 2 }, [2, 4]],
    [undefined, { count: 1 }, [1]],
  ]
  for (const [on, until, expected] of cases) {
    const { get } = await tenant(t, { do: { status: 503 }, ...(on && { on }), ...(until && { until }) })
    const failing: number[] = []
    for (let n = 1; n <= 6; n++) if ((await get(bars)).statusCode === 503) failing.push(n)
    t.same(failing, expected, JSON.stringify({ on, until }))
  }
  const { get, name } = await tenant(t, { do: { status: 503 }, until: { for: 'PT30S' } })
  await ask('PUT', `/tenants/${name}/clock`, { now: '2026-01-30T00:00:00Z' })
  await ask('PUT', `/tenants/${name}/faults`, [{ do: { status: 503 }, until: { for: 'PT30S' } }])
  t.equal((await get(bars)).statusCode, 503)
  await ask('POST', `/tenants/${name}/clock/advance`, { by: 'PT30S' })
  t.equal((await get(bars)).statusCode, 200)
})

t.test('the schedule predicts the faults of compressed, streamed, pipelined, HEAD and injected requests', async t => {
  const { own, path } = await tenant(t, { id: 'shared', on: { share: 0.3 }, do: { status: 503 } })
  const { schedule } = await ask('GET', `${path}/schedule?n=60`)
  t.match(schedule, [{ id: 'shared', from: 1, to: 60 }])
  const announced = schedule[0].faults.map(({ ordinal }: { ordinal: number }) => ordinal)
  t.ok(announced.length > 5 && announced.length < 35, 'about the announced share is faulty')
  const statuses: number[] = []
  const kinds = [
    () => received(trades, own),
    () => received(trades, { ...own, 'accept-encoding': 'br' }),
    () => received(`${trades}?page_size=5000`, own),
    () => received(trades, own, 'HEAD'),
    async () => ({ status: (await server.get(trades, own)).statusCode }),
  ]
  for (let n = 0; n < 40; n++) statuses.push((await kinds[n % kinds.length]!()).status!)
  const line = `GET ${bars} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${own['x-api-key']}\r\n`
  const text = await piped(`${`${line}\r\n`.repeat(19)}${line}Connection: close\r\n\r\n`)
  statuses.push(...[...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)))
  t.equal(statuses.length, 60)
  t.same(
    statuses.flatMap((status, n) => (status === 503 ? [n + 1] : [])),
    announced,
  )
  t.match((await ask('GET', `${path}/schedule?n=1`)).schedule, [{ from: 61, to: 61 }])
})

/** Everything a connection returns for these bytes until it closes. */
async function piped(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname, () => socket.write(bytes)).setEncoding('latin1')
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

t.test('a tenant has the same faults in every run', async t => {
  const draw = drawOf('market', 'a', 'f1')
  t.equal(drawOf('market', 'a', 'f1')(1, 'share'), draw(1, 'share'))
  for (const [n, parts] of [
    ['other', 'a', 'f1'],
    ['market', 'b', 'f1'],
    ['market', 'a', 'f2'],
  ].entries())
    t.not(drawOf(...parts)(1, 'share'), draw(1, 'share'), `part ${n} counts`)
  t.not(draw(1, 'delay'), draw(1, 'share'))
  const drawn = Array.from({ length: 10_000 }, (_, n) => draw(n, 'share'))
  t.ok(Math.abs(drawn.filter(one => one < 0.1).length - 1000) < 120, 'about a tenth of the draws are below 0.1')
  const rule = { id: 'x', on: { share: 0.5 }, do: { delay: { uniform: ['PT0S', 'PT1S'] } } }
  const schedules = []
  for (const served of [server, await serve(t)]) {
    const control = controlOf(served)
    await control('POST', '/tenants', { name: 'same' })
    await control('PUT', '/tenants/same/faults', [rule])
    schedules.push((await control('GET', '/tenants/same/faults/schedule?n=100')).schedule)
  }
  t.same(schedules[0], schedules[1])
  t.match(schedules[0][0].faults[0].delay, /^PT0?\.?\d+S$/)
})

t.test('an error fault has its status and Retry-After', async t => {
  const { get } = await tenant(t, { id: 'x', do: { status: 429, retry_after: 7 } })
  const { statusCode, headers, body } = await get(trades)
  t.match([statusCode, headers['retry-after'], headers['x-sandbox-fault']], [429, '7', 'x#1'])
  t.same(JSON.parse(body), { result: 'error', message: 'status 429 by the fault x#1' })
  t.equal((await get('/v2/data/trades.v9/none')).statusCode, 404, 'routes other than operations are unaffected')
})

t.test('a 429 by a fault is no refusal of the rate limit, with or without a key', async t => {
  const refusals = async () => (await server.get('/metrics')).body.match(/^sandbox_limiter_refusals_total.*$/gm)
  const before = await refusals()
  for (const path of ['/v1/exchanges', bars]) {
    const { status } = await received(path, { 'x-api-key': fullKey, 'x-sandbox-fault': 'status=429' })
    t.equal(status, 429, path)
  }
  t.same(await refusals(), before)
})

t.test('a delay affects one response only', async t => {
  const slow = await tenant(t, { do: { delay: 'PT0.4S' } })
  const order: string[] = []
  await Promise.all([
    received(bars, slow.own).then(({ status }) => order.push(`slow ${status}`)),
    received(bars, { 'x-api-key': 'sandbox-key' }).then(({ status }) => order.push(`other ${status}`)),
  ])
  t.same(order, ['other 200', 'slow 200'])
  const plain = await server.get(bars)
  const { data } = (await slow.get(bars)).json()
  t.same(data, plain.json().data)
})

t.test(
  'a body is cut after bytes or records, with and without compression, and with and without a valid end',
  async t => {
    const whole = (await server.get(`${trades}?page_size=10`)).json()
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { own } = await tenant(t, { do: { cut: { records: 3 } } })
      const { body, failure, headers } = await received(`${trades}?page_size=20`, {
        ...own,
        'accept-encoding': encoding,
      })
      t.equal(failure, 'ECONNRESET', encoding)
      t.ok(Number(headers['content-length']) > body.length, 'more bytes are announced than sent')
      const flush = { finishFlush: constants.Z_SYNC_FLUSH }
      const text =
        encoding === 'gzip'
          ? gunzipSync(body, flush)
          : encoding === 'br'
            ? brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
            : body
      t.match(text.toString(), /"data":\[(\{[^}]*\},\n){2}\{[^}]*\}$/)
      t.ok(text.toString().endsWith(JSON.stringify(whole.data[2])), 'the text ends with the last whole record')
    }
    const { own, path } = await tenant(t, { id: 'x', do: { cut: { bytes: 100 } } })
    t.match(await received(bars, own), { status: 200, failure: 'ECONNRESET', bytes: 100 })
    await ask('PATCH', `${path}/x`, { do: { cut: { bytes: 100, clean: true } } })
    t.match(await received(bars, own), { status: 200, failure: undefined, bytes: 100 })
    await ask('PATCH', `${path}/x`, { do: { cut: { bytes: 0 } } })
    t.match(await received(bars, own), { status: 200, failure: 'ECONNRESET', bytes: 0 })
  },
)

t.test('a connection is reset before or within the body, after earlier responses are sent', async t => {
  const { own, path } = await tenant(t, { id: 'x', do: { reset: 'before' } })
  t.match(await received(bars, own), { status: 0, failure: 'ECONNRESET' })
  await ask('PATCH', `${path}/x`, { do: { reset: { bytes: 50 } } })
  t.match(await received(bars, own), { status: 200, failure: 'ECONNRESET', bytes: 50 })
  await ask('PATCH', `${path}/x`, { do: { reset: 'before' }, on: { nth: 3 } })
  const { hostname, port } = new URL(server.url)
  const line = `GET ${bars} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${own['x-api-key']}\r\n\r\n`
  const socket = connect(Number(port), hostname, () => socket.write(line.repeat(4))).setEncoding('latin1')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  const [error] = await once(socket, 'error')
  t.equal(error.code, 'ECONNRESET')
  t.equal(text.match(/"result":"success"/g)?.length, 2, 'the two earlier responses are complete')
})

t.test('a body stalls or is sent slowly', async t => {
  const { own, path } = await tenant(t, { id: 'x', do: { stall: { at: 100, for: 'PT0.3S' } } })
  const request = get(server.url + bars, { headers: own, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const [first] = await once(answer, 'data')
  t.equal(first.length, 100)
  const rest = Buffer.concat(await answer.toArray())
  t.same(JSON.parse(first + rest).data, (await server.get(bars)).json().data)
  await ask('PATCH', `${path}/x`, { do: { bandwidth: 10_000 } })
  const slow = await received(bars, own)
  t.same(JSON.parse(String(slow.body)).data.length, 2)
})

t.test('malformed bodies are not JSON, have another type, or begin with a byte order mark', async t => {
  const { get, path } = await tenant(t, { id: 'x', do: { malformed: 'not_json' } })
  const answer = await get(bars)
  t.match([answer.statusCode, answer.headers['content-type']], [200, /^application\/json/])
  t.throws(() => JSON.parse(answer.body))
  t.notOk('etag' in answer.headers, 'they are not cacheable')
  await ask('PATCH', `${path}/x`, { do: { malformed: 'content_type', status: 502 } })
  t.match(await get(bars), { statusCode: 502, headers: { 'content-type': /^text\/html/ } })
  await ask('PATCH', `${path}/x`, { do: { malformed: 'bom' } })
  t.ok(
    (await get(bars)).rawPayload.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])),
    'it begins with a byte order mark',
  )
})

t.test('fields are dropped, set to null or added in every record', async t => {
  const { get } = await tenant(t, { do: { drop_field: 'volume', null_field: ['open', 'price'], add_field: 'extra' } })
  const { data } = (await get(bars)).json()
  const plain = (await server.get(bars)).json().data
  t.same(
    data,
    plain.map(({ volume, ...rest }: Record<string, unknown>) => ({ ...rest, open: null, extra: 'added' })),
  )
})

/** Records of a walk by token, page by page; stops after `most` pages. */
async function pages(get: (url: string) => ReturnType<typeof server.get>, url: string, most = 20) {
  const found: { data: unknown[]; token?: string; status: number }[] = []
  for (let next: string | undefined = url; next && found.length < most; ) {
    const answer = await get(next)
    const { data = [], continuation_token: token, next_url } = answer.json()
    found.push({ data, token, status: answer.statusCode })
    next = next_url
  }
  return found
}

t.test('faulty pages lose no record', async t => {
  const url = `${instrumentUrl(instrument, 'ohlcv')}?interval=1h&page_size=10&sort=asc&start_time=2026-01-30`
  const plain = await pages(server.get, url)
  const all = plain.flatMap(({ data }) => data)
  t.same(
    plain.map(({ data }) => data.length),
    [10, 10, 4],
  )
  const short = await tenant(t, { on: { first: 2 }, do: { page: 'short_pages' } })
  const halves = await pages(short.get, url)
  t.same(
    halves.map(({ data }) => data.length),
    [5, 5, 10, 4],
  )
  t.same(
    halves.flatMap(({ data }) => data),
    all,
  )

  const empty = await tenant(
    t,
    { on: { every: 2 }, do: { page: 'empty_with_next' } },
    { on: { nth: 1 }, do: { delay: 'PT0S' } },
  )
  const gaps = await pages(empty.get, url)
  t.same(
    gaps.map(({ data }) => data.length),
    [10, 0, 10, 0, 4],
  )
  t.same(
    gaps.flatMap(({ data }) => data),
    all,
  )
  const leading = await tenant(t, { on: { nth: 1 }, do: { page: 'empty_with_next' } })
  const late = await pages(leading.get, url)
  t.same(
    late.flatMap(({ data }) => data),
    all,
    'the first page may be empty too',
  )

  const twice = await tenant(t, { on: { nth: 1 }, do: { page: 'duplicate_record' } })
  const [first] = await pages(twice.get, url, 1)
  t.same(first!.data, [...all.slice(0, 10), all[9]])

  const loop = await tenant(t, { when: { page: 2 }, do: { page: 'repeat_token' } })
  const round = await pages(loop.get, url, 5)
  t.same(
    round.slice(1).map(({ token }) => token),
    Array(4).fill(round[0]!.token),
  )

  const expired = await tenant(t, { do: { page: 'expired_token' } })
  const [begun, ended] = await pages(expired.get, url)
  t.same([begun!.status, begun!.data.length, ended!.status], [200, 10, 400])
})

t.test('a header requests a fault', async t => {
  const withFault = (text: string) => server.get(bars, { 'x-sandbox-fault': text })
  t.match(await withFault('status=503; retry_after=1'), {
    statusCode: 503,
    headers: { 'retry-after': '1', 'x-sandbox-fault': /^header#\d+$/ },
  })
  t.match(await withFault('{"status": 418}'), { statusCode: 418 })
  t.match((await withFault('drop_field=open,high; add_field=x')).json().data[0], { open: undefined, x: 'added' })
  const wrong: [text: string, message: RegExp][] = [
    ['statu=503', /must be such as "status=503; retry_after=1", not "statu=503" \(did you mean "status"\?\)/],
    ['status', /must be such as/],
    ['status=200', /^in the header X-Sandbox-Fault status must be an integer from 400 to 599, not 200$/],
    ['delay=PT2M', /delay must be at most "PT60S", not "PT2M"/],
    ['retry_after=1', /retry_after needs status, such as/],
    ['drop_field=nope', /^in the header X-Sandbox-Fault drop_field must name fields of records, not "nope"/],
    ['{"status"', /is not valid JSON/],
    ['cut=x', /cut.bytes must be an integer, not "x"/],
    ['', /a fault must contain an effect/],
  ]
  for (const [text, message] of wrong) {
    const answer = await withFault(text)
    t.equal(answer.statusCode, 400, text)
    t.match(answer.json().message, message, text)
  }
})

t.test('four keys have built-in faults, the same in every run', async t => {
  const statuses = async (key: string, count: number) => {
    const found: number[] = []
    for (let n = 0; n < count; n++)
      found.push(
        await server.get(bars, { 'x-api-key': key }).then(
          ({ statusCode }) => statusCode,
          () => 0,
        ),
      )
    return found
  }
  t.same(await statuses('sandbox-down', 2), [503, 503])
  const flaky = await statuses('sandbox-flaky', 60)
  for (const status of [200, 503]) t.ok(flaky.includes(status), `${status}`)
  const failures = flaky.map(status => (status === 200 ? ' ' : 'x')).join('')
  t.notMatch(failures, /x{5}/, 'a client that tries five times gets on')
  await ask('POST', '/tenants/default/reset')
  t.same(await statuses('sandbox-flaky', 60), flaky)
  const paged = []
  for (let n = 0; n < 20; n++)
    paged.push((await server.get(bars, { 'x-api-key': 'sandbox-bad-paging' })).json().data.length)
  t.ok(paged.includes(0) && paged.includes(1) && paged.includes(2), 'pages of several sizes occur')
  const { headers } = await server.get(bars, { 'x-api-key': 'sandbox-slow' })
  t.equal(headers['x-sandbox-fault'], 'slow#1')
})

t.test('rules are added, changed and removed, and invalid ones are refused', async t => {
  const { path } = await tenant(t)
  t.match(await ask('POST', path, { do: { status: 500 } }), { status: 201, id: 'f1', seen: 0 })
  t.match(await ask('POST', path, { id: 'two', do: { delay: 'PT0.1S' } }), { status: 201, id: 'two' })
  t.match(await ask('PATCH', `${path}/two`, { on: { first: 1 } }), {
    status: 200,
    on: { first: 1 },
    do: { delay: 'PT0.1S' },
  })
  t.match(await ask('DELETE', `${path}/f1`), { status: 204 })
  t.match(await ask('DELETE', `${path}/f1`), { status: 404, message: 'there is no rule "f1"; known are two' })
  t.match(await ask('POST', path, { id: 'two', do: { status: 500 } }), { status: 409 })
  const wrong: [rule: object, message: RegExp][] = [
    [{}, /^do is required$/],
    [{ status: 503 }, /^do is required: put status into it, as \{"do": \{"status": …\}\}$/],
    [{ do: {} }, /^do must contain an effect/],
    [{ do: { status: 399 } }, /^do.status must be an integer from 400 to 599, not 399/],
    [{ do: { stauts: 500 } }, /^do.stauts is not a known field \(did you mean "status"\?\)/],
    [
      { do: { status: 500 }, when: { operation: 'listTrade' } },
      /^when.operation must be .* not "listTrade" \(did you mean "listTrades"\?\)/,
    ],
    [{ do: { status: 500 }, when: { path: '/t/x/v1/assets' } }, /^when.path must omit the base path \/t\/x, not /],
    [{ do: { status: 500 }, when: { path: '/us/**' } }, /^when.path must omit the base path \/us, not /],
    [{ do: { status: 500 }, when: { path: 'v2/*' } }, /^when.path must begin with a slash, .*, not "v2\/\*"/],
    [{ do: { status: 500 }, when: { region: 'asia' } }, /^when.region must be "eu" or "us", not "asia"/],
    [
      { do: { status: 500 }, on: { first: 1, every: 2 } },
      /^on must be one of first, nth, every and share, not first and every/,
    ],
    [{ do: { status: 500 }, on: { share: 2 } }, /^on.share must be a number from 0 to 1, not 2/],
    [{ do: { delay: 'PT61S' } }, /^do.delay must be at most "PT60S", not "PT61S"/],
    [{ do: { delay: 5 } }, /^do.delay must be a duration, \{"uniform".*, not 5/],
    [{ do: { delay: { uniform: ['PT2S', 'PT1S'] } } }, /^do.delay.uniform must begin with the shorter duration/],
    [
      { do: { delay: { lognormal: { median: 'PT1S', sigma: 9, max: 'PT2S' } } } },
      /^do.delay.lognormal.sigma must be a number from 0 to 5, not 9/,
    ],
    [{ do: { cut: {} } }, /^do.cut must have either bytes or records/],
    [{ do: { cut: { bytes: 1 }, reset: 'before' } }, /^do.cut and do.reset both end the response/],
    [{ do: { page: 'long_pages' } }, /^do.page must be "empty_with_next" or /],
    [{ id: 'a b', do: { status: 500 } }, /^id must be 1 to 40 letters, digits, _ and -, not "a b"/],
    [
      { do: { drop_field: 'volum' } },
      /^do.drop_field must name fields of records, not "volum" \(did you mean "volume"\?\)$/,
    ],
    [{ do: { null_field: ['open', 'next_url'] } }, /^do.null_field must name fields of records, not "next_url"/],
    [{ do: { status: 500 }, until: { for: 'PT0S' } }, /^until.for must be longer than "PT0S"/],
  ]
  for (const [rule, message] of wrong)
    t.match(await ask('POST', path, rule), { status: 400, message }, JSON.stringify(rule))
  t.match(await ask('PUT', path, Array(101).fill({ do: { status: 500 } })), {
    status: 400,
    message: /an array of at most 100/,
  })
  t.match(
    await ask('PUT', path, [
      { id: 'a', do: { status: 500 } },
      { id: 'a', do: { status: 500 } },
    ]),
    { status: 400 },
  )
  t.match((await ask('GET', path)).faults, [{ id: 'two' }], 'a refused rule changes nothing')
  await ask('PUT', path, Array(100).fill({ do: { status: 500 } }))
  t.match(await ask('POST', path, { do: { status: 500 } }), { status: 400, message: /at most 100 rules/ })
  t.match(await ask('DELETE', path), { status: 204 })
  t.same((await ask('GET', path)).faults, [])
})

t.test('a delayed response before pipelined pages costs no CPU time', async t => {
  const { hostname, port } = new URL(server.url)
  const page = (path: string, headers = '') =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${fullKey}\r\n${headers}\r\n`
  const small = page(bars)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  // Many requests in a packet make the server split packets.
  socket.write(small.repeat(20))
  const { resume } = Socket.prototype
  let resumed = 0
  t.teardown(() => {
    Socket.prototype.resume = resume
  })
  Socket.prototype.resume = function (this: Socket) {
    resumed++
    return resume.call(this)
  }
  const large = page(trades.concat('?page_size=1000'))
  socket.write(page(bars, 'X-Sandbox-Fault: delay=PT0.5S\r\n') + large + small.repeat(3))
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (text.match(/"result":"success"/g)?.length === 25) break
  }
  t.ok(resumed < 100, `the connection was resumed ${resumed} times`)
})

t.test('path patterns match segments', async t => {
  const cases: [pattern: string, path: string, matches: boolean][] = [
    ['**/trades', '/v2/data/trades', true],
    ['**/trades', '/trades', true],
    ['**/trades', '/trades/x', false],
    ['/v2/*/x', '/v2/a/x', true],
    ['/v2/*/x', '/v2/a/b/x', false],
    ['/v2/**', '/v2', true],
    ['**/btc-*d/**', '/a/btc-usd/trades', true],
    ['**/btc-*d/**', '/a/btc-eur/trades', false],
    ['**', '/anything/at/all', true],
  ]
  for (const [pattern, path, matches] of cases) t.equal(compileGlob(pattern)(path), matches, `${pattern} ${path}`)
  compileGlob('**/'.repeat(60))('/a'.repeat(8000))
  compileGlob('*a'.repeat(100))('a'.repeat(16_000))
})

t.test('a restored rule continues where it was, without drawing again what was drawn', async t => {
  const rule = { id: 'r', on: { share: 0.5 }, do: { status: 503 }, until: { count: 12 } }
  const { get, path, name } = await tenant(t, rule)
  const scheduled = async () => (await ask('GET', `${path}/schedule?n=100`)).schedule
  for (let n = 0; n < 15; n++) await get(bars)
  const expected = await scheduled()
  const { status, ...state } = await ask('GET', `/tenants/${name}/state`)
  const [{ struck, ...uncounted }] = state.faults
  t.ok(struck > 0 && struck < 12, String(struck))
  t.equal(expected[0].faults.length, 12 - struck)
  for (const faults of [state.faults, [uncounted]]) {
    t.match(await ask('PUT', `/tenants/${name}/state`, { ...state, faults }), { status: 200, faults: [{ struck }] })
    t.same(await scheduled(), expected)
  }
  const long = { ...uncounted, seen: 5e9, struck: 11 }
  const put = (rule: object) => ask('PUT', `/tenants/${name}/state`, { ...state, faults: [rule] })
  t.match(await put(long), { status: 200, faults: [long] })
  t.equal((await scheduled())[0].faults.length, 1)
  t.same((await ask('GET', `/tenants/${name}/state`)).faults, [long])
  const { until, ...endless } = uncounted
  t.match(await put({ ...endless, seen: 5e9 }), { status: 200, faults: [{ seen: 5e9 }] })
  t.match(await put({ ...long, struck: 5e9 + 1 }), { status: 400, message: /^faults.0.struck must be at most seen/ })
  t.match(await put({ ...uncounted, seen: 10_001 }), { status: 400, message: /^faults.0.struck is required/ })
})

t.test('ordinals that another replica has passed over are counted again up to a bound', async t => {
  let drawn = 0
  const isOn = () => {
    drawn++
    return false
  }
  const strikes = strikesOf(isOn, 5)
  strikes.has(1000)
  t.equal(drawn, 1001)
  strikes.has(1e12)
  t.equal(drawn, 1001 + 1e6 + 1)
  const restored = strikesOf(isOn, 5, 1e12, 4)
  drawn = 0
  restored.has(1e12 + 1)
  t.equal(drawn, 2)
})
