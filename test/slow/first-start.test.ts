import { existsSync, readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { day } from '../../src/market/time.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { fc } from '../harness/properties.ts'
import { type Served, serve, unlimited } from '../harness/server.ts'
import { end, start } from '../harness/store.ts'
import t from '../harness/tap.ts'

const folder = t.testdir()
const iso = (time: number) => new Date(time).toISOString()

/** A server without a store, which it builds behind its responses. */
function serveFresh(name: string, environment: Record<string, string> = {}): Promise<Served> {
  const settings = { SANDBOX_HISTORY_LIMIT: '64', SANDBOX_DATA: `${folder}/${name}.sqlite`, ...environment }
  return serve(t, { ...unlimited, ...settings }, undefined, true)
}

/** The build behind a server's responses. */
function buildOf({ built }: Served) {
  const build = {
    isDone: false,
    done: built.then(() => {
      build.isDone = true
    }),
  }
  return build
}

const listed = [
  'cbse/spot/btc-usd',
  'krkn/spot/eth-btc',
  'usp3/spot/weth-usdc',
  'drbt/perpetual-future/btc-usd',
  'drbt/future/btc-usd-260327',
]
const kinds = ['trades', 'ohlcv', 'count_ohlcv_vwap', 'snapshots/raw', 'ob_aggregations/depth', 'liquidations', 'rate']
const questions = fc.record({
  one: fc.constantFrom(...listed),
  kind: fc.constantFrom(...kinds),
  from: fc.integer({ min: start - 40 * day, max: end - 1 }),
  length: fc.integer({ min: 1, max: 5 * day }),
  sort: fc.constantFrom('asc', 'desc'),
  page_size: fc.integer({ min: 1, max: 40 }),
  interval: fc.constantFrom('1m', '1h', '1d'),
})

function urlOf({
  one,
  kind,
  from,
  length,
  interval,
  ...query
}: typeof questions extends fc.Arbitrary<infer Q> ? Q : never) {
  const [exchange_code = '', kindOf = '', code = ''] = one.split('/')
  const instrument = { exchange_code, class: kindOf, code }
  const book = `/v2/data/order_book_snapshots.v1/exchanges/${one}/${kind}`
  const path =
    kind === 'rate'
      ? `/v2/data/trades.v1/spot_exchange_rate/${kindOf === 'spot' ? code.replace('-', '/') : 'eth/jpy'}`
      : kind === 'liquidations'
        ? `/v2/data/liquidation.v1/trades/${one}`
        : kind.includes('/')
          ? book
          : instrumentUrl(instrument, kind, kind === 'count_ohlcv_vwap' ? 'v2' : undefined)
  const hasIntervals = /ohlcv|ob_aggregations|rate$/.test(kind)
  const range = { start_time: iso(from), end_time: iso(Math.min(end, from + length)) }
  return withQuery(path, { ...range, ...query, ...(hasIntervals && { interval }) })
}

/** Lists of the catalogue. */
const ofCatalogue = [
  '/v1/exchanges',
  '/v1/assets',
  '/v1/pools',
  '/v1/blockchains',
  '/v2/data/staking.v1/protocols',
  '/v2/data/index_reference_data.v1/rates',
  '/v2/data/supply.v2/top?interval=1d',
  '/v2/data/supply.v2/aggregated/usdt?interval=1d&sort=desc',
  '/v2/data/lending.v1/snapshots?interval=1h',
  '/v2/data/wallet.v1/transactions',
]

const derivative = (kind: string, one: string) => {
  const [instrument_class = '', instrument = ''] = one.split('/')
  const path = `/v2/data/derivatives.v2/${kind}`
  return withQuery(path, { exchange: 'drbt', instrument_class, instrument, interval: '1h', page_size: 30 })
}
const options = { base: 'btc', quote: 'usd', value_time: iso(end - day) }

const ranges = '/v2/data/liquidity.v1/snapshots/usp3?pool_address=0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'

/** Computed from records of several feeds, within the store's range. */
const computed = [
  derivative('price', 'perpetual-future/btc-usd'),
  derivative('risk', 'perpetual-future/btc-usdt'),
  derivative('price', 'future/btc-usd-260327'),
  derivative('risk', 'future/btc-usd-260327'),
  derivative('risk', 'option/btc-usd-260327-86000-c'),
  withQuery(derivative('price', 'perpetual-future/btc-usd'), { sort: 'asc', start_time: iso(start - day) }),
  withQuery(derivative('risk', 'perpetual-future/btc-usd'), { sort: 'asc', start_time: iso(start - day) }),
  '/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=option&page_size=1000',
  '/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=future&page_size=1000',
  withQuery('/v2/data/analytics.v2/implied_volatility_surface', {
    ...options,
    expiry_list: '2026-02-27,2026-03-27',
    strikes: '80000,90000',
  }),
  withQuery('/v2/data/analytics.v2/implied_volatility_smile', { ...options, expiry: '2026-03-27', deltas: '0.25' }),
  '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD?page_size=10&detail=true',
  '/v2/data/index.v1/digital_asset_rates_price/BRR_BTCUSD_LDN?page_size=10&sort=asc',
  '/v2/data/index.v1/digital_asset_rates_compo?index_code=BRR_BTCUSD',
  '/v2/data/trades.v1/principal_market_value?asset=btc',
  '/v2/data/trades.v1/principal_market_value?asset=aave',
  '/v2/data/state_price.v1/aggregation/weth?page_size=20',
  '/v2/data/state_price.v1/aggregation/wbtc?page_size=20&sort=asc',
  ranges,
  withQuery(ranges, { sort: 'asc', page_size: 3, price_range: 0.2 }),
  withQuery(ranges, { end_time: iso(end - day) }),
  '/v2/data/wallet.v1/audit?blockchain=bitcoin&page_size=200',
  '/v2/data/liquidity.v1/events?protocol=usp3&page_size=20',
  '/v1/instruments?exchange_code=cbse,drbt,bbit',
  '/v1/instruments?limit=20',
  '/v1/instruments?base_asset=btc&trade_end_timestamp=ongoing&orderBy=trade_start_timestamp&order=-1&limit=15',
  '/v2/data/wallet.v1/audit?blockchain=bitcoin&page_size=200&sort=asc',
]

/** Of the control plane, without validators. */
const scenarios = '/sandbox/scenarios'

/** Refused for a code that the store does not have. */
const unlisted = [
  '/v3/data/trades.v1/exchanges/cbse/spot/btc-usx/trades',
  '/v3/data/trades.v1/exchanges/cbse/spot/BTCUSD/trades',
  '/v3/data/trades.v1/exchanges/drbt/future/btc-usd-260328/trades',
  '/v3/data/trades.v1/exchanges/drbt/option/btc-usd-260327-90001-c/trades',
  '/v2/data/state_price.v1/aggregation/btc',
  withQuery('/v2/data/analytics.v2/implied_volatility_smile', { ...options, expiry: '2026-03-28', deltas: '0.25' }),
  '/v2/data/trades.v1/spot_exchange_rate/bitcoin/usd',
  '/v3/data/trades.v1/exchanges/cbs/spot/btc-usd/trades',
]

/** Need all that the store has. */
const ofWhole = [
  '/v1/instruments',
  '/v1/instruments?exchange_code=cbse&orderBy=trade_count',
  '/v2/data/liquidity.v1/events?user_addresses=0x0000000000000000000000000000000000000001&page_size=20',
]

/** Of the same operations as those that need all, but wrong. */
const refused: [url: string, status: number][] = [
  ['/v1/instruments?order=up', 400],
  ['/v1/instruments?orderBy=trade_count&limit=0', 400],
  [`${ofWhole[2]}&sort=up`, 400],
  [`${ofWhole[2]}&protocol=uniswap`, 404],
  [`${ofWhole[2]}&continuation_token=x`, 400],
]

t.test('responses are the same before and after the store is built, and walks go on', async t => {
  const server = await serveFresh('market')
  t.match(await server.json('/ready'), { result: 'success', built: Number })
  t.match(await server.json('/version'), { start: iso(start), end: iso(end), digest: null, rows: null })
  const build = buildOf(server)
  const early: [url: string, body: string, headers: unknown][] = []
  const seed = Number(process.env.SEED ?? Date.now() % 1e6)
  const ask = async (url: string) => {
    const { statusCode, body, headers } = await server.get(url)
    return [`${statusCode} ${body}`, headers.etag] as const
  }
  for (const url of [...unlisted, ...computed, scenarios]) {
    early.push([url, ...(await ask(url))])
    t.notOk(build.isDone, `${url} does not wait for the store`)
    t.match(early.at(-1)![1], unlisted.includes(url) ? /^404/ : /^200 .*"(data|scenarios)":\[\{/, url)
  }
  for (const [url, status] of refused) {
    t.match(await ask(url), [new RegExp(`^${status} `)], url)
    t.notOk(build.isDone, `${url} is refused before the store is built`)
  }
  const asking = fc.sample(questions, { seed, numRuns: 40 }).map(async question => {
    const url = urlOf(question)
    const [body, etag] = await ask(url)
    if (!build.isDone) early.push([url, body, etag])
  })
  for (const url of ofCatalogue) {
    const [body, etag] = await ask(url)
    if (!build.isDone) early.push([url, body, etag])
  }
  const waiting = await Promise.all(ofWhole.map(url => ask(url)))
  await Promise.all(asking)
  t.ok(early.length > 3, `${early.length} responses came before the store`)
  await build.done
  t.ok(existsSync(`${folder}/market.sqlite`), 'the store is built')
  for (const [n, url] of ofWhole.entries()) t.same(waiting[n]![0], (await ask(url))[0], url)
  t.same(await server.json('/ready'), { result: 'success' })
  t.match((await server.json('/version')).digest, /^[0-9a-f]{64}$/)
  let walked = 0
  for (const [url, body, etag] of early) {
    const again = await ask(url)
    if (again[0] !== body || again[1] !== etag) t.fail(`${url} differs, seed ${seed}`)
    const next = body.startsWith('200') ? JSON.parse(body.slice(4)).next_url : undefined
    if (next === undefined) continue
    walked++
    const page = await server.json(next)
    if (page.data.length === 0) t.fail(`${next} is empty`)
  }
  t.comment(`${early.length} responses, ${walked} of them with a further page, seed ${seed}`)
})

t.test('a server that is closed while its store is built says so and leaves its history alone', async t => {
  const server = await serveFresh('closed')
  const waiting = server.get(ofWhole[0]!)
  await server.json('/ready')
  await server.close()
  await t.resolves(server.built)
  const { statusCode, body } = await waiting
  t.equal(statusCode, 503)
  t.match(body, /the server is stopping/)
  t.same(
    readdirSync(folder).filter(name => name.startsWith('closed') && !name.includes('.history.')),
    [],
  )
})

t.test('under a live clock, responses never become older when the store is built', async t => {
  const server = await serveFresh('live', { SANDBOX_NOW: 'live' })
  const build = buildOf(server)
  const path = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1s&page_size=1'
  const times: number[] = []
  for (let after = 0; after < 3; after += build.isDone ? 1 : 0) {
    times.push((await server.json(path)).data[0].timestamp)
    await setTimeout(50)
  }
  await build.done
  t.same(
    times,
    times.toSorted((a, b) => a - b),
  )
  t.ok(times.length > 3, 'several times are asked for')
})

t.test('under a live clock, lists of instruments come at once, with usual counts', async t => {
  const server = await serveFresh('counts', { SANDBOX_NOW: 'live' })
  const build = buildOf(server)
  const list = '/v1/instruments?orderBy=trade_count&order=-1'
  const early: Counted[] = (await server.json(list)).data
  t.notOk(build.isDone, 'the list does not wait for the store')
  await build.done
  const exact: Counted[] = (await server.json(list)).data
  const sum = (some: Counted[]) => some.reduce((total, { trade_count }) => total + trade_count, 0)
  const factor = sum(early) / sum(exact)
  t.ok(factor > 0.6 && factor < 1.7, `${factor} times as many trades`)
  const known = new Map(exact.map(one => [`${one.exchange_code} ${one.class} ${one.code}`, one]))
  t.equal(early.length, exact.length)
  for (const { trade_count, trade_compressed_size, ...facts } of early) {
    const name = `${facts.exchange_code} ${facts.class} ${facts.code}`
    t.match(known.get(name), facts, name)
    if (trade_count > 2_000) t.ok(Math.abs(Math.log(trade_count / known.get(name)!.trade_count)) < Math.log(4), name)
    t.equal(trade_compressed_size > 0, trade_count > 0, name)
  }
})

interface Counted {
  exchange_code: string
  class: string
  code: string
  trade_count: number
  trade_compressed_size: number
}
