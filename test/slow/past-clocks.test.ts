import { copyFileSync, existsSync } from 'node:fs'
import { controlOf } from '../harness/control.ts'
import { operations } from '../harness/operations.ts'
import { fullKey, type Served, serve, unlimited } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import t, { type Test } from '../harness/tap.ts'

const folder = t.testdir()
const withHistory = { ...unlimited, SANDBOX_HISTORY_LIMIT: '64' }

/** The newest daily bar before a time, and its price in US dollars. */
async function newestBar(server: Served, key?: string) {
  const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1d&page_size=2'
  const { data } = await server.json(path, key === undefined ? {} : { 'x-api-key': key })
  return { timestamp: data[0].timestamp, close: Number(data[1].close) }
}

t.test('clocks before the store read the history, back and forth, and no operation fails there', async t => {
  const path = `${folder}/late.sqlite`
  copyFileSync(storePath, path)
  const late = await serve(t, { ...withHistory, SANDBOX_DATA: path })
  const call = controlOf(late)
  const { key, url } = await call('POST', '/tenants', { name: 'past', now: '2019-01-01T12:00:00Z' })
  const [bar, now] = [await newestBar(late, key), await newestBar(late)]
  t.equal(bar.timestamp, Date.UTC(2019, 0, 1))
  t.ok(Math.abs(bar.close / 3740 - 1) < 0.05, `${bar.close}`)
  const futures = `${new URL(url).pathname}/v1/instruments?exchange_code=drbt&class=future`
  // Before anything else asks for contracts.
  const { data } = await late.json(futures)
  t.same(
    data.filter((one: Instrument) => one.trade_count > 0 || one.trade_end_time !== null),
    [],
  )
  const list = '/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=future'
  const contractsOf = async (key: string, more: string) => (await late.json(list + more, { 'x-api-key': key })).data
  const alive = await contractsOf(key, '')
  t.ok(alive.length > 0, 'contracts of then are listed')
  t.same(await contractsOf(key, '&start_time=2019-01-01T12:00:00Z'), alive)
  t.equal((await contractsOf(key, `&instrument=${alive.at(-1).instrument}`)).length, 1)
  const [expired] = await contractsOf(key, '&start_time=2018-12-01')
  t.ok(expired.expiry < '2019', expired.expiry)
  t.same(await contractsOf(key, `&instrument=${expired.instrument}`), [expired])
  t.same(await contractsOf(key, ''), alive, 'whatever was asked for before')
  t.same(namesIn(data, 'code'), namesIn(alive, 'instrument'), 'also among the instruments')
  const { next_url } = await late.json(`${futures}&limit=1`)
  t.same((await late.json(next_url)).data, data.slice(1, 2), 'in pages')
  await refusesAsOfThen(t, late, key)
  await expiredAreListed(t, late)
  await call('PUT', '/tenants/past/clock', { now: 'seeded' })
  t.same(await newestBar(late, key), now)
  await call('PUT', '/tenants/past/clock', { now: '2017-01-01T00:00:00Z' })
  t.equal((await newestBar(late, key)).timestamp, Date.UTC(2016, 11, 31))
  const before = await call('PUT', '/tenants/past/clock', { now: '2016-12-31T00:00:00Z' })
  t.match(before, { status: 400, message: /^now must be from 2017-01-01T/ })
  await call('PUT', '/tenants/past/clock', { now: '2021-05-06T07:08:09Z' })
  await allAnswer(t, late, key)
  t.same((await late.json(statePrices, { 'x-api-key': key })).data, [], 'pools do not exist yet')
  await call('PUT', '/tenants/past/clock', { now: '2024-02-29T12:00:00Z' })
  await pricesCount(t, late, key)
})

const statePrices = '/v2/data/state_price.v1/aggregation/weth?page_size=2'

/** Prices over a window count the whole of it. */
async function pricesCount(t: Test, server: Served, key: string) {
  const rows = async (path: string) => (await server.json(path, { 'x-api-key': key })).data
  const prices = await server.get(statePrices, { 'x-api-key': key })
  t.equal(prices.headers['x-sandbox-hint'], undefined)
  t.ok(prices.json().data[0].pool_data[0].last_aggregated_volume > 0, 'pools traded in the week before')
  const money = namesIn(
    (await rows('/v1/assets')).filter(({ asset_class }: { asset_class: string }) =>
      /fiat|stablecoin/.test(asset_class),
    ),
    'code',
  )
  const chains = await rows('/v1/pools-protocols')
  const spots: (Instrument & { quote_asset: string })[] = await rows('/v1/instruments?class=spot&base_asset=btc')
  const volumes = new Map<string, number>()
  for (const { exchange_code, quote_asset, code } of spots) {
    if (!money.includes(quote_asset) || chains.includes(exchange_code)) continue
    const path = `/v2/data/trades.v1/exchanges/${exchange_code}/spot/${code}/aggregations/ohlcv`
    const bars: { volume: string }[] = await rows(`${path}?interval=1h&page_size=336&start_time=2024-02-15T12:00:00Z`)
    const volume = bars.reduce((sum, bar) => sum + Number(bar.volume), 0)
    volumes.set(exchange_code, (volumes.get(exchange_code) ?? 0) + volume)
  }
  const [value] = await rows('/v2/data/trades.v1/principal_market_value?asset=btc')
  const days = (sum: number) => Number((sum / 14).toPrecision(9))
  t.equal(days(value.total_adtv_2w * 14), days([...volumes.values()].reduce((sum, one) => sum + one)))
  t.equal(days(value.adtv_2w * 14), days(Math.max(...volumes.values())))
  t.equal(volumes.get(value.principal_market_code), Math.max(...volumes.values()))
  t.ok(value.last_trade_timestamp > Date.UTC(2024, 1, 29, 11), 'the last trade is of that time')
}

interface Instrument {
  exchange_code: string
  class: string
  code: string
  trade_start_timestamp: number
  trade_end_timestamp: number | null
  trade_end_time: string | null
  trade_count: number
}

/** A refusal knows the classes and codes of that time. */
async function refusesAsOfThen(t: Test, server: Served, key: string) {
  const refusal = async (path: string) => (await server.get(path, { 'x-api-key': key })).json().message
  const risk = '/v2/data/derivatives.v2/risk?exchange=drbt&interval=1h'
  t.match(await refusal(`${risk}&instrument_class=option&instrument=btc*`), /^unknown instrument .* \(codes are like /)
  const trades = await refusal('/v3/data/trades.v1/exchanges/drbt/swap/btc-usd/trades')
  t.match(trades, 'drbt has no instrument_class "swap", only future, option, perpetual-future')
}

/** Filters by time list contracts of all years, beside what the store lists. */
async function expiredAreListed(t: Test, server: Served) {
  const list = async (query: string): Promise<Instrument[]> => (await server.json(`/v1/instruments${query}`)).data
  const idOf = (one: Instrument) => `${one.exchange_code} ${one.class} ${one.code}`
  const of = (instruments: Instrument[]) => new Map(instruments.map(one => [idOf(one), one]))
  const within = await list('?exchange_code=drbt&trade_start_timestamp=2021-03-01&trade_end_timestamp=2021-04-01')
  t.same([...new Set(within.map(one => one.class))].sort(), ['future', 'option'])
  for (const { trade_start_timestamp: first, trade_end_timestamp: last, trade_count: count, code } of within)
    t.ok(first >= Date.UTC(2021, 2, 1) && last! <= Date.UTC(2021, 3, 1) && count === 0, code)
  const stored = of(await list(''))
  const since = await list('?trade_start_timestamp=2025-06-01')
  const known = since.filter(one => stored.has(idOf(one)))
  t.same(
    known,
    [...stored.values()].filter(one => one.trade_start_timestamp >= Date.UTC(2025, 5, 1)),
    'what the store lists is the same',
  )
  const others = since.filter(one => !stored.has(idOf(one)))
  t.ok(others.length > known.length, `${others.length} that the store does not list`)
  t.ok(
    others.every(one => one.trade_end_timestamp! < Date.now() && one.trade_count === 0),
    'they ended, and count nothing',
  )
  const inOrder = await list('?trade_start_timestamp=2025-06-01&orderBy=trade_start_timestamp&order=-1')
  t.same(of(inOrder), of(since))
  const pages = await server.json('/v1/instruments?trade_start_timestamp=2025-06-01&limit=7')
  t.same([...pages.data, ...(await server.json(pages.next_url)).data], since.slice(0, 14), 'in pages')
  t.same(await list('?class=future&trade_start_timestamp=2021-03-01&trade_end_timestamp=ongoing'), [
    ...[...stored.values()].filter(
      one =>
        one.class === 'future' && one.trade_end_timestamp === null && one.trade_start_timestamp >= Date.UTC(2021, 2, 1),
    ),
  ])
}

function namesIn(records: Record<string, string>[], field: string): string[] {
  return records.map(one => one[field]!).sort()
}

async function allAnswer(t: Test, server: Served, key: string) {
  for (const { urls } of operations) {
    const { statusCode, body } = await server.get(urls[0]!, { 'x-api-key': key })
    if (statusCode >= 500) t.fail(`${urls[0]}: ${statusCode} ${body}`)
  }
}

async function listsNeedNoTime(t: Test, server: Served) {
  for (const path of ['/v2/data/staking.v1/protocols', '/v2/data/tvl']) {
    const { headers, body } = await server.get(path)
    t.ok(JSON.parse(body).data.length > 10, path)
    t.equal(headers['x-sandbox-hint'], undefined, 'a list is as of now')
  }
  const { data } = await server.json('/v2/data/liquidation.v1/token/btm?interval=1h&page_size=3')
  t.same(
    data.map((one: Record<string, unknown>) => [one.total_trades, one.exchanges]),
    Array(3).fill([0, []]),
    'an asset without futures has zeros',
  )
}

async function beginsLater(t: Test, server: Served) {
  const begins = /^the requested times are outside the range with data, which begins at 20\d\d-\d\d-\d\dT/
  for (const path of ['/v2/data/tvl?protocol=usp3', '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD']) {
    const { headers, body } = await server.get(path)
    t.same(JSON.parse(body).data, [], path)
    t.match(headers['x-sandbox-hint'], begins)
  }
  const sequence = `${Date.UTC(2020, 4, 31)}-BRR_BTCUSD`
  const replication = await server.json(`/v1/data/index_replication.v1/rates?sequence_id=${sequence}`)
  t.same(replication.data, [], 'a rate without a value yet has nothing to replicate')
}

t.test('a server whose clock is before all stores builds none, and its tenants go anywhere', async t => {
  const settings = { SANDBOX_DATA: `${folder}/early.sqlite`, SANDBOX_NOW: '2020-06-01T00:00:00Z' }
  const server = await serve(t, { ...withHistory, ...settings })
  const bar = await newestBar(server)
  t.equal(bar.timestamp, Date.UTC(2020, 4, 31))
  t.ok(bar.close > 3000 && bar.close < 50_000, `${bar.close}`)
  await allAnswer(t, server, fullKey)
  const instruments = await server.json('/v1/instruments?exchange_code=drbt')
  t.ok(instruments.data.length > 0, 'instruments of then are listed')
  t.ok(
    instruments.data.some((one: Record<string, string>) => one.class === 'option'),
    'with contracts',
  )
  await server.json('/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=option&start_time=2018-03-15')
  t.same(await server.json('/v1/instruments?exchange_code=drbt'), instruments, 'whatever was asked for before')
  const contracts = await server.get('/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=future')
  t.ok(contracts.json().data.length > 0, 'contracts of then are listed')
  t.equal(contracts.headers['x-sandbox-hint'], undefined, 'a list with contracts needs no hint')
  await listsNeedNoTime(t, server)
  await beginsLater(t, server)
  const { key } = await controlOf(server)('POST', '/tenants', { name: 'later', now: '2025-03-01' })
  t.equal((await newestBar(server, key)).timestamp, Date.UTC(2025, 1, 28))
  t.notOk(existsSync(settings.SANDBOX_DATA), 'no store was built')
  t.match(await server.json('/version'), { start: '2020-06-01T00:00:00.000Z', rows: null, digest: null })
})
