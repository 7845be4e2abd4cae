import { FormatRegistry, Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { envelopeTimes } from '../src/operations/echo.ts'
import type { MarketFamily } from '../src/operations/operation.ts'
import { ofRecords } from './harness/of-records.ts'
import type { Declared } from './harness/operations.ts'
import { operations, withQuery } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import t from './harness/tap.ts'
import { page } from './harness/walk.ts'

FormatRegistry.Set('date-time', text => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))

const marketKeys = ({ echo }: MarketFamily) =>
  `query,${envelopeTimes[echo].text},${envelopeTimes[echo].stamp},data,result,continuation_token,next_url,access`.split(
    ',',
  )
const referenceKeys = 'result,data,count,continuation_token,next_url'.split(',')

const server = await serve(t)

/** Field names of a record in order, given the optional ones present. */
function fieldsOf(schema: TSchema, record: object): string[] {
  return Object.entries<TSchema>(schema.properties)
    .filter(([name, property]) => !(OptionalKind in property) || name in record)
    .map(([name]) => name)
}

function envelopeOf({ family, operation }: Declared, more: boolean): string[] {
  const keys =
    family.host === 'market'
      ? marketKeys(family).flatMap(key => (key === 'data' ? [key, ...Object.keys(operation.beside)] : [key]))
      : referenceKeys.filter(key => key !== 'count' || operation.counted)
  return more ? keys : keys.filter(key => key !== 'continuation_token' && key !== 'next_url')
}

t.test('operations exist, and no two share an id or a path', async t => {
  const ids = operations.map(({ operation }) => operation.id)
  const paths = operations.flatMap(({ operation }) => [operation.path, ...operation.also])
  t.ok(ids.length >= 9, 'several requests were made')
  t.same(ids, [...new Set(ids)])
  t.same(paths, [...new Set(paths)])
})

for (const declared of operations) {
  const { family, operation, urls } = declared
  t.test(
    `${operation.id} keeps the contract`,
    ofRecords(async t => {
      t.ok(/^[a-z]+[A-Z]\w+$/.test(operation.id), 'is named by a verb and a noun')
      t.ok(operation.summary.length > 10, 'has a summary')

      for (const url of urls) {
        const { headers, statusCode, ...answer } = await server.get(url)
        t.equal(statusCode, 200, url)
        t.equal(headers['content-type'], 'application/json; charset=utf-8')
        t.match(headers['x-request-id'], /^[\w.:-]{1,64}$/)
        const body = answer.json()
        t.same(Object.keys(body), envelopeOf(declared, 'next_url' in body), 'envelope in order')
        t.equal(body.result, 'success')
        const found: object[] = operation.keyed ? Object.values(body.data) : body.data
        t.ok(found.length > 0, 'the example has records')
        for (const record of found) {
          if (!Value.Check(operation.row, record))
            t.fail(`${JSON.stringify(record)}: ${Value.Errors(operation.row, record).First()?.message}`)
          if (operation.row[Kind] === 'Object') t.same(Object.keys(record), fieldsOf(operation.row, record))
        }
        if (operation.counted) t.equal(body.count, body.data.length)
      }

      const [url] = urls as [string]
      const head = await server.inject({ method: 'HEAD', url, headers: { 'x-api-key': 'sandbox-key' } })
      t.same([head.statusCode, head.body], [200, ''], 'HEAD has no body')
      t.equal(head.headers['content-type'], 'application/json; charset=utf-8')

      if (!('page_size' in operation.query.properties)) return
      const first = await page(server, withQuery(url, { page_size: 1, limit: undefined }))
      t.same(Object.keys(first.body), envelopeOf(declared, true))
      t.equal(first.body.data.length, 1)
      t.match(first.body.continuation_token, /^[\w-]+$/, 'the token needs no escaping')
      t.equal(
        first.body.next_url,
        `http://localhost:80${url.split('?')[0]}?continuation_token=${first.body.continuation_token}`,
      )
      if (family.host === 'market') {
        const asText = ['text', 'dates'].includes(family.echo) || operation.query.properties.page_size!.echo === 'text'
        t.equal(first.body.query.page_size, asText ? '1' : 1)
        const second = await page(server, first.body.next_url)
        const { start_time, end_time } = second.body.query
        const window = operation.windowed ? { start_time, end_time } : {}
        t.same(second.body.query, { ...first.body.query, ...window }, 'the echo of a later page is that of the first')
      }
    }),
  )
}

t.test('market data echo every handled parameter with its type, and the version used', async t => {
  const path = '/v2/data/trades.latest/exchanges/cbse/spot/btc-usd/aggregations/ohlcv'
  const { query, time, timestamp, access } = await server.json(
    `${path}?interval=5m&start_time=2026-01-30T00:00:00%2B02:00&end_time=2026-01-30&page_size=7&unknown=1`,
  )
  t.strictSame(query, {
    exchange: 'cbse',
    instrument_class: 'spot',
    instrument: 'btc-usd',
    interval: '5m',
    start_time: '2026-01-29T22:00:00.000Z',
    end_time: '2026-01-30T00:00:00.000Z',
    sort: 'desc',
    page_size: 7,
    request_time: '2026-01-31T00:00:00.000Z',
    start_timestamp: Date.UTC(2026, 0, 29, 22),
    end_timestamp: Date.UTC(2026, 0, 30),
    commodity: 'trades',
    data_version: 'v1',
    aggregation: 'ohlcv',
  })
  t.strictSame([time, timestamp], ['2026-01-31T00:00:00.000Z', Date.UTC(2026, 0, 31)])
  const unbounded = { start_timestamp: null, end_timestamp: null }
  t.strictSame(access, { access_range: unbounded, data_range: unbounded })
})

t.test('path and query select the dataset, and must agree', async t => {
  const answers = async (version: string, query: string) => {
    const url = `/v2/data/trades.${version}/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?${query}`
    const answer = await server.get(url)
    return answer.statusCode === 200 ? answer.json().query.data_version : answer.statusCode
  }
  const cases: [string, string, string | number][] = [
    ['v1', '', 'v1'],
    ['v2', '', 'v2'],
    ['latest', '', 'v1'],
    ['v1', 'data_version=v1', 'v1'],
    ['v1', 'data_version=latest', 'v1'],
    ['v2', 'data_version=v1', 400],
    ['v1', 'data_version=v2', 400],
    ['latest', 'data_version=v2', 'v2'],
    ['v1', 'commodity=trades', 'v1'],
    ['v1', 'commodity=order_book_snapshots', 400],
    ['v3', '', 404],
    ['v1', 'data_version=v3', 404],
  ]
  for (const [version, query, expected] of cases)
    t.equal(await answers(version, query), expected, `${version} ${query}`)
  const refused = await server.get('/v2/data/trades.v9/exchanges/cbse/spot/btc-usd/aggregations/ohlcv')
  t.match(
    refused.json().message,
    /v9.*trades\.v1.*trades\.v2.*trades\.latest/,
    'an unknown version gets the list of known ones',
  )
})

t.test('a request keeps its own plain id, and otherwise gets a new one', async t => {
  const idOf = async (given: string) =>
    (await server.get('/v1/exchanges', { 'x-request-id': given })).headers['x-request-id']
  t.equal(await idOf('my-id.7:a_B'), 'my-id.7:a_B')
  const fresh = [await idOf('a b'), await idOf('"'), await idOf('x'.repeat(65)), await idOf('')]
  t.equal(new Set(fresh).size, 4)
  for (const id of fresh) t.match(id, /^[\w-]+$/)
  const refused = await server.get('/nowhere', { 'x-request-id': 'mine' })
  t.equal(refused.headers['x-request-id'], 'mine', 'on failures too')
})

t.test('every failure has the same shape', async t => {
  const trades = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
  const failures: [number, string, Record<string, string>?][] = [
    [400, `${trades}?page_size=x`],
    [400, `${trades}?continuation_token=x`],
    [400, `${trades}?start_time=2026-01-30&end_time=2026-01-29`],
    [400, '/%zz'],
    [401, trades, { 'x-api-key': '' }],
    [401, trades, { 'x-api-key': 'nobody' }],
    [403, `/us${trades}`, { 'x-api-key': 'sandbox-eu-only' }],
    [404, '/'.repeat(20)],
    [404, '/v2/data/trades.v1'],
    [404, '/v2/data/trades.v7/exchanges/cbse/spot/btc-usd/trades'],
    [404, '/v2/data/trades.v1/exchanges/nope/spot/btc-usd/trades'],
    [404, '/v1/exchanges', { host: 'eu.localhost' }],
    [406, trades, { accept: 'text/html' }],
    [414, `/${'x'.repeat(20_000)}`],
  ]
  for (const [status, url, headers] of failures) {
    const answer = await server.get(url, headers)
    t.equal(answer.statusCode, status, url.slice(0, 100))
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    t.same(Object.keys(answer.json()), ['result', 'message'])
    t.equal(answer.json().result, 'error')
    t.match(answer.json().message, /^[^\n]{10,400}$/)
    t.ok(answer.headers['x-request-id'], 'the response has a request id')
    t.notOk(answer.headers['www-authenticate'], 'no scheme of authentication is named')
  }
})

t.test('information about the server needs no key', async t => {
  for (const path of ['/live', '/ready', '/version', '/']) t.equal((await server.inject({ url: path })).statusCode, 200)
  const about = await server.json('/version')
  t.match(about, { result: 'success', seed: 'market', profile: 'tiny', clock: 'frozen', digest: /^[0-9a-f]{64}$/ })
  t.same([about.start, about.end], ['2026-01-28T00:00:00.000Z', '2026-01-31T00:00:00.000Z'])
})
