import { instrumentUrl, operations, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

const server = await serve(t, unlimited)
const spot = (exchange_code: string, code: string) => ({ exchange_code, class: 'spot', code })
const rate = '/v2/data/trades.v1/spot_exchange_rate'
const direct = '/v2/data/trades.v1/spot_direct_exchange_rate'
const books = '/v2/data/order_book_snapshots.v1/exchanges/cbse/spot/btc-usd'
const trades = instrumentUrl(spot('cbse', 'btc-usd'), 'trades')
const ohlcv = instrumentUrl(spot('cbse', 'btc-usd'), 'ohlcv')
const older = (url: string) => url.replace(/^\/v\d/, '/v1')

type PricedRow = { timestamp: number; price?: string | null; open?: string | null }
const priceOf = (row: PricedRow) => row.price ?? row.open ?? null

t.test('the older prefix is ascending and has pages at least as large, otherwise it is the same', async t => {
  for (const url of [
    trades,
    `${ohlcv}?interval=1m`,
    `${rate}/btc/usd?interval=1h`,
    `${books}/snapshots/depth`,
    `${books}/ob_aggregations/full?interval=1m&slippage=10000`,
  ]) {
    const first = await server.json(older(url))
    t.match(first.query, { sort: 'asc', page_size: 100, trades_version: 1 })
    t.notOk('data_version' in first.query, 'the older path has no data version')
    const page_size = /order_book/.test(url) ? 100 : 500
    const newer = await server.json(withQuery(url, { sort: 'asc', page_size }))
    t.same(first.data, newer.data.slice(0, 100), url)
    if (first.next_url && page_size > 100) {
      t.match(first.next_url, /\/v1\/data\//)
      t.same((await server.json(first.next_url)).data[0], newer.data[100], 'and its pages glue')
    }
    const most = /trades$|ohlcv/.test(url) ? 100_000 : /ob_aggregations/.test(url) ? 100 : 10_000
    t.equal((await server.json(older(withQuery(url, { page_size: most })))).query.page_size, most)
    const refused = await server.get(older(withQuery(url, { page_size: most + 1 })))
    t.match(refused.json().message, `page_size must be an integer from 1 to ${most}, not`)
  }
  t.equal((await server.json(older(trades).replace('.v1/', '.v2/'))).query.trades_version, 2)
  t.match(
    (await server.get('/v1/data/trades.v1/exchanges/cbse/spot/btc-usd/bars')).json().message,
    /must be trades or aggregations/,
  )
})

t.test('recent records are the newest of the operation, from the newest interval with trades on', async t => {
  const quiet = instrumentUrl(spot('usp3', 'weth-usdc'), 'ohlcv')
  const urls = [
    trades,
    `${ohlcv}?interval=1m`,
    `${quiet}?interval=1s`,
    `${instrumentUrl(spot('cbse', 'eth-usd'), 'vwap')}?interval=5m`,
    `${instrumentUrl(spot('cbse', 'eth-usd'), 'count_ohlcv_vwap')}`,
    `${rate}/weth/usdt?interval=1m`,
    `${rate}/btc/mxn?interval=1h`,
    `${direct}/eth/usd?interval=1m&sources=true`,
  ]
  for (const url of urls)
    for (const prefix of ['/v1', '/v2']) {
      const [path, query = ''] = url.replace(/^\/v\d/, prefix).split('?')
      const recent = await server.json(withQuery(`${path}/recent?${query}`, { limit: 40 }))
      t.match(recent.query, { limit: 40, ...(prefix === '/v1' ? { trades_version: 1 } : { data_version: 'v1' }) })
      t.notOk(
        ['page_size', 'sort'].some(name => name in recent.query),
        'recent lists have no page parameters',
      )
      t.notOk('next_url' in recent || 'continuation_token' in recent, 'recent lists have no next page')
      const [newest] = recent.data
      t.not(priceOf(newest), null, url)
      const end_time = new Date(newest.timestamp + 1).toISOString()
      t.same(recent.data, (await server.json(withQuery(url, { page_size: 40, end_time }))).data, url)
      const later = await server.json(withQuery(url, { page_size: 1000, start_time: end_time, sort: 'asc' }))
      t.notOk(
        later.data.some((row: PricedRow) => row.timestamp > newest.timestamp && priceOf(row) !== null),
        `${url} has nothing newer`,
      )
    }
  for (const [query, rule] of [
    ['limit=0', /^limit must be an integer from 1 to 10000/],
    ['limit=10001', /^limit must be/],
    ['interval=2d', /^interval must be/],
  ] as const)
    t.match((await server.get(`${ohlcv}/recent?${query}`)).json().message, rule)
  // More than one slice.
  const many = `${rate}/weth/usdt/recent?interval=1m&limit=1200`
  const [first, ...older] = (await server.json(many)).data
  const end_time = new Date(first.timestamp + 1).toISOString()
  const pages = await walk(server, withQuery(`${rate}/weth/usdt`, { interval: '1m', page_size: 400, end_time }))
  t.same([first, ...older], pages.flatMap(({ body }) => body.data).slice(0, 1200))
  const all = await server.json(`${trades}/recent?limit=10000`)
  t.same(all.data, (await server.json(withQuery(trades, { page_size: 10_000 }))).data)
})

t.test('a direct rate is that of the pair alone, with volume and count of its instruments', async t => {
  const query = { interval: '1h', page_size: 60, sort: 'asc' }
  const rows = (await server.json(withQuery(`${direct}/btc/usd`, { ...query, sources: 'true' }))).data
  const routed = await server.json(withQuery(`${rate}/btc/usd`, query))
  const bars = await Promise.all(
    routed.query.instruments.map(async (name: string) => {
      const [exchange, , code] = name.split(':') as [string, string, string]
      const url = instrumentUrl(spot(exchange, code), 'count_ohlcv_vwap')
      const first = new Date(rows[0].timestamp).toISOString()
      return (await server.json(withQuery(url, { ...query, start_time: first }))).data
    }),
  )
  t.equal(rows.length, 60)
  for (const [n, { timestamp, price, volume, count, sources }] of rows.entries()) {
    t.same([timestamp, price], [routed.data[n].timestamp, routed.data[n].price])
    const own = bars.map(one => one[n])
    t.equal(
      count,
      own.reduce((sum, bar) => sum + bar.count, 0),
    )
    const expected = own.reduce((sum, bar) => sum + Number(bar.volume), 0)
    t.ok(Math.abs(Number(volume) - expected) <= 1e-9 * (1 + expected), 'the volume is that of the trades')
    t.equal(sources.length, own.filter(bar => bar.count > 0).length)
    t.match(volume, /^\d+(\.\d*[1-9])?$/)
  }
  const [hour0, inverse] = [rows[0], (await server.json(withQuery(`${direct}/usd/btc`, query))).data[0]]
  t.ok(
    Math.abs(Number(hour0.price) * Number(inverse.price) - 1) < 1e-13,
    'the rates of a pair and its inverse multiply to 1',
  )
  t.ok(
    Math.abs(Number(inverse.volume) / (Number(hour0.volume) * Number(hour0.price)) - 1) < 1e-12,
    'the inverse counts its volume in the quote',
  )
  const empty = (await server.json(withQuery(`${direct}/eth/usd`, { interval: '1s', page_size: 500 }))).data
  t.match(
    empty.find((row: { count: number }) => row.count === 0),
    { price: null, volume: '0', count: 0 },
  )
  const ignored = { outliers_strategy: 'modified_zscore', outliers_min_data: '3', outliers_threshold: '2' }
  t.same((await server.json(withQuery(`${direct}/btc/usd`, { ...query, ...ignored }))).data.length, 60)
  const refused = await server.get(`${direct}/link/btc`)
  t.match(
    [refused.statusCode, refused.json().message],
    [404, /^no spot instrument trades link-btc directly; spot_exchange_rate/],
  )
  t.ok(
    operations.some(({ operation }) => operation.id === 'listRecentSpotDirectExchangeRatesV1'),
    'the recent list of older rates is tried',
  )
})
