import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Blocks } from '../../seed/blocks.ts'
import { day, hour } from '../../src/market/time.ts'
import type { Gap } from '../../src/store/history/coverage.ts'
import { Filler } from '../../src/store/history/filler.ts'
import { wrongParts } from '../../src/store/history/held-days.ts'
import { Store } from '../../src/store/store.ts'
import { outcomeOf } from '../harness/command.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { fc, runs } from '../harness/properties.ts'
import { type Served, serve, unlimited } from '../harness/server.ts'
import { buildTestStore, end, start, storePath } from '../harness/store.ts'
import t from '../harness/tap.ts'
import { joinedRecords, walk } from '../harness/walk.ts'

const folder = t.testdir()
const withHistory = { ...unlimited, SANDBOX_HISTORY_LIMIT: '64' }
const iso = (time: number) => new Date(time).toISOString()

/** A server whose store begins late, with the history of the market, which nobody has asked for yet. */
async function serveLate(name: string): Promise<Served> {
  const path = `${folder}/${name}.sqlite`
  copyFileSync(storePath, path)
  return serve(t, { ...withHistory, SANDBOX_DATA: path })
}

const since = end - 6 * day
buildTestStore(`${folder}/whole.sqlite`, { start: since, end })
const whole = await serve(t, { ...unlimited, SANDBOX_DATA: `${folder}/whole.sqlite`, SANDBOX_NOW: 'seeded' })
const late = await serveLate('late')
type Listed = Parameters<typeof instrumentUrl>[0] & { trade_start_timestamp: number }

const instruments: Listed[] = (await whole.json('/v1/instruments')).data.filter(
  // biome-ignore lint/suspicious/noExplicitAny: a record of the list
  ({ class: kind, exchange_code }: any) => kind !== 'option' || exchange_code === 'drbt',
)

const nameOf = (one: Listed) => `${one.exchange_code}/${one.class}/${one.code}`
const book = (what: string) => (one: Listed) => `/v2/data/order_book_snapshots.v1/exchanges/${nameOf(one)}/${what}`
/** The other books are in no store that is seeded. */
const withBooks = new Set(
  new Database(`${folder}/whole.sqlite`, { readonly: true })
    .prepare(
      `SELECT exchange_code || '/' || class || '/' || code FROM order_book_shape JOIN instrument ON id = instrument WHERE ahead`,
    )
    .pluck()
    .all(),
)
const kinds = [
  (one: Listed) => instrumentUrl(one, 'trades'),
  (one: Listed) => instrumentUrl(one, 'trades', 'v2'),
  (one: Listed) => instrumentUrl(one, 'ohlcv'),
  (one: Listed) => instrumentUrl(one, 'count_ohlcv_vwap', 'v2'),
  (one: Listed) => `/v2/data/liquidation.v1/trades/${one.exchange_code}/${one.class}/${one.code}`,
  book('snapshots/raw'),
  book('ob_aggregations/full'),
  ({ class: kind, code }: Listed) =>
    `/v2/data/trades.v1/spot_exchange_rate/${kind === 'spot' ? code.replace('-', '/') : 'eth/jpy'}`,
  () => '/v2/data/analytics.v1/vendor_fx_rates?base=eur&quote=jpy',
  () => '/v2/data/staking.v1/protocols/eth',
  () => '/v2/data/supply.v2/assets/usdc?sources=true',
  () => '/v2/data/supply.v2/blockchain-level/tron/usdt',
  () => '/v2/data/supply.v2/aggregated/btc',
  () => '/v2/data/analytics.v2/asset_metrics?asset=btc&sources=true',
  () => '/v2/data/analytics.v2/stablecoin_metrics?asset=usdc&sources=true',
  () => '/v2/data/lending.v1/snapshots?blockchain=*',
  () => '/v2/data/lending.v1/events?type=deposit',
  () => '/v2/data/wallet.v1/transactions',
  () => '/v2/data/liquidity.v1/snapshots?pool_address=0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640&live=true',
  () => '/v2/data/liquidity.v1/snapshots/usp3?pool_address=0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640',
  ({ code }: Listed) => `/v2/data/tvl?protocol=${['usp3', 'unis', 'aave', 'crva'][code.length % 4]}`,
  ({ exchange_code }: Listed) => `/v2/data/analytics.v2/exchange_metrics?exchange=${exchange_code}&sources=true`,
  () => '/v2/data/derivatives.v2/price?exchange=drbt&instrument_class=perpetual-future&instrument=btc-usd',
  () => '/v2/data/derivatives.v2/risk?exchange=bbit&instrument_class=perpetual-future&instrument=btc-usdt',
  () => '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD?detail=true',
  () => '/v2/data/trades.v1/spot_direct_exchange_rate/eth/usdt?sources=true',
  () => '/v2/data/trades.v1/valuation?bases=btc,eth&weights=0.5,0.5&percentages=0.9&quote=usd&semi_length_window=5s',
  () => '/v2/data/liquidation.v1/token/btc',
  () => '/v2/data/analytics.v2/realized_volatility?parameters_code=btc-usd:1h_5m',
  () => '/v2/data/analytics.v2/expected_shortfall?bases=btc,cc&quantities=1,2&quote=usd&risk_level=0.975&sources=true',
]

/** The bodies of up to three pages of a walk. */
async function pagesOf(server: Served, url: string): Promise<string[]> {
  const bodies: string[] = []
  for (let next: string | undefined = url; next !== undefined && bodies.length < 3; ) {
    const { statusCode, body } = await server.get(next)
    bodies.push(`${statusCode} ${statusCode === 404 ? '' : body}`)
    next = statusCode === 200 ? JSON.parse(body).next_url : undefined
  }
  return bodies
}

const questions = fc.record({
  one: fc.constantFrom(...instruments),
  kind: fc.constantFrom(...kinds),
  // Some times are whole days, and an empty range at the start is outside of a store that begins there.
  from: fc.integer({ min: since + day, max: end - 1 }),
  length: fc.integer({ min: 1, max: 4 * day }),
  sort: fc.constantFrom('asc', 'desc'),
  page_size: fc.integer({ min: 1, max: 60 }),
  interval: fc.constantFrom('1m', '7m', '1h', '1d'),
})

t.test('a store that is filled when asked answers as one that was seeded whole', async t => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ one, kind, from, length, interval, ...query }) => {
      // Records begin with the instrument, or with a store without history.
      const first = Math.max(from, one.trade_start_timestamp)
      const range = { start_time: iso(first), end_time: iso(Math.min(end, first + length)) }
      const path = kind(one)
      fc.pre(!path.includes('order_book') || withBooks.has(nameOf(one)))
      const hasIntervals =
        /ohlcv|ob_aggregations|snapshots.blockchain|exchange_rate|valuation/.test(path) ||
        (/_metrics|aggregated|token/.test(path) && /[hd]/.test(interval)) ||
        (/derivatives/.test(path) && interval !== '7m')
      if (path.includes('/snapshots/usp3')) query.page_size = Math.min(query.page_size, 10)
      const url = withQuery(path, { ...range, ...query, ...(hasIntervals && { interval }) })
      const [own, expected] = [await pagesOf(late, url), await pagesOf(whole, url)]
      if (own.join() !== expected.join()) throw new Error(`${url} differs`)
    }),
    runs(30),
  )
  t.pass('all pages are equal')
})

t.test('a few minutes of the past are generated by the hour, without the trades of their days', async t => {
  const hours = await serveLate('hours')
  const [cbse] = instruments.filter(one => one.exchange_code === 'cbse' && one.code === 'btc-usd')
  const from = since + day + 23 * hour
  const urlsOf = (...paths: string[]) =>
    ['1m', '7m', '90m'].flatMap(interval =>
      paths.map(path =>
        withQuery(path, { start_time: iso(from), end_time: iso(from + 90 * 60_000), interval, page_size: 90 }),
      ),
    )
  const bars = [instrumentUrl(cbse!, 'count_ohlcv_vwap'), instrumentUrl(cbse!, 'ohlcv', 'v2')]
  const urls = urlsOf(...bars, '/v2/data/trades.v1/spot_exchange_rate/btc/usd?sources=true')
  const held = (kind: string, name = 'hours') => {
    const database = new Database(`${folder}/${name}.history.sqlite`, { readonly: true })
    const range = database.prepare('SELECT min("from"), max("until") FROM held WHERE kind = ?').raw().get(kind)
    database.close()
    return range
  }
  const pages = async (server: Served, urls: string[]) =>
    Promise.all(urls.map(async url => (await server.get(url)).body))
  t.same(await pages(hours, urls), await pages(whole, urls))
  t.same(held('minutes'), [from, from + 3 * hour])
  t.same(held('trades'), [null, null])

  const days = await serveLate('days')
  for (const end_time of [from + hour, from + 2 * hour])
    await days.get(withQuery(instrumentUrl(cbse!, 'trades'), { end_time: iso(end_time), page_size: 1 }))
  t.same(await pages(days, urlsOf(...bars)), await pages(whole, urlsOf(...bars)))
  t.same(held('minutes', 'days'), [null, null], 'trades that are there are read instead')
})

t.test('no days are generated for books of a decentralised exchange', async t => {
  const [pooled] = instruments.filter(one => one.exchange_code === 'usp3')
  const { data } = await late.json(withQuery(book('snapshots/raw')(pooled!), { page_size: 2 }))
  t.same(data, [])
  const database = new Database(`${folder}/late.history.sqlite`, { readonly: true })
  const found = database.prepare(
    `SELECT count(*) FROM held JOIN instrument ON id = subject WHERE kind = 'books' AND exchange_code = 'usp3'`,
  )
  t.equal(found.pluck().get(), 0)
  database.close()
})

t.test('the depth of an asset includes contracts that are listed while it is read', async t => {
  const range = { start_time: iso(since + day), end_time: iso(since + day + 3_600_000), interval: '1h' }
  const url = withQuery('/v2/data/analytics.v2/asset_metrics', { asset: 'btc', sources: 'true', ...range })
  const cold = await serveLate('cold')
  t.same((await cold.json(url)).data, (await whole.json(url)).data)
})

t.test('a page without bounds goes back beyond the store, to the first trade', async t => {
  const [cbse] = instruments.filter(one => one.exchange_code === 'cbse' && one.code === 'btc-usd')
  const { data } = await late.json(withQuery(instrumentUrl(cbse!, 'ohlcv'), { interval: '1d', page_size: 5 }))
  t.same(
    data.map(({ timestamp }: { timestamp: number }) => timestamp),
    [1, 2, 3, 4, 5].map(n => end - n * day),
  )
  t.ok(
    data.every(({ open }: { open: string | null }) => open !== null),
    'every day has a bar',
  )
  const first = await late.json(withQuery(instrumentUrl(cbse!, 'trades'), { sort: 'asc', page_size: 1 }))
  const [listed] = (await late.json('/v1/instruments?exchange_code=cbse&code=btc-usd')).data
  t.equal(first.data[0].timestamp, listed.trade_start_timestamp)
  t.ok(listed.trade_start_timestamp < Date.UTC(2015, 1, 1), 'the first trade is from the early years')
  const before = await late.json(withQuery(instrumentUrl(cbse!, 'trades'), { end_time: '2014-01-01' }))
  t.same(before.data, [])
  t.equal(before.access.data_range.start_timestamp, Date.UTC(2015, 0, 26))
})

t.test('derivatives, implied volatilities and indices have any date', async t => {
  const june = { start_time: '2024-06-01T00:00:00Z', end_time: '2024-06-01T06:00:00Z', interval: '1h', sort: 'asc' }
  const perpetual = { exchange: 'drbt', instrument_class: 'perpetual-future', instrument: 'btc-usd' }
  for (const what of ['price', 'risk']) {
    const { data } = await late.json(withQuery(`/v2/data/derivatives.v2/${what}`, { ...perpetual, ...june }))
    t.equal(data.length, 6, what)
    for (const row of data) {
      if (what === 'price') t.ok(Math.abs(row.mark_price / row.index_price - 1) < 0.01, 'the mark is near the index')
      else t.not(row.funding_rate, null, 'funding is known')
    }
    if (what === 'price') continue
    const range = { start_time: '2024-05-31T01:00:00Z', end_time: '2024-06-01T01:00:00Z', page_size: 1000 }
    const path = '/v2/data/trades.v1/exchanges/drbt/perpetual-future/btc-usd/trades'
    const trades = (await walk(late, withQuery(path, range))).flatMap(({ body }) => body.data)
    const volume = trades.reduce((sum, { amount }) => sum + Number(amount), 0)
    t.ok(volume > 0 && Math.abs(data[0]['24h_volume'] - volume) < 1e-6, 'volume of 24 hours')
  }
  const asked = { ...june, detail: 'true', page_size: 30 }
  const values = (await late.json(withQuery('/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD', asked))).data
  t.equal(values[0].interval_end, '2024-06-01T00:00:00.000Z')
  t.ok(
    values.some(({ price, detail }: { price: number; detail: unknown[] }) => price > 0 && detail.length > 0),
    'values have partitions',
  )
  const compositions = { index_code: 'BRR_BTCUSD', end_time: '2023-01-01' }
  const [members] = (await late.json(withQuery('/v2/data/index.v1/digital_asset_rates_compo', compositions))).data
  t.equal(members.start_period, '2022-10-01T00:00:00Z')
  const futures = { exchange: 'drbt', instrument_class: 'future' }
  const contracts = async (query: Record<string, string>) =>
    (await late.json(withQuery('/v2/data/derivatives.v2/reference', { ...futures, ...query }))).data
  const [present, since2024] = [await contracts({}), await contracts({ start_time: june.start_time })]
  const codes = since2024.map(({ instrument }: { instrument: string }) => instrument)
  t.ok(codes.includes('btc-usd-240628') && !codes.includes('btc-usd-240329'), 'contracts that expired since then')
  for (const { instrument } of present) t.ok(codes.includes(instrument), instrument)
  for (const instrument of ['btc-usd-240329', 'btc*240329*'])
    t.same(
      (await contracts({ instrument })).map((one: { instrument: string }) => one.instrument),
      ['btc-usd-240329'],
    )
  for (const start_time of ['1970-01-01', '0001-01-01'])
    t.match((await contracts({ start_time }))[0].instrument, /^btc-usd-1[67]/, `the first contract since ${start_time}`)
  const smile = { base: 'btc', quote: 'usd', value_time: june.start_time, expiry: '2024-06-28', deltas: '0.25,0.5' }
  const [record] = (await late.json(withQuery('/v2/data/analytics.v2/implied_volatility_smile', smile))).data
  t.equal(record.expiry, '2024-06-28T08:00:00.000Z')
  const early = { base: 'btc', quote: 'usd', value_time: '1970-01-01', expiry_list: '1970-02-01' }
  t.same((await late.json(withQuery('/v2/data/analytics.v2/implied_volatility_surface', early))).data, [])
})

t.test('risks read reference prices of any year, and staking rates begin with the staking', async t => {
  const portfolio = 'bases=btc,sol&quantities=1,20&quote=usd&risk_level=0.99&sources=true&stress_parameter=0.5'
  const risk = (server: Served, from: string, to: string) =>
    server.json(`/v2/data/analytics.v2/value_at_risk?${portfolio}&start_time=${from}&end_time=${to}`)
  const { data } = await risk(late, '2022-03-01', '2022-06-01')
  t.same(new Set(data.map(({ value_at_risk: { value } }: never) => typeof value)), new Set(['object', 'number']))
  t.ok(
    data[0].value_at_risk.value === null && data.at(-1).value_at_risk.value > 0,
    'sol was first traded in April 2020',
  )
  const [from, to] = [iso(end - 2 * day), iso(end)]
  t.same(await risk(late, from, to), await risk(whole, from, to))
  const moved = await late.json(
    '/v2/data/analytics.v2/realized_volatility?parameters_code=eth-btc:1d_10m&start_time=2021-03-04T05:00&end_time=2021-03-04T05:20',
  )
  const { realized_volatilities } = moved.data['eth-btc:1d_10m']
  t.ok(
    realized_volatilities.length === 4 && realized_volatilities.every(({ value }: never) => value > 0.1),
    'four windows have a volatility',
  )
  const rates = await late.json('/v2/data/staking.v1/protocols/solana?sort=asc&page_size=2&methodology=total')
  const [ether] = (
    await late.json('/v2/data/staking.v1/protocols/eth?start_date=2021-03-05&methodology=issuance&page_size=1&sort=asc')
  ).data
  t.ok(ether.validators > 30_000 && ether.validators < 200_000 && ether.apr > 6, 'few validators share the rewards')
  t.match(rates, { data: [{ date: '2020-03-16' }, { date: '2020-03-17' }], access: { data_range: Object } })
})

t.test('the ranking of any day has what existed then, and supplies name the chains of the time', async t => {
  const codesOf = async (datetime: string) =>
    (await late.json(`/v2/data/supply.v2/top?datetime=${datetime}`)).data.map((one: { asset: string }) => one.asset)
  t.same(await codesOf('2011-01-01'), ['btc'])
  const top = await codesOf('2016-01-01')
  t.ok(top.includes('eth') && top.includes('xmr') && !top.includes('usdc'), top.join())
  const usdt =
    '/v2/data/supply.v2/assets/usdt?sources=true&start_time=2019-12-31T22:00:00Z&end_time=2019-12-31T22:05:00Z'
  const [{ sources }] = (await late.json(usdt)).data
  t.same(
    sources.map(({ chain }: { chain: string }) => chain),
    ['ethereum', 'tron'],
  )
})

t.test('the last interval of a code that ended is the mean of its five-minute values', async t => {
  const range = (from: string, until: string) => ({ start_time: from, end_time: until })
  for (const [asset, ends, after] of [
    ['ust', '2022-05-13', '2022-05-14'],
    ['mkr', '2025-09-15', '2025-09-16'],
  ] as const) {
    const [last] = (
      await late.json(
        withQuery(`/v2/data/supply.v2/aggregated/${asset}`, {
          interval: '7h',
          sort: 'desc',
          ...range('2022-05-12', after),
        }),
      )
    ).data
    const from = iso(last.timestamp * 1000)
    t.ok(Date.parse(ends) < last.timestamp * 1000 + 7 * hour, 'the interval is longer than the code')
    const values = (
      await late.json(withQuery(`/v2/data/supply.v2/assets/${asset}`, { page_size: '100', ...range(from, after) }))
    ).data.map(({ market_cap }: { market_cap: number }) => market_cap)
    const mean = values.reduce((sum: number, value: number) => sum + value, 0) / values.length
    t.ok(Math.abs(last.market_cap / mean - 1) < 1e-12, `${asset}: ${last.market_cap}, not ${mean}`)
  }
})

t.test('an asset that is younger than the interval of the ranking has the mean of its own values', async t => {
  for (const asset of ['arb', 'luna']) {
    const [first] = (await late.json(`/v2/data/supply.v2/aggregated/${asset}?interval=1d&sort=asc&page_size=1`)).data
    const datetime = iso(first.timestamp * 1000 + day)
    for (const interval of ['1d', '3d', '75h']) {
      const { data } = await late.json(withQuery('/v2/data/supply.v2/top?count=1000', { datetime, interval }))
      const { total_supply, market_cap } = data.find((one: { asset: string }) => one.asset === asset)
      t.ok(Math.abs(market_cap / first.market_cap - 1) < 1e-12, `${asset}, ${interval}: ${market_cap}`)
      t.ok(Math.abs(total_supply / first.total_supply - 1) < 1e-12, `${asset}, ${interval}: ${total_supply}`)
    }
  }
})

t.test('the first interval of a stablecoin has the mean of all its supplies', async t => {
  const asked = { interval: '7h', start_time: '2018-03-01', end_time: '2018-07-01', sort: 'asc', page_size: '1' }
  const [first] = (await late.json(withQuery('/v2/data/analytics.v2/stablecoin_metrics?asset=tusd', asked))).data
  const start_time = first.timestamp
  const [same] = (await late.json(withQuery('/v2/data/supply.v2/aggregated/tusd', { ...asked, start_time }))).data
  t.equal(same.timestamp * 1000, Date.parse(start_time))
  t.equal(first.circulating_supply, same.circulating_supply)
})

t.test('reference prices end with the code of an asset', async t => {
  const shortfall = '/v2/data/analytics.v2/expected_shortfall?bases=btc,luna&quantities=1,1&quote=usd&risk_level=0.95'
  const { data } = await late.json(withQuery(shortfall, { start_time: '2022-05-12', end_time: '2022-05-15' }))
  const known = data.map(
    (one: { expected_shortfall: { value: number | null } }) => one.expected_shortfall.value !== null,
  )
  t.same(known, [true, true, false, false])
})

t.test('an exchange has metrics of any day, of what traded then', async t => {
  const metrics = (server: Served, from: number, exchange: string) => {
    const range = { start_time: iso(from), end_time: iso(from + 2 * day), interval: '1d', sources: 'true' }
    return server.json(withQuery(`/v2/data/analytics.v2/exchange_metrics?exchange=${exchange}`, range))
  }
  for (const exchange of ['drbt', 'krkn', 'usp3'])
    t.same(await metrics(late, since, exchange), await metrics(whole, since, exchange), exchange)
  const { data } = await metrics(late, Date.UTC(2023, 2, 20), 'drbt')
  const pairs = data[0].assets_volumes.flatMap(({ pairs_volumes }: never) => pairs_volumes)
  t.ok(data.length === 2 && pairs.length > 0 && data[0].total_volume_usd > 0, 'a day in the past has metrics')
  const ofFutures = await metrics(late, Date.UTC(2018, 2, 15), 'drbt')
  t.ok(ofFutures.data[0]?.total_trade_count > 0, 'contracts count before there were perpetual futures')
  const before = await metrics(late, Date.UTC(2010, 0, 1), 'krkn')
  t.same([before.data, before.access.data_range.start_timestamp], [[], Date.UTC(2013, 8, 10)])
})

t.test('contracts that expired before the store have their trades; others are unknown', async t => {
  const path = (code: string) => `/v3/data/trades.v1/exchanges/drbt/future/${code}/trades`
  const { data } = await late.json(path('btc-usd-230331'))
  t.equal(data.length, 100)
  t.ok(data[0].timestamp < Date.UTC(2023, 2, 31, 8), 'the contract traded before its expiry')
  const { statusCode, body } = await late.get(path('btc-usd-230330'))
  t.match([statusCode, body], [404, /unknown instrument/])
})

t.test('the list of instruments has contracts that expired before the store by their code', async t => {
  const futures = await serveLate('futures')
  const codesOf = async (query: Record<string, string>) => {
    const { data } = await futures.json(withQuery('/v1/instruments', { exchange_code: 'drbt', ...query }))
    return data.map(({ code }: { code: string }) => code)
  }
  const present = await codesOf({ class: 'future' })
  t.same(await codesOf({ code: 'btc-usd-230331' }), ['btc-usd-230331'])
  const several = ['btc-usd-220624', 'btc-usd', 'btc-usd-230331', 'btc-usd-230330', present[0]].join(',')
  t.same(
    new Set(await codesOf({ code: several })),
    new Set(['btc-usd-220624', 'btc-usd', 'btc-usd-230331', present[0]]),
  )
  const chain = { exchange: 'drbt', instrument_class: 'option', instrument: 'btc-usd-230331-*' }
  const [{ instrument }] = (await futures.json(withQuery('/v2/data/derivatives.v2/reference', chain))).data
  t.same(await codesOf({ code: instrument.toUpperCase() }), [instrument], 'the codes of contract details')
  t.same(await codesOf({ class: 'future' }), present, 'the list without codes stays the same')
})

t.test('pages that go back pass over no days, though earlier ones are there', async t => {
  const path = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
  const first = Date.UTC(2021, 3, 1)
  const pageOf = (from: number, until: number, more: Record<string, string | number>) =>
    late.json(withQuery(path, { start_time: iso(from), end_time: iso(until), ...more }))
  const older = await pageOf(first, first + day, { page_size: 100_000 })
  for (const until of [first + 12 * day, first + 11.5 * day]) {
    const newest = await pageOf(first, until, { page_size: 1 })
    t.ok(newest.data[0].timestamp > until - hour, 'the last trade, from where nothing was filled')
  }
  const part = { page_size: 100_000, sort: 'asc' }
  const days = await pageOf(first + 20 * day, first + 22 * day, part)
  const back = await pageOf(first, first + 22 * day, { page_size: days.data.length + older.data.length })
  const next = await pageOf(first + 14 * day, first + 22 * day, part)
  t.same(back.data, next.data.reverse().slice(0, back.data.length), 'a day that is there, then the day before it')
})

t.test('a block of any year is found without the years around it', async t => {
  const server = await serveLate('blocks')
  const only = (path: string, block: number, more = {}) =>
    withQuery(path, { start_block: block, end_block: block, page_size: path.includes('/usp3') ? 10 : 1000, ...more })
  const transactions = '/v2/data/wallet.v1/transactions'
  for (const sort of ['asc', 'desc'])
    for (const block of [400_001, 600_000, 700_000, 999_999_999]) {
      const { data } = await server.json(`${only(transactions, block)}&sort=${sort}`)
      const numbers = new Set(data.map((one: { block_number: number }) => one.block_number))
      t.same([...numbers], block > 450_000 && block < 900_000 ? [block] : [], `${block} ${sort}`)
    }
  const range = { start_time: iso(since + day), end_time: iso(since + 2 * day), page_size: '1' }
  const liquidity = '/v2/data/liquidity.v1'
  const ofAll = [transactions, '/v2/data/lending.v1/events', '/v2/data/lending.v1/snapshots', `${liquidity}/events`]
  const ofOne = `${liquidity}/snapshots/usp3?pool_address=0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640`
  for (const path of [...ofAll, ofOne]) {
    const [{ block_number, chain, blockchain = chain }] = (await whole.json(withQuery(path, range))).data
    const url = only(path, block_number, { blockchain })
    const found = (await server.json(url)).data
    t.ok(found.length > 0, `${path} has records of ${block_number}`)
    t.same(found, (await whole.json(url)).data, path)
  }
  t.same((await server.json('/v2/data/lending.v1/events?block_number=1769814000')).data, [], 'a time is no block')
  const generated = generatedDays('blocks')
  t.equal(generated.length, 3)
  for (const [kind, days] of generated) t.ok(days < 50, `${days} days were generated of ${kind}`)
})

/** Days of blocks that were generated for any one subject, by kind. */
function generatedDays(name: string): [string, number][] {
  return new Database(`${folder}/${name}.history.sqlite`, { readonly: true })
    .prepare(`SELECT kind, max(days) FROM (SELECT kind, sum("until" - "from") / ${day} AS days FROM held
      WHERE kind IN ('bitcoin', 'lending', 'pools') GROUP BY kind, subject) GROUP BY kind`)
    .raw()
    .all() as [string, number][]
}

t.test('the last blocks of a day are found without the years after it', async t => {
  const server = await serveLate('last-blocks')
  const url = '/v2/data/liquidity.v1/snapshots?pool_address=0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
  const times = { start_time: '2024-06-01T23:00:00Z', end_time: '2024-06-02T00:00:00Z' }
  const { data } = await late.json(withQuery(url, times))
  const [{ block_number: block }] = data
  const found = await server.json(withQuery(url, { start_block: block, end_block: block }))
  t.same(found.data, data.slice(0, 1))
  for (const [kind, days] of generatedDays('last-blocks')) t.ok(days < 20, `${days} days were generated of ${kind}`)
})

t.test('a walk through lending events loses none where the history goes on', async t => {
  const url = '/v2/data/lending.v1/events'
  const range = { type: 'deposit', start_time: iso(start - day), end_time: iso(start + 8 * hour) }
  for (const page_size of [29, 43]) {
    const server = await serveLate(`events${page_size}`)
    for (const sort of ['desc', 'asc'])
      t.same(
        (await walk(server, withQuery(url, { ...range, sort, page_size }))).flatMap(({ body }) => body.data),
        (await walk(whole, withQuery(url, { ...range, sort }))).flatMap(({ body }) => body.data),
        `${page_size} ${sort}`,
      )
  }
})

type LendingRecord = Record<'datetime' | 'block_number', number>

t.test('lending snapshots before the merge have the times of their blocks', async t => {
  const blocks = new Blocks('market')
  const url = withQuery('/v2/data/lending.v1/snapshots', { blockchain: 'ethereum', asset: 'usdc' })
  for (const [protocol, start_time, end_time] of [
    ['aav2', '2022-05-12T06:00:00Z', '2022-05-12T08:00:00Z'],
    ['aav2', '2022-09-15T05:00:00Z', '2022-09-15T08:00:00Z'],
    ['cmp3', '2022-08-26T00:00:00Z', '2022-08-26T04:00:00Z'],
  ]) {
    const query = { protocol: protocol!, start_time: start_time!, end_time: end_time! }
    const walks = [1000, 37].map(page_size => walk(late, withQuery(url, { ...query, page_size })))
    const [records, others] = (await Promise.all(walks)).map(joinedRecords)
    t.equal(others, records, `${protocol} ${start_time}: pages join`)
    const { data } = await late.json(withQuery(url, { ...query, page_size: '1000' }))
    t.ok(data.length > 400, `${protocol}: ${data.length} blocks`)
    const wrong = data.filter((one: LendingRecord) => 1000 * one.datetime !== blocks.time('ethereum', one.block_number))
    t.same(wrong, [], 'times are those of the chain')
    const longest = Math.max(...data.slice(1).map((one: LendingRecord, n: number) => data[n].datetime - one.datetime))
    t.ok(longest > 36, `${longest} s between two blocks`)
  }
})

t.test('a transaction is found by its hash alone, in any year', async t => {
  const swaps = '/v2/data/trades.v1/exchanges/usp3/spot/weth-usdc/trades'
  const searches = [
    ['/v2/data/wallet.v1/transactions', 'transaction_hash', '2018-05-04'],
    ['/v2/data/lending.v1/events', 'tx_hash', '2024-02-01'],
    ['/v2/data/liquidity.v1/events', 'tx_hash', '2024-02-01'],
    [swaps, 'transaction_hash', '2024-02-01'],
  ] as const
  const server = await serveLate('hashes')
  const transactions = async (server: Served, path: string, query: Record<string, string>) =>
    (await server.json(withQuery(path, query))).data as { transaction_hash: string }[]
  for (const [path, name, year] of searches)
    for (const start_time of [iso(end - day), year]) {
      const records = await transactions(late, path, { start_time, page_size: '9', sort: 'asc' })
      const { transaction_hash } = records[3]!
      const expected = records.filter(one => one.transaction_hash === transaction_hash)
      for (const sort of ['asc', 'desc'])
        t.same(await transactions(server, path, { [name]: transaction_hash, sort }), expected, `${path} ${sort}`)
    }
  for (const [path, name] of searches) t.same(await transactions(server, path, { [name]: 'ab'.repeat(32) }), [], path)
})

t.test('a fault applies to what the history alone knows', async t => {
  const server = await serveLate('faulty')
  const url = '/v2/data/trades.v1/exchanges/drbt/future/btc-usd-230331/trades?page_size=2'
  const [plain, faulty] = [{}, { 'x-sandbox-fault': 'drop_field=price' }].map(headers => server.get(url, headers))
  const { data } = JSON.parse((await plain!).body)
  t.equal(data.length, 2)
  t.same(
    JSON.parse((await faulty!).body).data,
    data.map(({ price: _, ...rest }: Record<string, unknown>) => rest),
  )
})

t.test('a protocol with the code of an asset has value locked before the store', async t => {
  const url = withQuery('/v2/data/tvl', { protocol: 'aave', start_time: iso(since), end_time: iso(end) })
  const { data } = await late.json(url)
  t.ok(data.length >= 5, `${data.length} days`)
  t.same(data, (await whole.json(url)).data)
})

function fillAll(filler: Filler, gaps: readonly Gap[]): void {
  for (const step of filler.stepsOf(gaps)) filler.fill(step)
}

type HeldRow = { subject: number; rows: number; high: number; low: number }

t.test('the past that is kept stays within its limit, and is generated again after it went', async t => {
  const path = `${folder}/limited.sqlite`
  const limit = 260_000
  const filler = new Filler({ path, seed: 'market', profile: 'tiny', limit })
  const history = new Database(path, { readonly: true })
  const size = () => {
    const [pages = 0, free = 0, bytes = 0] = ['page_count', 'freelist_count', 'page_size'].map(name =>
      Number(history.pragma(name, { simple: true })),
    )
    return (pages - free) * bytes
  }
  const catalogue = size()
  const ids = history.prepare("SELECT id FROM instrument WHERE class = 'spot' AND listed < 1600000000000").pluck().all()
  const gaps = (ids as number[]).map(subject => ({
    kind: 'bars' as const,
    subject,
    from: Date.UTC(2024, 0, 1),
    until: Date.UTC(2024, 1, 1),
  }))
  const held = () => history.prepare('SELECT subject, rows, high, low FROM held ORDER BY asked').all() as HeldRow[]
  const seen = new Map<number, HeldRow>()
  for (const gap of [...gaps, ...gaps.slice(0, 2)]) {
    fillAll(filler, [gap])
    const now = held().find(({ subject }) => subject === gap.subject)!
    t.same(now, seen.get(gap.subject) ?? now)
    seen.set(gap.subject, now)
    t.ok(size() - catalogue <= limit, `${size() - catalogue} bytes beside the catalogue`)
  }
  t.ok(held().length > 1 && held().length < gaps.length, `${held().length} of ${gaps.length} are left`)
  history.close()
  filler.close()
})

t.test('supplies of single assets are no rows of the supplies that the ranking compares', async t => {
  const path = `${folder}/supplies.sqlite`
  const filler = new Filler({ path, seed: 'market', profile: 'tiny', limit: Number.MAX_SAFE_INTEGER })
  const days = { from: Date.UTC(2021, 5, 1), until: Date.UTC(2021, 5, 3) }
  fillAll(filler, [
    { kind: 'supply', subject: 0, ...days },
    { kind: 'asset-supply', subject: 'waves', ...days },
  ])
  const store = Store.open(path, { readonly: true })
  t.same([...wrongParts(store)], [])
  store.close()
  filler.close()
})

t.test('two writers of a history, in any order, leave what one leaves in order', async t => {
  const place = { seed: 'market', profile: 'tiny', limit: Number.MAX_SAFE_INTEGER } as const
  const [own, other] = [1, 2].map(() => new Filler({ ...place, path: `${folder}/two.sqlite` })) as [Filler, Filler]
  const alone = new Filler({ ...place, path: `${folder}/one.sqlite` })
  const path = new Database(`${folder}/two.sqlite`, { readonly: true })
  const ids = path.prepare("SELECT id FROM instrument WHERE base_asset = 'eth'").pluck().all() as number[]
  const kinds = ['trades', 'bars', 'minutes', 'books', 'liquidations'] as const
  const from = Date.UTC(2024, 1, 20)
  const wanted = ids.flatMap(subject => kinds.map(kind => ({ kind, subject, from, until: from + 10 * day })))
  fillAll(alone, wanted)
  const parts = wanted.flatMap(gap => [
    { ...gap, from: gap.from + 6 * day },
    { ...gap, until: gap.from + 3 * day },
    { ...gap, from: gap.from + 2 * day, until: gap.from + 7 * day },
  ])
  const steps = parts.sort((a, b) => (a.subject % 7) - (b.subject % 7) || a.from - b.from).reverse()
  for (const [n, gap] of steps.entries()) {
    // Both plan the same; what one has filled, the other finds filled.
    const planned = [own, other].map(filler => ({ filler, steps: filler.stepsOf([gap]) }))
    for (const { filler, steps } of n % 2 === 0 ? planned : planned.reverse())
      for (const step of steps) filler.fill(step)
  }
  const heldIn = (name: string) => {
    const database = new Database(`${folder}/${name}.sqlite`, { readonly: true })
    const rows = database
      .prepare('SELECT kind, subject, "from", "until", rows, high, low FROM held ORDER BY 1, 2, 3')
      .all()
    database.close()
    return rows
  }
  t.equal(heldIn('one').length, wanted.length)
  const two = Store.open(`${folder}/two.sqlite`, { readonly: true })
  t.same([...wrongParts(two)], [])
  two.close()
  t.same(heldIn('two'), heldIn('one'))
  path.close()
  for (const filler of [own, other, alone]) filler.close()
})

t.test('verify finds changed rows of the history', async t => {
  const at = { SANDBOX_DATA: `${folder}/late.sqlite`, SANDBOX_PROFILE: 'tiny' }
  const sound = await outcomeOf(['verify'], at)
  t.equal(sound.code, 0, sound.stdout)
  t.match(sound.stdout, /^ok {4}the history .*late\.history\.sqlite has the rows that were written$/m)
  const history = new Database(`${folder}/late.history.sqlite`)
  history.exec('UPDATE staking_rate SET apr = apr * 2 WHERE timestamp = (SELECT min(timestamp) FROM staking_rate)')
  history.close()
  const changed = await outcomeOf(['verify'], at)
  t.equal(changed.code, 1)
  t.match(changed.stdout, /^wrong the history .*\n {6}staking of 0 from 20.* to 20/m)
})

t.test('without a limit of history, the store is all there is', async t => {
  const alone = await serve(t, unlimited)
  const path = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
  const { data, access } = await alone.json(`${path}?end_time=2024-01-01`)
  t.same([data, access.data_range.start_timestamp], [[], start])
})
