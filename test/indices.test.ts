import { fixingTime } from '../src/market/fixing-time.ts'
import { quarterOf, quarterStart } from '../src/market/index-composition.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

const server = await serve(t)
// biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
type Json = any
const iso = (time: number) => new Date(time).toISOString()
const list = await server.json('/v2/data/index_reference_data.v1/rates')
const valuesOf = async (ticker: string, query: Json = {}): Promise<Json[]> =>
  (await server.json(withQuery(`/v2/data/index.v1/digital_asset_rates_price/${ticker}`, query))).data
const compositionsOf = async (ticker: string): Promise<Json[]> =>
  (await server.json(`/v2/data/index.v1/digital_asset_rates_compo?index_code=${ticker}`)).data

t.test('the list of rates needs no key, and every rate has values and members', async t => {
  const answer = await server.inject({ url: '/v2/data/index_reference_data.v1/rates' })
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['x-ratelimit-limit'], undefined, 'and counts towards no limit')
  t.same(Object.keys(answer.json().query), ['request_time', 'commodity', 'data_version'])
  t.equal(
    (await server.inject({ url: '/v2/data/index_reference_data.v1/rates', headers: { 'x-api-key': 'nobody' } }))
      .statusCode,
    200,
  )
  t.equal((await server.inject({ url: '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD' })).statusCode, 401)
  t.same(
    list.data.map(({ ticker }: Json) => ticker),
    ['', '_LDN', '_NYC', '_SGP'].map(end => `VENDOR_BRR_BTCUSD${end}`),
  )
  for (const { ticker, pair } of list.data) {
    const values = await valuesOf(ticker, { parameters: 'true', page_size: 3 })
    t.ok(values.length >= 2 && values.every(({ price }) => price > 0), ticker)
    const [{ exchanges, window_seconds, index_code }] = await compositionsOf(ticker)
    t.equal(index_code, ticker)
    t.same(values[0].parameters, { asset: pair.split('-')[0], exchanges, calc_window: window_seconds })
    t.equal(Date.parse(values[0].interval_end) - Date.parse(values[0].interval_start), window_seconds * 1000)
    t.equal(exchanges.length, 5)
  }
})

/** The volume-weighted median trade. */
function medianOf(trades: Json[]): Json {
  const sorted = trades.toSorted((a, b) => a.price - b.price || a.timestamp - b.timestamp)
  const volume = sorted.reduce((sum, { amount }) => sum + Number(amount), 0)
  let cumulated = 0
  return sorted.find(({ amount }) => {
    cumulated += Number(amount)
    return cumulated >= volume / 2
  })
}

t.test('a value is the mean of the median trades of its partitions, and its replication returns them', async t => {
  for (const [ticker, time, partition] of [
    ['BRR_BTCUSD', end - 17 * minute, minute],
    ['BRR_BTCUSD_LDN', end - 8 * hour, 5 * minute],
  ] as const) {
    const [value] = await valuesOf(ticker, { start_time: iso(time), end_time: iso(time + 1), detail: 'true' })
    t.equal(value.interval_end, iso(time))
    const url = `/v1/data/index_replication.v1/rates?sequence_id=${time}-${ticker}`
    const [{ underlying_data, sequenceID }] = (await server.json(url)).data
    t.equal(sequenceID, `${time}-VENDOR_${ticker}`)
    const trades: Json[] = []
    for (const one of underlying_data) {
      t.match(one, /^http:\/\/localhost:80\/v3\/data\/trades\.v1\/.*sort=asc&index_inserted_at=.*ZZ$/)
      const pages = await walk(server, one)
      const exchange = one.split('/')[7]
      for (const { body } of pages) trades.push(...body.data.map((trade: Json) => ({ ...trade, exchange })))
    }
    const start = Date.parse(value.interval_start)
    const parts = Map.groupBy(trades, ({ timestamp }) => Math.floor((timestamp - start) / partition) + 1)
    t.ok(parts.size > 2, 'several partitions have trades')
    t.same(
      value.detail.map((one: Json) => one.partition),
      [...parts.keys()].sort((a, b) => a - b),
    )
    for (const { partition, price, count, underlying_trade } of value.detail) {
      const median = medianOf(parts.get(partition)!)
      t.equal(count, parts.get(partition)!.length)
      t.same(
        [price, underlying_trade.id, underlying_trade.exchange, underlying_trade.datetime],
        [Number(median.price), median.trade_id, median.exchange, iso(median.timestamp)],
      )
    }
    const mean = value.detail.reduce((sum: number, { price }: Json) => sum + price, 0) / value.detail.length
    t.ok(Math.abs(value.price - mean) < 1e-9 * mean, 'the value is the mean of its partitions')
  }
})

t.test('fixings are at 16:00 local time, across changes of the clocks', async t => {
  const hours = (place: 'NYC' | 'LDN' | 'SGP', date: string) =>
    (fixingTime(place, Date.parse(date)) - Date.parse(date)) / hour
  for (const date of [
    '2025-03-08',
    '2025-03-09',
    '2025-03-29',
    '2025-03-30',
    '2025-10-25',
    '2025-10-26',
    '2025-11-01',
    '2025-11-02',
    '2026-01-30',
    '2026-03-08',
    '2027-10-31',
    '2028-11-05',
  ])
    for (const [place, zone] of [
      ['NYC', 'America/New_York'],
      ['LDN', 'Europe/London'],
      ['SGP', 'Asia/Singapore'],
    ] as const) {
      const time = new Date(Date.parse(date) + hours(place, date) * hour)
      const local = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
        hourCycle: 'h23',
      }).format(time)
      t.equal(local, `${date}, 16:00`, `${place} ${date}`)
    }
  const [fixing] = await valuesOf('brr_btcusd_nyc', { page_size: 1 })
  t.equal(fixing.interval_end, '2026-01-30T21:00:00.000Z')
})

t.test('tickers match with any prefix, and wrong questions say what would be right', async t => {
  const plain = await valuesOf('BRR_BTCUSD', { page_size: 2 })
  for (const ticker of ['VENDOR_BRR_BTCUSD', 'my_own_brr_btcusd__'])
    t.same(await valuesOf(ticker, { page_size: 2 }), plain)
  const answer = async (url: string) => {
    const { statusCode, body } = await server.get(url)
    return `${statusCode} ${JSON.parse(body).message}`
  }
  t.match(
    await answer('/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUDS'),
    /404 unknown ticker .*did you mean "BRR_BTCUSD"/,
  )
  t.match(await answer('/v2/data/index.v1/digital_asset_rates_compo'), /400 index_code is required/)
  const replicate = (id: string) => answer(`/v1/data/index_replication.v1/rates?sequence_id=${id}`)
  t.match(await replicate('x'), /400 sequence_id must be/)
  t.match(await replicate(`${end - 73 * hour}-BRR_BTCUSD`), /400 sequence_id must be of the 72 hours before 2026-/)
  t.match(await replicate(`${end - 1}-BRR_BTCUSD`), /400 sequence_id must be the end of an interval/)
  t.match(await replicate(`${end}-BRR_XYZUSD`), /404 unknown ticker/)
  const [composition] = await compositionsOf('BRR_BTCUSD')
  t.same([composition.start_period, composition.end_period], ['2026-01-01T00:00:00Z', null])
  t.equal(quarterOf(end - day), quarterOf(Date.parse(composition.start_period)))
  const trades = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }, 'trades')
  const strict = await serve(t, { SANDBOX_VALIDATION: 'strict' })
  t.equal((await strict.get(withQuery(trades, { index_inserted_at: `${iso(end)}Z` }))).statusCode, 200)
})

t.test('a hundred values can be replicated by the ids of responses, whose token fits', async t => {
  const ids = Array.from({ length: 100 }, (_, n) => `${end - n * minute}-VENDOR_BRR_BTCUSD`)
  const pages = await walk(server, withQuery('/v1/data/index_replication.v1/rates', { sequence_id: ids.join() }))
  t.same(
    pages.flatMap(({ body }) => body.data.map(({ sequenceID }: Json) => sequenceID)),
    ids,
  )
})

t.test('values to replicate come by time, each once, in pages', async t => {
  const lenient = await serve(t, { SANDBOX_VALIDATION: 'lenient' })
  const url = (query: Json) => withQuery('/v1/data/index_replication.v1/rates', query)
  const minutes = Array.from({ length: 12 }, (_, n) => end - ((n * 5) % 12) * minute)
  const ids = minutes.map(time => `${time}-BRR_BTCUSD`)
  const sequence_id = [...ids, ids[0]].join()
  const times = (rows: Json[]) => rows.map(({ sequenceID }) => Number.parseInt(sequenceID, 10))
  const latest = minutes.toSorted((a, b) => b - a)
  const first = await server.json(url({ sequence_id }))
  t.same(times(first.data), latest.slice(0, 10))
  t.match(first.query, { sort: 'desc', page_size: 10 })
  for (const [sort, order] of [
    ['desc', latest],
    ['asc', latest.toReversed()],
  ] as const) {
    const pages = await walk(server, url({ sequence_id, sort, page_size: 5 }))
    t.same(
      pages.map(({ body }) => body.data.length),
      [5, 5, 2],
    )
    t.same(times(pages.flatMap(({ body }) => body.data)), order, sort)
  }
  const wrong = ['x', `${end - 73 * hour}-BRR_BTCUSD`, `${end - 1}-BRR_BTCUSD`, `${end}-BRR_XYZUSD`]
  const kept = await lenient.json(url({ sequence_id: [...wrong, ids[0]].join(), page_size: 1000 }))
  t.same([times(kept.data), kept.query.page_size], [[minutes[0]], 100], 'lenient leaves out what is wrong')
})

const withHistory = { ...unlimited, SANDBOX_PROFILE: 'standard', SANDBOX_HISTORY_LIMIT: '64' }

t.test('every coin that five exchanges list in dollars has rates, from a quarter on when five did', async t => {
  const all = await serve(t, { ...withHistory, SANDBOX_DATA: cataloguePath, SANDBOX_NOW: 'seeded' })
  const rates: Json[] = (await all.json('/v2/data/index_reference_data.v1/rates')).data
  const { data: classes } = await all.json('/v1/assets')
  const { data: listed } = await all.json('/v1/instruments?class=spot&quote_asset=usd')
  const isRated = new Set(
    classes
      .filter(({ asset_class }: Json) => !['fiat', 'stablecoin'].includes(asset_class))
      .map(({ code }: Json) => code),
  )
  const trading = listed.filter(({ trade_end_time }: Json) => trade_end_time === null)
  const perPair = Map.groupBy(trading, ({ code }: Json) => code)
  const pairs = [...perPair].filter(([, venues]) => venues.length >= 5 && isRated.has(venues[0].base_asset))
  t.ok(pairs.length >= 75, 'many coins have rates')
  t.same(new Set(rates.map(({ pair }) => pair)), new Set(pairs.map(([pair]) => pair)))
  t.equal(rates.length, 4 * pairs.length)
  const perAsset = rates.filter(({ dissemination }) => dissemination === 'Real Time')
  for (const { ticker, pair, launch_date } of perAsset) {
    // Trading opens in the first second of a listing.
    const listings = new Map<string, number>(
      perPair.get(pair)!.map(one => [one.exchange_code, Date.parse(one.trade_start_time) - 1000]),
    )
    const query = { index_code: ticker, start_time: '2017-01-01' }
    const { data: periods } = await all.json(withQuery('/v2/data/index.v1/digital_asset_rates_compo', query))
    const [launched, first] = [Date.parse(launch_date), quarterOf(Date.parse(launch_date))]
    t.equal(Date.parse(periods.at(-1).start_period), quarterStart(first), `the first period of ${ticker}`)
    for (const { exchanges, start_period } of periods) {
      t.equal(new Set(exchanges).size, 5, `${ticker} has five members in ${start_period}`)
      const late = exchanges.filter((code: string) => !(listings.get(code)! < Date.parse(start_period)))
      t.same(late, [], `members of ${ticker} list it in ${start_period}`)
    }
    if (launched > quarterStart(first) || launched === Date.UTC(2021, 3, 1)) continue
    const early = [...listings.values()].filter(time => time < quarterStart(first - 1))
    t.ok(early.length < 5, `${early.length} exchanges had ${pair} a quarter before the rate`)
  }
  t.ok(new Set(perAsset.map(({ launch_date }) => launch_date)).size > 30, 'not all begin on the same days')
  const launchOf = (pair: string) => perAsset.find(one => one.pair === pair)!.launch_date
  t.same(
    [launchOf('btc-usd'), launchOf('eth-usd')],
    Array(2).fill('2021-04-01T00:00:00.000Z'),
    'benchmarks are the first',
  )
  t.ok(launchOf('hype-usd') > '2024-11-29', 'a rate begins after its asset')
})

t.test('benchmarks have values and members when their youngest exchange was not open', async t => {
  const now = '2021-05-20T12:00:00.000Z'
  const early = await serve(t, { ...withHistory, SANDBOX_DATA: `${t.testdir()}/early.sqlite`, SANDBOX_NOW: now })
  const { data } = await early.json('/v2/data/index_reference_data.v1/rates')
  t.ok(
    data.some(({ ticker }: Json) => ticker === 'VENDOR_BRR_BTCUSD') && data.length < 80,
    `${data.length} rates were launched`,
  )
  const path = '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD?page_size=1&parameters=true'
  const [value] = (await early.json(path)).data
  t.equal(value.interval_end, now)
  t.ok(value.price > 33_000 && value.price < 45_000, `bitcoin costs ${value.price}`)
  const [{ exchanges }] = (await early.json('/v2/data/index.v1/digital_asset_rates_compo?index_code=BRR_BTCUSD')).data
  t.same(value.parameters.exchanges, exchanges)
  const replication = await early.json(`/v1/data/index_replication.v1/rates?sequence_id=${Date.parse(now)}-BRR_BTCUSD`)
  t.same(
    replication.data[0].underlying_data.map((url: string) => url.split('/')[7]),
    exchanges,
  )
})
