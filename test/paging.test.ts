import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { hour, minute, parseInterval } from '../src/market/time.ts'
import { recordSeparator } from '../src/operations/paging/page.ts'
import { instrumentUrl, operations, withQuery } from './harness/operations.ts'
import { fc, runs } from './harness/properties.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'
import { type Follow, joinedRecords, type Page, page, walk } from './harness/walk.ts'

const server = await serve(t, unlimited)
const most = 100_000

/** Paged operations, each with a query of at most a few hundred records and its largest page size. */
const walks: [name: string, url: string, largest: number, sorted: boolean][] = operations
  .filter(({ family, operation }) => family.host === 'market' && 'page_size' in operation.query.properties)
  .flatMap(({ operation, urls }) => {
    const { interval, page_size, start_date, index_code } = operation.query.properties as Record<string, TSchema>
    const queries: [string, Record<string, string>][] = interval
      ? [
          ['by the hour', { interval: '1h' }],
          ['by the second', { interval: '1s', ...range(end - 200_000, end) }],
          ['by 11 minutes', { interval: '11m', ...range(end - 86_400_000, end) }],
        ]
      : [['', start_date || index_code ? {} : range(end - 5 * 3_600_000, end)]]
    return queries
      .filter(([, query]) => !interval || accepts(interval, query.interval!))
      .map(([name, query]): [string, string, number, boolean] => [
        `${operation.id} ${name}`,
        withQuery(urls[0]!, query),
        largestOf(page_size!, query.interval),
        'sort' in operation.query.properties,
      ])
  })

function largestOf({ maximum, sizes }: TSchema, interval = '1h'): number {
  if (!sizes) return maximum
  return sizes.find(({ upTo }: { upTo: string }) => parseInterval(interval)! <= parseInterval(upTo)!).maximum
}

function accepts(schema: TSchema, text: string): boolean {
  try {
    Value.Decode(schema, text)
    return true
  } catch {
    return false
  }
}

function range(from: number, to: number): Record<string, string> {
  return { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() }
}

/** Rules for the pages of any walk. */
function checkPages(t: Test, pages: Page[], size: number): void {
  const tokens = pages.map(({ body }) => body.continuation_token)
  t.equal(new Set(tokens).size, pages.length, 'tokens differ from page to page')
  for (const { body } of pages.slice(0, -1)) if (body.data.length !== size) t.fail(`a page has ${body.data.length}`)
  const last = pages.at(-1)!.body
  t.notOk('next_url' in last || 'continuation_token' in last, 'the last page has no next_url')
  t.ok(last.data.length > 0 || pages.length === 1, 'no announced page is empty')
}

/** URL with the longest range, or that of some hours around a midnight, that has at most 40 records. */
async function modest(url: string, largest: number): Promise<string> {
  if (url.includes('interval=1h')) return withQuery(url, range(end - 31 * hour, end - 18 * hour))
  const narrower = [90, 20, 5, 1].map(minutes => withQuery(url, range(end - minutes * minute, end)))
  let best = url
  for (const one of [url, ...narrower]) {
    const { body } = await page(server, withQuery(one, { page_size: Math.min(largest, 40) }))
    if (body.data.length > 2) best = one
    if (!body.next_url) break
  }
  return best
}

for (const [name, declared, largest, sorted] of walks)
  t.test(`the pages of ${name} join to the whole result, without repetition and in order`, async t => {
    const url = await modest(declared, largest)
    const wholes: string[] = []
    for (const [sort, ...walks] of [
      ['asc', [/second|minutes/.test(name) ? 4 : 1, 'next_url'], [11, 'continuation_token']],
      ['desc', [7, 'next_url']],
    ] as const) {
      const whole = await walk(server, withQuery(url, { sort, page_size: largest }))
      checkPages(t, whole, largest)
      // A block of bitcoin has thousands of records at one time.
      const count = whole.reduce((sum, { body }) => sum + body.data.length, 0)
      for (const [size, follow] of walks.filter(([size]) => size < largest && count < 1000 * size)) {
        const pages = await walk(server, withQuery(url, { sort, page_size: size }), follow)
        t.equal(joinedRecords(pages), joinedRecords(whole), `${sort} ${size}`)
        checkPages(t, pages, size)
      }
      wholes.push(joinedRecords(whole))
    }
    const [asc, desc] = wholes as [string, string]
    const records = desc.split(recordSeparator)
    t.ok(records.length > 2, 'there are several records')
    // Lists of codes are in one order.
    if (sorted) records.reverse()
    t.equal(records.join(recordSeparator), asc)
  })

t.test('the instruments list pages by limit, by page_size and in any order', async t => {
  for (const query of [
    '',
    'orderBy=trade_end_timestamp',
    'orderBy=trade_count&order=-1',
    'class=option&orderBy=class',
    'orderBy=quote_asset&orderBy=trade_count&order=-1',
  ]) {
    const whole = await page(server, `/v1/instruments?${query}`)
    for (const size of ['limit=1', 'limit=7', 'page_size=7', 'limit=1000']) {
      const pages = await walk(
        server,
        `/v1/instruments?${query}&${size}`,
        size < 'm' ? 'next_url' : 'continuation_token',
      )
      t.equal(joinedRecords(pages), whole.records, `${query} ${size}`)
      checkPages(t, pages, Number(size.split('=')[1]))
    }
  }
})

t.test('long pages that are sent at the same time do not mix', async t => {
  const codes = ['btc-usd', 'eth-usd', 'btc-usd', 'eth-usd']
  const urls = codes.map(code => {
    const trades = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code }, 'trades')
    return withQuery(trades, { page_size: '3000' })
  })
  const apart: string[] = []
  for (const url of urls) apart.push((await server.get(url)).body)
  const together = await Promise.all(urls.map(async url => (await server.get(url)).body))
  t.ok(
    together.every((body, n) => body === apart[n]),
    'pages together equal pages apart',
  )
  t.equal(JSON.parse(together[0]!).data.length, 3000)
})

t.test('a grid contains every interval, also those without events', async t => {
  const quiet = { exchange_code: 'krkn', class: 'spot', code: 'eth-btc' }
  const url = withQuery(instrumentUrl(quiet, 'count_ohlcv_vwap'), {
    interval: '1s',
    ...range(start, start + 72_000),
    page_size: 10,
  })
  for (const sort of ['asc', 'desc']) {
    const pages = await walk(server, withQuery(url, { sort }))
    const records = pages.flatMap(({ body }) => body.data)
    const seconds = Array.from({ length: 72 }, (_, n) => start + n * 1000)
    t.same(
      records.map(({ timestamp }) => timestamp),
      sort === 'asc' ? seconds : seconds.reverse(),
    )
    const empty = records.filter(({ count }) => count === 0)
    t.ok(empty.length > 60, 'many lists are empty')
    const { timestamp, ...nothing } = empty[0]
    t.strictSame(nothing, { open: null, high: null, low: null, close: null, volume: '0', price: null, count: 0 })
    t.equal(pages.length, 8)
  }
})

t.test('a number with many zeros is carried unchanged from page to page', async t => {
  const names: string[] = []
  for (const { operation, urls } of operations) {
    const { page_size, ...query } = operation.query.properties as Record<string, TSchema>
    for (const name of page_size ? Object.keys(query).filter(name => query[name]!.type === 'number') : [])
      for (const value of ['0.0000001', '0.000000000000000000123', '0.00000025']) {
        const first = await page(server, withQuery(urls[0]!, { [name]: value, page_size: 1 }))
        if (!first.body.next_url) continue
        const { body } = await page(server, first.body.next_url)
        t.equal(Number(body.query[name]), Number(value), `${operation.id} ${name}`)
        if (typeof body.query[name] === 'string') t.equal(body.query[name], value)
        names.push(name)
      }
  }
  t.same(new Set(names), new Set(['min_strike', 'slippage', 'price_range']))
})

t.test('parameters beside a token are ignored', async t => {
  for (const [, url] of walks.slice(0, 2)) {
    const first = await page(server, withQuery(url, { page_size: 5 }))
    const next = await page(server, first.body.next_url)
    for (const extra of [
      'page_size=2',
      'sort=asc',
      'start_time=nonsense',
      'end_time=2026-01-29',
      'interval=1s',
      'unknown=1',
    ]) {
      const same = await page(server, `${first.body.next_url}&${extra}`)
      t.equal(same.records, next.records, extra)
      t.same(same.body.query, next.body.query)
    }
  }
})

t.test('a walk of latest keeps its version when latest changes', async t => {
  const moving = await serve(t, unlimited)
  const url = `${instrumentUrl({ exchange_code: 'krkn', class: 'spot', code: 'btc-usd' }, 'trades', 'latest')}?page_size=500`
  const wholeOf = (version: string) => page(server, url.replace('latest', version).replace('500', String(most)))
  const [v1, v2] = [await wholeOf('v1'), await wholeOf('v2')]
  t.not(v1.records, v2.records)
  const pages = await walk(moving, url, 'next_url', () => moving.change({ latest: { trades: 'v2' } }))
  t.ok(pages.length > 3, 'the walk has several pages')
  t.equal(joinedRecords(pages), v1.records)
  t.same(new Set(pages.map(({ body }) => body.query.data_version)), new Set(['v1']))
  const later = await walk(moving, url)
  t.equal(joinedRecords(later), v2.records, 'a later walk gets the new version')
})

t.test('any walk over any range returns the whole result', async t => {
  const instruments = (await server.json('/v1/instruments')).data
  const anyTime = fc.oneof(
    fc.integer({ min: start - 5_000_000, max: end + 5_000_000 }),
    fc.integer({ min: 0, max: 72 * 60 }).map(minutes => start + minutes * 60_000),
  )
  const anyWalk = fc.record({
    instrument: fc.constantFrom(...instruments),
    times: fc.tuple(anyTime, anyTime).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    open: fc.record({ start: fc.boolean(), end: fc.boolean() }),
    sort: fc.constantFrom('asc', 'desc'),
    follow: fc.constantFrom<Follow>('next_url', 'continuation_token'),
    version: fc.constantFrom('v1', 'v2'),
    kind: fc.constantFrom('trades', 'ohlcv', 'vwap', 'count_ohlcv_vwap'),
    interval: fc.constantFrom('17s', '1m', '7m', '45m', '1h', '90m', '2h', '5h', '24h'),
    pages: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(anyWalk, async ({ instrument, times, open, sort, follow, version, kind, interval, pages }) => {
      const { start_time, end_time } = range(...times)
      const url = withQuery(instrumentUrl(instrument, kind, version), {
        sort,
        ...(open.start ? {} : { start_time }),
        ...(open.end ? {} : { end_time }),
        ...(kind === 'trades' ? {} : { interval }),
      })
      const whole = await page(server, withQuery(url, { page_size: most }))
      const size = Math.max(1, Math.ceil(whole.body.data.length / pages))
      const walked = await walk(server, withQuery(url, { page_size: size }), follow)
      t.equal(joinedRecords(walked), whole.records, url)
      checkPages(t, walked, size)
    }),
    runs(40),
  )
})
