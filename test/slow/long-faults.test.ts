import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliDecompressSync, constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { hold } from '../../src/http/answer/held.ts'
import { controlOf } from '../harness/control.ts'
import { instrumentUrl } from '../harness/operations.ts'
import { until } from '../harness/process.ts'
import { fullKey, serve, unlimited } from '../harness/server.ts'
import t from '../harness/tap.ts'

const bars = `${instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'ohlcv')}?interval=1s&page_size=2500`
const server = await serve(t, unlimited)
const plain = await server.json(bars)

/** The bytes of a response over a socket, and whether it ends as it should. */
async function received(fault: string, encoding = 'identity') {
  const headers = { 'x-api-key': fullKey, 'x-sandbox-fault': fault, 'accept-encoding': encoding }
  const request = get(server.url + bars, { headers, agent: false }).on('error', () => {})
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  const failure = await (async () => {
    for await (const chunk of answer) chunks.push(chunk)
  })().catch((error: NodeJS.ErrnoException) => error.code)
  return { headers: answer.headers, body: Buffer.concat(chunks), failure }
}

const decoders: Record<string, (body: Buffer) => Buffer> = {
  identity: body => body,
  gzip: body => gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }),
  br: body => brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: body => zstdDecompressSync(body, { finishFlush: constants.ZSTD_e_flush }),
}

t.test('a long page with a fault is sent in parts, with the records of the whole page', async t => {
  const withX = (record: object) => ({ ...record, x: 'added' })
  for (const [encoding, decode] of Object.entries(decoders)) {
    const { headers, body, failure } = await received('add_field=x', encoding)
    t.same([headers['content-length'], headers['transfer-encoding'], failure], [undefined, 'chunked', undefined])
    t.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
    t.strictSame(JSON.parse(decode(body).toString()).data, plain.data.map(withX), encoding)
  }
})

t.test('faults of the page change its last record, its token or its length', async t => {
  const pageOf = async (fault: string) => JSON.parse((await received(fault)).body.toString())
  const twice = await pageOf('page=duplicate_record')
  t.strictSame(twice.data, [...plain.data, plain.data.at(-1)])
  t.equal(twice.continuation_token, plain.continuation_token)
  const half = await pageOf('page=short_pages')
  t.strictSame(half.data, plain.data.slice(0, 1250))
  const rest = await server.json(half.next_url)
  t.strictSame(rest.data.slice(0, 1250), plain.data.slice(1250), 'the rest follows')
  const again = await pageOf('page=repeat_token')
  t.strictSame(again.data, plain.data)
  t.strictSame((await server.json(again.next_url)).data, plain.data, 'the token repeats the page')
})

t.test('a long page is cut after records or bytes, with and without compression and a valid end', async t => {
  for (const [encoding, decode] of Object.entries(decoders)) {
    for (const [records, clean] of [
      [0, false],
      [150, false],
      [200, true],
      [9000, false],
    ] as const) {
      const { body, failure } = await received(JSON.stringify({ cut: { records, clean } }), encoding)
      t.equal(failure, clean ? undefined : 'ECONNRESET', `${encoding} ${records}`)
      const { data } = JSON.parse(`${decode(body).toString()}]}`)
      t.strictSame(data, plain.data.slice(0, records))
    }
    const { body, failure } = await received('cut=3000', encoding)
    t.same([body.length, failure], [3000, 'ECONNRESET'])
  }
  for (const [fault, ended] of [
    ['reset=40000', 'ECONNRESET'],
    ['{"cut": {"bytes": 40000, "clean": true}}', undefined],
  ] as const) {
    const { body, failure } = await received(fault)
    t.same([body.length, failure], [40_000, ended], fault)
  }
})

t.test('a byte order mark, a pause and a rate apply to long pages too', async t => {
  const { body } = await received('malformed=bom; stall=100/PT0.1S; bandwidth=100000000')
  t.strictSame(body.subarray(0, 3), Buffer.from([0xef, 0xbb, 0xbf]))
  t.strictSame(JSON.parse(body.subarray(3).toString()).data, plain.data)
  t.match((await received('malformed=not_json')).body.toString(), /^<html>/)
})

t.test('the journal counts the records and bytes that were sent', async t => {
  const ask = controlOf(server)
  await ask('DELETE', '/tenants/default/journal')
  const { body } = await received('cut_records=1234')
  const { entries } = await ask('GET', '/tenants/default/journal')
  t.match(entries, [{ records: 1234, bytes: body.length, complete: false }])
})

t.test('a client of a slow page that leaves ends its reading', async t => {
  const headers = { 'x-api-key': fullKey, 'x-sandbox-fault': 'bandwidth=1000' }
  const request = get(server.url + bars, { headers, agent: false }).on('error', () => {})
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  const ask = controlOf(server)
  await ask('DELETE', '/tenants/default/journal')
  request.destroy()
  const { entries } = await until(
    () => ask('GET', '/tenants/default/journal'),
    ({ entries }) => entries.length > 0,
  )
  t.match(entries, [{ complete: false, fault: /^header#/ }])
  t.ok(entries[0].records <= 100, `${entries[0].records} records were read`)
})

t.test('responses beyond the memory for unread ones are refused until others are read', async t => {
  const unread = Object.assign(new EventEmitter(), { closed: false, destroyed: false }) as ServerResponse
  hold(unread, 64 << 20)
  const headers = { 'x-sandbox-fault': 'add_field=x' }
  const refused = await server.get(bars, headers)
  t.match([refused.statusCode, refused.headers['retry-after']], [503, '1'])
  t.match(refused.json().message, /not read yet may hold 64 MiB of memory/)
  t.equal((await server.get(bars)).statusCode, 200, 'pages without faults are not affected')
  unread.emit('close')
  t.equal((await server.get(bars, headers)).statusCode, 200)
  const gone = Object.assign(new EventEmitter(), { closed: true }) as ServerResponse
  hold(gone, 64 << 20)
  t.equal((await server.get(bars, headers)).statusCode, 200, 'a client that has left holds nothing')
})

t.test('with a control token only keys of tenants ask for faults, unless a setting lets everyone', async t => {
  const token = '0123456789abcdef'
  const statuses = async (environment: Record<string, string>) => {
    const guarded = await serve(t, { ...unlimited, SANDBOX_CONTROL_TOKEN: token, ...environment })
    const authorization = `Bearer ${token}`
    const made = await guarded.inject({
      method: 'POST',
      url: '/sandbox/tenants',
      headers: { authorization },
      payload: { name: 'own' },
    })
    const fault = { 'x-sandbox-fault': 'status=418' }
    const asked = [
      guarded.get(bars, fault),
      guarded.get(bars, { ...fault, 'x-api-key': made.json().key }),
      guarded.get('/t/own/v1/exchanges', { ...fault, 'x-api-key': '' }),
      guarded.get('/t/own/v1/exchanges', { ...fault, 'x-api-key': made.json().key }),
    ]
    const answers = await Promise.all(asked)
    for (const { statusCode, headers } of answers)
      if (statusCode === 200) t.match(headers['x-sandbox-hint'], /^ignored: X-Sandbox-Fault; SANDBOX_FAULT_HEADERS/)
      else t.equal(headers['x-sandbox-hint'], undefined, 'a fault that happens needs no hint')
    return answers.map(({ statusCode }) => statusCode)
  }
  t.strictSame(await statuses({}), [200, 418, 200, 418])
  t.strictSame(await statuses({ SANDBOX_FAULT_HEADERS: 'true' }), [418, 418, 418, 418])
})
